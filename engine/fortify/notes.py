"""Sentences about what followed from a submission: a volley ended, armies were shown, the next volley began."""

from __future__ import annotations

from collections.abc import Sequence

from engine.fortify.match import MatchState, VolleyResult, chooser, shares
from engine.fortify.view import labels
from engine.fortify.words import army_words, ending_words, points_words


def notes(before: MatchState, after: MatchState) -> tuple[str, ...]:
    """What became of a match by one submission, in order. Colours are those of ``before``'s volley."""
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


def _armies(state: MatchState, names: list[str]) -> str:
    parts = [f"{name} has {army_words(army)}" for name, army in zip(names, state.armies, strict=True) if army]
    return f"Both armies are picked: {'; '.join(parts)}."


def _volley_end(before: MatchState, result: VolleyResult, names: list[str]) -> str:
    winner = None if result.winner is None else names[result.winner]
    words = ending_words(winner, result.how, before.volley)
    return f"{words}. Points: {points_words(result.points, names)}." if before.setup.by_points else f"{words}."


def _choice(state: MatchState, names: list[str]) -> str:
    seat = chooser(state)
    totals = points_words(state.scores, names)
    return f"{names[seat]} has the lower total ({totals}) and chooses the colour for volley {state.volley + 1}."


def _next_volley(before: MatchState, after: MatchState) -> str:
    swapped = after.red != before.red
    if before.phase == "colour":
        colours = "the players change colours" if swapped else "the players keep their colours"
    elif before.setup.by_points:
        colours = "the totals are equal, so the players change colours"
    else:
        colours = "the players change colours"
    return f"Volley {after.volley} begins: {colours}."


def outcome_words(state: MatchState, names: Sequence[str]) -> str:
    """How a match that is over ended, in a sentence; ``names`` are what the seats are called in it."""
    assert state.end is not None
    scores = points_words(state.scores, names)
    what = "points" if state.setup.by_points else "volleys won"
    if state.end.loser is not None:
        loser, winner = names[state.end.loser], names[1 - state.end.loser]
        reason = "resigned" if state.end.how == "resignation" else "ran out of time"
        return f"{loser} {reason}, so {winner} wins the match ({what}: {scores})."
    if state.end.how == "agreement":
        return f"The match is drawn by agreement ({what}: {scores})."
    first, _ = shares(state)
    if first.denominator == 2:
        return f"The match is drawn ({what}: {scores})."
    return f"{names[0 if first else 1]} wins the match ({what}: {scores})."
