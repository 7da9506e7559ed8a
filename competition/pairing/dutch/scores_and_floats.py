"""Each player's points from each round in whole numbers, the points to pair by, and floats (FIDE C.04.3, A.4)."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from itertools import accumulate
from math import lcm

from competition.history import ABSENT, Code, History, Player, Result


class Float(Enum):
    NONE = 0
    DOWN = 1
    UP = 2


class Ledger:
    """The points of a history, in units small enough to make them all whole numbers.

    For the pairing alone, a game that is still running counts as played and drawn, as FIDE rules for adjourned games
    (C.04.2).
    """

    def __init__(self, history: History) -> None:
        self._rounds = history.paired_rounds
        worth = {code: history.scoring.points(code) for code in Code}
        worth[Code.RUNNING] = history.scoring.draw
        given = [*worth.values(), *history.virtual_points.values(), *history.extra_points.values()]
        self._unit = lcm(*(points.denominator for points in given))
        self._worth = {code: self._whole(points) for code, points in worth.items()}
        self._virtual = {key: self._whole(points) for key, points in history.virtual_points.items()}
        self._extra = {key: self._whole(points) for key, points in history.extra_points.items()}
        self._results = {player.number: self._of(player) for player in history.players}
        self._totals = {player.number: self._running_total(player.number) for player in history.players}
        self.win = self._worth[Code.WIN]

    def results(self, number: int) -> tuple[Result, ...]:
        """Return the player's results in the rounds that are paired."""
        return self._results[number]

    def score(self, number: int, round: int) -> int:
        """Return the points by which a player is paired in a round.

        These are the points from earlier rounds, and that round's virtual points.
        """
        return self._totals[number][round - 1] + self._virtual.get((round, number), 0)

    def points(self, score: int) -> Fraction:
        """Convert a score from units to points."""
        return Fraction(score, self._unit)

    def float(self, number: int, round: int) -> Float:
        """Return how the player floated in a past round, if at all; rounds before the first count as no float."""
        if round < 1:
            return Float.NONE
        result = self._results[number][round - 1]
        if was_played(result):
            own, other = self.score(number, round), self.score(result.opponent, round)
            return Float.NONE if own == other else Float.DOWN if own > other else Float.UP
        more = self._worth[result.code] > self._worth[Code.LOSS]
        return Float.DOWN if more or result.code is Code.PAIRING_BYE else Float.NONE

    def had_bye(self, number: int) -> bool:
        """Return whether the player has had a bye or won without playing, and so gets no further bye (C2)."""
        return any(
            result.code is Code.PAIRING_BYE or (not was_played(result) and self._worth[result.code] >= self.win)
            for result in self._results[number]
        )

    def _whole(self, points: Fraction) -> int:
        return int(points * self._unit)

    def _of(self, player: Player) -> tuple[Result, ...]:
        return player.results[: self._rounds] + (ABSENT,) * (self._rounds - len(player.results))

    def _running_total(self, number: int) -> list[int]:
        worth = (
            self._worth[result.code] + self._extra.get((round, number), 0)
            for round, result in enumerate(self._results[number], 1)
        )
        return list(accumulate(worth, initial=0))


def was_played(result: Result) -> bool:
    """Return whether a round counts as played when the next one is paired."""
    return result.is_played or result.code is Code.RUNNING
