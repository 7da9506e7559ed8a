"""Verdicts that an organiser may give on a match, and rules for deciding many at once."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from competition.history import Code

if TYPE_CHECKING:
    from tournaments.models import Entry, Pairing

ONE, HALF, NOTHING = Fraction(1), Fraction(1, 2), Fraction(0)


class Verdict(StrEnum):
    """An organiser's decision on a match."""

    WHITE = "1-0"
    DRAW = "draw"
    BLACK = "0-1"
    WHITE_BY_FORFEIT = "+-"
    BLACK_BY_FORFEIT = "-+"
    WHITE_GOES_ON = "=w"  # drawn in a cup, with the player who advances
    BLACK_GOES_ON = "=b"
    BOTH_LOSE = "--"
    BY_POINTS = "points"  # at a table of several: places by the points so far
    PLACES = "places"  # there, too: as the organiser has them
    FORFEIT = "forfeit"  # there, too: one player is out, and the others play on
    ANNULLED = "annulled"


class Rule(StrEnum):
    """A rule for deciding many matches, also at a season's end."""

    POINTS = "settle"
    DRAW = "draw"
    ANNUL = "annul"


CODES: dict[Verdict, tuple[str, str]] = {
    Verdict.WHITE: (Code.WIN, Code.LOSS),
    Verdict.DRAW: (Code.DRAW, Code.DRAW),
    Verdict.BLACK: (Code.LOSS, Code.WIN),
    Verdict.WHITE_BY_FORFEIT: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    Verdict.BLACK_BY_FORFEIT: (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
    Verdict.WHITE_GOES_ON: (Code.DRAW, Code.DRAW),
    Verdict.BLACK_GOES_ON: (Code.DRAW, Code.DRAW),
    Verdict.BOTH_LOSE: (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
    Verdict.ANNULLED: ("", ""),
}
SHARES: dict[Verdict, tuple[Fraction, Fraction]] = {
    Verdict.WHITE: (ONE, NOTHING),
    Verdict.DRAW: (HALF, HALF),
    Verdict.BLACK: (NOTHING, ONE),
    Verdict.WHITE_GOES_ON: (HALF, HALF),
    Verdict.BLACK_GOES_ON: (HALF, HALF),
    Verdict.BOTH_LOSE: (NOTHING, NOTHING),
}
GOES_ON = frozenset((Verdict.WHITE_GOES_ON, Verdict.BLACK_GOES_ON))
DRAWN = GOES_ON | {Verdict.DRAW}
OF_TWO = frozenset(CODES)
AT_TABLES = frozenset((Verdict.BY_POINTS, Verdict.PLACES, Verdict.FORFEIT, Verdict.DRAW, Verdict.ANNULLED))
OF_TEAMS = frozenset((Verdict.BY_POINTS, Verdict.FORFEIT, Verdict.ANNULLED))


class Given(NamedTuple):
    """An organiser's result of a table, by the entries' ids; without a place a player has not played.

    There are scores only if it isn't played here, and a ``loser`` only for a forfeit.
    """

    places: Mapping[int, int | None]
    scores: Mapping[int, int] = {}
    loser: int | None = None


class Ruling(NamedTuple):
    """A verdict with what belongs to it.

    ``points`` are the game's own, White's first, if no match of this site has them; ``given`` are the places at a table
    of several.
    """

    verdict: Verdict
    points: tuple[int, int] | None = None
    given: Given | None = None

    @property
    def is_annulled(self) -> bool:
        return self.verdict is Verdict.ANNULLED

    def through(self, pairing: Pairing) -> Entry | None:
        """Return the player who advances because the organiser says so, if any."""
        if self.verdict is Verdict.WHITE_GOES_ON:
            return pairing.white
        return pairing.black if self.verdict is Verdict.BLACK_GOES_ON else None
