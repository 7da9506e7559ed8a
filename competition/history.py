"""A tournament as plain values: its players, and their result in each round.

Pairing, standings and TRF work on these alone; they know no database. White stands for the first colour of whatever
game is played. Rounds and pairing numbers count from 1; points are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from .tables.points import Seated


class System(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round robin"  # single or double
    TABLES = "tables"  # of three to five
    TEAMS = "teams"  # each plays the same match on its own


class Colour(StrEnum):
    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Colour:
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Code(StrEnum):
    """The result of a player's round, in TRF's letters (FIDE C.04, annex on data exchange)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"  # allocated by the pairing
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    RUNNING = "*"  # paired and not decided yet; only ever in the last rounds, counts nothing in a table


PLAYED_CODES = frozenset("1=0WDL")
WON_CODES = frozenset("1W+UF")
DRAWN_CODES = frozenset("=DH")


class Result(NamedTuple):
    """One player's round. ``opponent`` is a pairing number, 0 for none.

    ``game_points`` are the game's own points, the player's and the opponent's, if the game has any. For events at
    tables, ``table`` has the pairing numbers of everyone at the player's table; for teams that play without opponents,
    ``measured`` is what the team reached (``competition.tables.teams``).
    """

    code: Code
    opponent: int = 0
    colour: Colour | None = None
    game_points: tuple[int, int] | None = None
    table: tuple[Seated[int], ...] = ()
    measured: tuple[int, ...] = ()

    @property
    def is_played(self) -> bool:
        """True for a game over the board, which counts for colours and as a meeting (C.04.3, C.07 article 15)."""
        return self.code in PLAYED_CODES


ABSENT = Result(Code.ZERO_BYE)


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament. ``number`` is the pairing number (TPN).

    ``results`` has one entry for each round so far, and may include byes granted for the round about to be paired.
    """

    number: int
    name: str = ""
    rating: int = 0
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points that results are worth.

    The pairing-allocated bye is worth a win unless the regulations say otherwise. ``absence`` is for a zero-point bye
    and a forfeit loss.
    """

    win: Fraction = Fraction(1)
    draw: Fraction = Fraction(1, 2)
    loss: Fraction = Fraction(0)
    pairing_bye: Fraction | None = None
    absence: Fraction = Fraction(0)

    def points(self, code: Code) -> Fraction:
        """Return the points of a result."""
        if code is Code.PAIRING_BYE and self.pairing_bye is not None:
            return self.pairing_bye
        if code in WON_CODES:
            return self.win
        if code in DRAWN_CODES:
            return self.draw
        if code is Code.RUNNING:
            return Fraction(0)
        return self.loss if code in PLAYED_CODES else self.absence


class Pair(NamedTuple):
    """Two pairing numbers, white first; white stands for the first colour of the game.

    ``black`` is 0 if ``white`` has a bye, and so neither an opponent nor a colour.
    """

    white: int
    black: int

    @property
    def is_bye(self) -> bool:
        return self.black == 0

    def other(self, number: int) -> int:
        """Return the opponent of ``number``, or 0 if there is none."""
        return self.black if number == self.white else self.white


class Forbidden(NamedTuple):
    """Players who must not be paired with each other in a range of rounds, both ends included."""

    players: frozenset[int]
    first_round: int
    last_round: int


@dataclass(frozen=True, slots=True)
class History:
    """A tournament so far: its ``players`` in the order of their pairing numbers, and its number of ``rounds`` in all.

    ``virtual_points`` are those of an acceleration, by round and pairing number (C.04.7). ``initial_colour`` was drawn
    for the first player of the list, ``None`` where round 1 tells it. ``extra_points``, by round and pairing number,
    were given or taken by decision of the organiser.
    """

    players: tuple[Player, ...]
    rounds: int
    scoring: Scoring = Scoring()
    initial_colour: Colour | None = None
    forbidden: tuple[Forbidden, ...] = ()
    virtual_points: Mapping[tuple[int, int], Fraction] = field(default_factory=dict)
    extra_points: Mapping[tuple[int, int], Fraction] = field(default_factory=dict)

    @property
    def paired_rounds(self) -> int:
        """The number of rounds that are paired: all players have a result in them.

        Results beyond these are byes granted for the round about to be paired.
        """
        return min((len(player.results) for player in self.players), default=0)

    def points(self, player: Player, rounds: int | None = None) -> Fraction:
        """Return a player's points after the first ``rounds`` rounds, without virtual points.

        By default all paired rounds count.
        """
        results = player.results[: self.paired_rounds if rounds is None else rounds]
        total = sum((self.scoring.points(result.code) for result in results), Fraction(0))
        if not self.extra_points:
            return total
        extra = (self.extra_points.get((index, player.number), Fraction(0)) for index in range(1, len(results) + 1))
        return total + sum(extra, Fraction(0))
