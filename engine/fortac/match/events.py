"""Sentences about the consequences of a turn: a combo, the card drawn, a new deck, the end of the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.fortac.board.cards import DECK
from engine.fortac.explain.describe import scores_words
from engine.fortac.explain.names import card_name, kind_name, side_name
from engine.fortac.rules.apply import COMBOS, QUIET, QUIET_LIMIT, STUCK_ENDING, Applied
from i18n.text import Text, noop, say

from .state import MatchState, labels

DREW: Final = noop("%(side)s drew %(card)s.")
RESHUFFLED: Final = noop("The deck was empty, so the discard pile was shuffled into a new one.")


def notes(mover: int, applied: Applied, after: MatchState) -> tuple[Text, ...]:
    """Tell what one turn brought about, in order."""
    side, found = side_name(mover), []
    if applied.combo:
        found.append(say("%(side)s made a combo: %(kind)s.", side=side, kind=kind_name(applied.combo)))
    if applied.drawn is not None:
        found.append(say(DREW, side=side, card=card_name(applied.drawn)))
        if len(applied.position.deck) == DECK:
            found.append(say(RESHUFFLED))
    if after.end:
        found.append(outcome_words(after, labels()))
    return tuple(found)


def outcome_words(state: MatchState, names: Sequence[str]) -> Text:
    """Say how a match that is over ended, in a sentence; ``names`` are the names of the seats in it."""
    return say(
        "%(ending)s (combos: %(combos)s).", ending=_ending(state, names), combos=scores_words(state.scores, names)
    )


def _ending(state: MatchState, names: Sequence[str]) -> Text:
    assert state.end is not None
    winner, how = state.end
    if winner is None:
        return ending_words(how, "", "")
    return ending_words(how, names[winner], names[1 - winner])


def ending_words(how: str, winner: str, loser: str) -> Text:
    """Describe how a match ended: "Red wins with a second combo"."""
    if how == COMBOS:
        return say("%(winner)s wins with a second combo", winner=winner)
    if how == STUCK_ENDING:
        return say("%(loser)s can’t move with any card, so %(winner)s wins", winner=winner, loser=loser)
    if how == QUIET:
        return say("The match is drawn: %(turns)s turns without a new combo", turns=QUIET_LIMIT)
    if how == "resignation":
        return say("%(loser)s resigned, so %(winner)s wins the match", loser=loser, winner=winner)
    if how == "time":
        return say("%(loser)s ran out of time, so %(winner)s wins the match", loser=loser, winner=winner)
    return say("The match is drawn by agreement")
