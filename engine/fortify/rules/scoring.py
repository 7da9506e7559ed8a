"""The ending and the score of a volley (rules 4 and 5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.fortify.board.position import Position
from engine.fortify.board.spaces import STRIDE
from engine.fortify.board.units import GREEN, RED, SIDE_WORDS, TYPES

from .formation import has_two_by_two

TWO_BY_TWO: Final = "2x2"
ALL_FORTIFIED: Final = "all-fortified"
QUIET: Final = "quiet"
UNFINISHED: Final = "none"

QUIET_LIMIT: Final = 60
"""The number of turn ends since the last Fortify action that draws a volley (R10)."""

POINTS: Final = {"I": 1, "T": 2, "B": 3, "C": 1, "A": 3}
"""The points that each fortified unit scores for its owner."""
TRACK_POINTS: Final = -2
TWO_BY_TWO_POINTS: Final = 7


class VolleyEnding(NamedTuple):
    """The ending of a volley.

    ``winner`` is an owner, or ``None`` for a draw; ``how`` is ``"2x2"``, ``"all-fortified"`` or ``"quiet"``.
    """

    winner: int | None
    how: str

    @property
    def winner_word(self) -> str:
        """The winner as scripts read it: ``red``, ``green`` or ``draw``."""
        return "draw" if self.winner is None else SIDE_WORDS[self.winner]

    def __str__(self) -> str:
        """Write the last line of a volley that scripts read: ``over red 2x2``."""
        return f"over {self.winner_word} {self.how}"


def ending(position: Position, mover: int) -> VolleyEnding | None:
    """Return how the volley has ended, if it has, once a turn of ``mover`` has been counted (rules 4, R9, R10)."""
    square = position.fortified & position.fortified >> 1
    if square & square >> STRIDE:  # of both sides together, as a rule not even that
        for owner in (mover, 1 - mover):
            if has_two_by_two(position.functional(owner) & position.fortified):
                return VolleyEnding(owner, TWO_BY_TWO)
    if is_all_fortified(position, mover) and all(unit.owner != mover for _, unit in position.beneath):
        return VolleyEnding(mover, ALL_FORTIFIED)
    if position.quiet >= QUIET_LIMIT:
        return VolleyEnding(None, QUIET)
    return None


def is_all_fortified(position: Position, owner: int) -> bool:
    """Return whether every unit of the player's army is fortified, covered ones included."""
    if any(position.stock[owner * 10 : owner * 10 + len(TYPES)]) or position.functional(owner) & ~position.fortified:
        return False
    elsewhere = [*position.track, *(unit for _, unit in position.beneath)]
    return all(unit.fortified for unit in elsewhere if unit.owner == owner)


def score(position: Position, winner: int | None, how: str) -> tuple[int, int]:
    """Return the points of Red and of Green for a volley of a points match with the given ending (rules 5).

    ``how`` is a ``VolleyEnding``'s, or ``"none"`` for a volley broken off. Only a win by ``"2x2"`` brings the bonus,
    which also goes to the opponent of a player who resigned or lost on time (R13).
    """
    totals = [_points(position, RED), _points(position, GREEN)]
    if winner is not None and how == TWO_BY_TWO:
        totals[winner] += TWO_BY_TWO_POINTS
    return totals[RED], totals[GREEN]


def _points(position: Position, owner: int) -> int:
    fortified = sum(POINTS[unit.type] for unit in position.units(owner) if unit.fortified)
    return fortified + TRACK_POINTS * sum(unit.owner == owner for unit in position.track)
