"""The points of a finished table for each player who sat there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, Generic, NamedTuple

from .field import P

NO_POINTS: Final = Fraction(0)
HALF: Final = Fraction(1, 2)
BY_PLACE: Final[Mapping[int, tuple[Fraction | int, ...]]] = {
    1: (4,),
    2: (4, 1),
    3: (4, 2 + HALF, 1),
    4: (4, 3, 2, 1),
    5: (4, 3, 2 + HALF, 2, 1),
}
"""The points by place of a table of each size. From two players on, a seat is worth 2½ on average."""
FOR_A_WIN: Final = Fraction(1, 4)
"""The part of a win that each player at the table is worth: a win at a table of four is worth 1."""
BY_PLACE_ALONE: Final = (4, 3, 2, 1, 0)
"""The points by place where the size of a table doesn't count."""


class Scheme(StrEnum):
    """The way in which a table gives points."""

    PLACES = "places"  # ``BY_PLACE``
    SHARE = "share"  # the points made at the table, compared with its average
    WINS = "wins"  # a win and nothing else


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


def table_points(table: FinishedTable[P], scheme: Scheme, *, even: bool = True) -> list[Fraction]:
    """Return the points of each player at a finished table, in its order.

    Only players with a place are at it. ``even``: a seat is worth as much at a small table as at a large one. Otherwise
    the size doesn't count, as in events that began before version 1.0.
    """
    match scheme:
        case Scheme.PLACES:
            return shared(table, BY_PLACE[len(table)] if even else BY_PLACE_ALONE)
        case Scheme.SHARE:
            return points_shares(table, even=even)
        case Scheme.WINS:
            return wins(table, even=even)


def shared(table: FinishedTable[P], by_place: Sequence[Fraction | int]) -> list[Fraction]:
    """Return each player's points for their place; level players share the points of the places that they take up."""
    level = [sum(other.place == seat.place for other in table) for seat in table]
    return [
        Fraction(sum(by_place[seat.place - 1 : seat.place - 1 + count]), count)
        for seat, count in zip(table, level, strict=True)
    ]


def wins(table: FinishedTable[P], *, even: bool = True) -> list[Fraction]:
    """Return each player's part of the win, in the order of the table.

    ``even``: a win is worth more the more players there are. Players left alone have won as at a table of four.
    """
    win = FOR_A_WIN * len(table) if even and len(table) > 1 else Fraction(1)
    return shared(table, (win, *[NO_POINTS] * (len(table) - 1)))


def points_shares(table: FinishedTable[P], *, even: bool = True) -> list[Fraction]:
    """Return each player's points compared with the table's average, or (not ``even``) with all made at the table.

    Points below zero count as zero; if nobody made any, all are equal.
    """
    made = [max(seat.score, 0) for seat in table]
    total = sum(made)
    unit = Fraction(len(table) if even else 1)
    return [unit * score / total if total else unit / len(table) for score in made]
