"""A number in the standings with everything it is made of, so that a page can unfold it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor, lcm
from typing import NamedTuple

from competition.history import Code, Colour


class Cut(StrEnum):
    """A reason why a term does not count."""

    LOW = "lowest"
    HIGH = "highest"
    VOLUNTARY = "missed by choice"  # instead of the lowest (C.07, 16.5)
    LIMIT = "below the limit"  # Koya


class CapBy(StrEnum):
    """The source of the limit on a dummy opponent's points."""

    OPPONENT = "opponent"  # a forfeit: what the scheduled opponent has (C.07 Art. 16.4.1)
    DRAWS = "draws"  # a bye: a draw in every round of the tournament (16.4.2)


class Dummy(NamedTuple):
    """The opponent that stands for an unplayed round: the player's own points, at most ``cap`` (C.07 Art. 16.4)."""

    own: Fraction
    cap: Fraction
    cap_by: CapBy

    @property
    def is_capped(self) -> bool:
        return self.cap < self.own


class AtTable(NamedTuple):
    """A round at a table of several: the player's place and score, and the others at the table.

    Each of the others comes with what they count for in this number, 0 where it doesn't look at others.
    """

    place: int
    score: int
    met: tuple[tuple[int, Fraction], ...]


class Term(NamedTuple):
    """The part of a number that comes from one round.

    ``contribution`` is in the sum unless it was ``cut``; if there is a ``factor``, it is ``value`` times that.
    ``value`` is taken from the opponent (points, Buchholz, rating …) or from the round.

    ``points`` are the opponent's own, if ``value`` differs: a bye at the end counts as a draw (C.07 article 16.3.2), or
    a last round as drawn (8.3). ``against`` is the opponent's share of a difference, ``limit`` the limit that a value
    was measured by. ``is_assumed``: the opponent has no rating, and ``value`` is the one that the event assumes.
    """

    round: int
    code: Code
    opponent: int
    colour: Colour | None
    value: Fraction
    contribution: Fraction
    factor: Fraction | None = None
    cut: Cut | None = None
    dummy: Dummy | None = None
    points: Fraction | None = None
    against: Fraction | None = None
    limit: Fraction | None = None
    is_assumed: bool = False
    at_table: AtTable | None = None


class Mean(NamedTuple):
    """An average: ``total`` divided by the number of ``games``, rounded half up to ``places`` decimals."""

    total: Fraction
    games: int
    places: int


class Performance(NamedTuple):
    """The average rating of the opponents, plus what FIDE's table (B.02, 8.1.1) adds for the share of points."""

    average: int
    score: Fraction
    games: int
    share: Fraction  # two decimals
    difference: int


class Perfect(NamedTuple):
    """The lowest rating that would be expected to score at least ``score`` against these opponents (B.02, 8.1.2)."""

    score: Fraction
    expected: Fraction
    expected_below: Fraction  # of a rating lower by one


class Met(NamedTuple):
    round: int
    opponent: int
    points: Fraction
    colour: Colour | None


class Member(NamedTuple):
    """A player of a level group: ``points`` from games inside it, and the most ``reachable`` if all of them had met."""

    number: int
    points: Fraction
    open: int
    reachable: Fraction
    place: int
    games: tuple[Met, ...]


class Encounter(NamedTuple):
    """The games that the players of a group had with each other. Places are 0 if these games decide nothing."""

    members: tuple[Member, ...]


class Missing(StrEnum):
    """A reason why a player has no number, and is ranked behind all who have one."""

    NO_GAME = "no game was played"
    UNRATED = "a player has no rating"
    NO_RATING = "this player has no rating"


Basis = Mean | Performance | Perfect | Encounter


@dataclass(frozen=True, slots=True)
class TieBreakValue:
    """A number with its terms. Without a ``basis`` it is the sum of the contributions that were not cut."""

    number: Fraction | None
    terms: tuple[Term, ...] = ()
    basis: Basis | None = None
    missing: Missing | None = None


def added(numbers: Iterable[Fraction]) -> Fraction:
    """Add up numbers over a common denominator, several times as fast as ``sum``."""
    listed = list(numbers)
    denominator = lcm(*{number.denominator for number in listed})
    return Fraction(sum(number.numerator * (denominator // number.denominator) for number in listed), denominator)


def half_up(number: Fraction, places: int = 0) -> Fraction:
    return Fraction(floor(number * 10**places + Fraction(1, 2)), 10**places)


def mean(terms: Sequence[Term], places: int = 0) -> TieBreakValue:
    """Return the average of the terms that were not cut."""
    counted = [term.contribution for term in terms if not term.cut]
    if not counted:
        return TieBreakValue(None, tuple(terms), missing=Missing.NO_GAME)
    total = added(counted)
    return TieBreakValue(half_up(total / len(counted), places), tuple(terms), Mean(total, len(counted), places))


def total_of(terms: Sequence[Term]) -> TieBreakValue:
    """Return the sum of the terms that were not cut."""
    return TieBreakValue(added(term.contribution for term in terms if not term.cut), tuple(terms))
