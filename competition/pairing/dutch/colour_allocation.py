"""The colours of a pair (FIDE C.04.3, E.1 to E.5), and the initial colour that was drawn."""

from __future__ import annotations

from typing import NamedTuple

from competition.history import Code, Colour, History, Result

from .colour_preferences import Strength
from .field import Entrant


class Allocation(NamedTuple):
    """The colour of the higher ranked player of a pair, and the rule that gives it."""

    colour: Colour
    rule: str


def allocate(higher: Entrant, lower: Entrant, initial: Colour) -> Allocation:
    """Give the higher ranked player a colour by the first rule that applies.

    Higher ranked is the player with more points to pair by, then the one with the smaller number. E.1: both get what
    they prefer, if the preferences differ. E.2: the stronger preference is granted; of two absolute ones, that with the
    larger colour difference. E.3: both get the other colour than in the latest round in which theirs differed. E.4: the
    higher ranked player's preference is granted. E.5: without preferences, an odd number gets the initial colour and an
    even one the other.
    """
    mine, yours = higher.preference, lower.preference
    if mine.colour is None and yours.colour is None:
        return Allocation(initial if higher.effective % 2 else initial.other, "E.5")
    if mine.colour is None or yours.colour is None or mine.colour is not yours.colour:
        wanted = mine.colour or (yours.colour and yours.colour.other)
        assert wanted
        return Allocation(wanted, "E.1")
    stronger = _stronger(higher, lower)
    if stronger:
        return Allocation(mine.colour if stronger > 0 else mine.colour.other, "E.2")
    for own, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if own is not other:
            return Allocation(own.other, "E.3")
    return Allocation(mine.colour, "E.4")


def _stronger(higher: Entrant, lower: Entrant) -> int:
    """Compare two preferences for the same colour: above 0 if the higher ranked player's is stronger, below if not."""
    mine, yours = higher.preference.strength, lower.preference.strength
    if mine is yours is Strength.ABSOLUTE:
        return abs(higher.difference) - abs(lower.difference)
    return mine - yours


def initial_colour(history: History) -> Colour:
    """Return the initial colour: as drawn, or as the first round with colours shows it; white if nothing does."""
    if history.initial_colour:
        return history.initial_colour
    for round in range(history.paired_rounds):
        if any(player.results[round].colour for player in history.players):
            return _drawn(history, round)
    return Colour.WHITE


def _drawn(history: History, round: int) -> Colour:
    """Infer the initial colour from that of the first player who had been paired by then and had one."""
    expected = True
    for player in history.players:
        if any(_was_paired(result) for result in player.results[: round + 1]):
            colour = player.results[round].colour
            if colour:
                return colour if expected else colour.other
            expected = not expected
    raise AssertionError("Somebody had a colour.")


def _was_paired(result: Result) -> bool:
    return bool(result.opponent) or result.code is Code.PAIRING_BYE
