"""Sentences about the consequences of a submission: a volley ended, armies were shown, the next volley began."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fortify.explain.describe import army_words, ending_words, points_words
from i18n.text import Text, joined, say

from .state import MatchState, VolleyResult, chooser, labels, shares


def notes(before: MatchState, after: MatchState) -> tuple[Text, ...]:
    """Tell what one submission brought about, in order. Colours are those of the volley in ``before``."""
    names = labels(before)
    found = []
    if before.phase == "army" and after.phase == "turn":
        found.append(_armies(after, names))
    if len(after.results) > len(before.results):
        found.append(_volley_end(before, after.results[-1], names))
    if after.phase == "over":
        found.append(outcome_words(after, names))
    elif after.phase == "colour":
        found.append(_choice(after, names))
    elif after.volley > before.volley:
        found.append(_next_volley(before, after))
    return tuple(found)


def _armies(state: MatchState, names: list[Text]) -> Text:
    parts = [
        say("%(side)s has %(army)s", side=name, army=army_words(army))
        for name, army in zip(names, state.armies, strict=True)
        if army
    ]
    return say("Both armies are picked: %(armies)s.", armies=joined(parts, "; "))


def _volley_end(before: MatchState, result: VolleyResult, names: list[Text]) -> Text:
    winner = None if result.winner is None else names[result.winner]
    words = ending_words(winner, result.how, before.volley)
    if not before.setup.by_points:
        return say("%(sentence)s.", sentence=words)
    return say("%(ending)s. Points: %(points)s.", ending=words, points=points_words(result.points, names))


def _choice(state: MatchState, names: list[Text]) -> Text:
    return say(
        "%(side)s has the lower total (%(points)s) and chooses the colour for volley %(volley)s.",
        side=names[chooser(state)],
        points=points_words(state.scores, names),
        volley=state.volley + 1,
    )


def _next_volley(before: MatchState, after: MatchState) -> Text:
    if before.phase == "colour" and after.red == before.red:
        return say("Volley %(volley)s begins: the players keep their colours.", volley=after.volley)
    if before.phase != "colour" and before.setup.by_points:
        return say(
            "Volley %(volley)s begins: the totals are equal, so the players change colours.", volley=after.volley
        )
    return say("Volley %(volley)s begins: the players change colours.", volley=after.volley)


def outcome_words(state: MatchState, names: Sequence[str]) -> Text:
    """Say how a match that is over ended, in a sentence; ``names`` are the names of the seats in it."""
    ending, scores = _outcome(state, names), points_words(state.scores, names)
    if state.setup.by_points:
        return say("%(ending)s (points: %(points)s).", ending=ending, points=scores)
    return say("%(ending)s (volleys won: %(volleys)s).", ending=ending, volleys=scores)


def _outcome(state: MatchState, names: Sequence[str]) -> Text:
    assert state.end is not None
    if state.end.loser is not None:
        loser, winner = names[state.end.loser], names[1 - state.end.loser]
        if state.end.how == "resignation":
            return say("%(loser)s resigned, so %(winner)s wins the match", loser=loser, winner=winner)
        return say("%(loser)s ran out of time, so %(winner)s wins the match", loser=loser, winner=winner)
    if state.end.how == "agreement":
        return say("The match is drawn by agreement")
    first, _ = shares(state)
    if first.denominator == 2:
        return say("The match is drawn")
    return say("%(winner)s wins the match", winner=names[0 if first else 1])
