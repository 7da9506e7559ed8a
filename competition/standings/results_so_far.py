"""The results that the standings count: up to which round, and in which system."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TypeVar, cast

from competition.history import ABSENT, Code, History, Result, Scoring, System

T = TypeVar("T")
REQUESTED = frozenset((Code.HALF_BYE, Code.ZERO_BYE))
VOLUNTARY = REQUESTED | {Code.FORFEIT_LOSS}
FORFEITS = frozenset((Code.FORFEIT_WIN, Code.FORFEIT_LOSS))


class ResultsSoFar:
    """The results of a tournament up to a round.

    Points are whole numbers of ``1 / scale`` here, because adding those up is many times as fast as adding fractions.
    ``rounds`` is the number of rounds counted, ``all_rounds`` that of the whole tournament. ``unrated`` is the rating
    assumed for players who have none, ``cap`` the most that one match adds to a game-point difference.
    """

    def __init__(
        self, history: History, system: System, rounds: int, unrated: int | None = None, cap: int | None = None
    ) -> None:
        self.history, self.system, self.rounds = history, system, rounds
        self.all_rounds = max(history.rounds, rounds)
        self.unrated, self.cap = unrated, cap
        self.numbers = tuple(player.number for player in history.players)
        self.results: Mapping[int, tuple[Result, ...]] = {
            player.number: (player.results + (ABSENT,) * rounds)[:rounds] for player in history.players
        }
        self.scale = _scale(history)
        self.worth = {code: self.units(history.scoring.points(code)) for code in Code}
        self.win, self.draw = self.worth[Code.WIN], self.worth[Code.DRAW]
        self._memo: dict[Hashable, object] = {}
        self._fractions: dict[int, dict[int, Fraction]] = {1: {}, 2: {}}

    @property
    def scoring(self) -> Scoring:
        return self.history.scoring

    @property
    def is_swiss(self) -> bool:
        return self.system is System.SWISS

    def units(self, number: Fraction) -> int:
        """Convert a number of points to units."""
        return int(number * self.scale)

    def fraction(self, units: int, power: int = 1) -> Fraction:
        """Convert a number of units to points; each fraction is made once and kept."""
        made = self._fractions[power]
        if units not in made:
            made[units] = Fraction(units, self.scale**power)
        return made[units]

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result of ``make``, which is called once for each key."""
        if key not in self._memo:
            self._memo[key] = make()
        return cast("T", self._memo[key])

    @cached_property
    def gained(self) -> Mapping[int, tuple[int, ...]]:
        """The points of each round, by player."""
        extra = {key: self.units(points) for key, points in self.history.extra_points.items()}
        return {
            number: tuple(
                self.worth[result.code] + extra.get((index, number), 0) for index, result in enumerate(row, 1)
            )
            for number, row in self.results.items()
        }

    @cached_property
    def points(self) -> Mapping[int, int]:
        """The points of each player."""
        return {number: sum(gained) for number, gained in self.gained.items()}

    @cached_property
    def ratings(self) -> Mapping[int, int] | None:
        """The rating of each player; ``None`` if one has none and the event assumes none (C.07 article 10)."""
        ratings = {player.number: player.rating or (self.unrated or 0) for player in self.history.players}
        return ratings if all(ratings.values()) else None

    @cached_property
    def without_rating(self) -> frozenset[int]:
        """The players who have no rating of their own."""
        return frozenset(player.number for player in self.history.players if not player.rating)


def _scale(history: History) -> int:
    scoring = history.scoring
    worths = {scoring.points(code) for code in Code} | set(history.extra_points.values())
    return lcm(*(worth.denominator for worth in worths))
