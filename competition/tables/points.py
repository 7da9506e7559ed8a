"""The points of a finished table for each player who sat there."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, Generic, NamedTuple

from .draw import P

NO_POINTS: Final = Fraction(0)
BY_PLACE: Final = (4, 3, 2, 1, 0)


class Scheme(StrEnum):
    """The way in which a table gives points."""

    PLACES = "places"
    SHARE = "share"
    WINS = "wins"


class Seated(NamedTuple, Generic[P]):
    """A player at a finished table. Level players share the better place, so that after two firsts comes a third."""

    player: P
    place: int
    score: int


FinishedTable = Sequence[Seated[P]]


def places(shares: Sequence[Fraction], scores: Sequence[int], left: Sequence[int] = ()) -> list[int]:
    """Return the places of a finished match, in seat order.

    Winners come first, then the players who stayed, by their scores, then those who left, the last to leave first.
    ``left`` has the seats of players who left, in the order in which they left.
    """
    keys = [
        (-share, left[::-1].index(seat) + 1 if seat in left else 0, -score if seat not in left else 0)
        for seat, (share, score) in enumerate(zip(shares, scores, strict=True))
    ]
    return [1 + sum(other < key for other in keys) for key in keys]


def table_points(table: FinishedTable[P], scheme: Scheme, by_place: Sequence[int] = BY_PLACE) -> list[Fraction]:
    """Return the points of each player at a finished table, in its order.

    ``by_place`` are the points of the first place and of those after it; a smaller table has fewer places, and its
    first place is worth as much.
    """
    match scheme:
        case Scheme.PLACES:
            return shared(table, by_place)
        case Scheme.SHARE:
            return points_shares(table)
        case Scheme.WINS:
            return shared(table, (1, *[0] * (len(table) - 1)))


def shared(table: FinishedTable[P], by_place: Sequence[int]) -> list[Fraction]:
    """Return each player's points for their place; level players share the points of the places that they take up."""
    level = [sum(other.place == seat.place for other in table) for seat in table]
    return [
        Fraction(sum(by_place[seat.place - 1 : seat.place - 1 + count]), count)
        for seat, count in zip(table, level, strict=True)
    ]


def points_shares(table: FinishedTable[P]) -> list[Fraction]:
    """Return each player's share of the points made at the table, in its order.

    Points below zero count as zero; if nobody made any, the shares are equal.
    """
    made = [max(seat.score, 0) for seat in table]
    total = sum(made)
    return [Fraction(score, total) if total else Fraction(1, len(table)) for score in made]
