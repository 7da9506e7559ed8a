"""A search that tries each step in many imagined positions, for a game in which much is hidden.

All steps are judged in the same imagined positions, so that luck in what is hidden affects all alike, and the worse
half is dropped again and again (sequential halving, Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from math import ceil, log2
from typing import Any, Final

from engine.lookahead import Lookahead

from .search import FoundSubmission

_MOST_IMAGINED: Final = 24
"""The most imagined positions in which a step is judged before half of the steps are dropped."""


class Sampling:
    """A search that tries each step in many imagined positions.

    ``imagine``, ``seat`` and ``misjudgement`` are as in ``Search``. No player in an imagined position is assumed to
    know what is hidden, since nothing beyond the step is considered except by the lookahead's own judgement.
    """

    def __init__(
        self, lookahead: Lookahead, imagine: Callable[[], Any], seat: int, rng: random.Random, misjudgement: float = 0
    ) -> None:
        self.lookahead = lookahead
        self.seat = seat
        self.rng = rng
        self.misjudgement = misjudgement
        self.judged = 0
        self._imagine = imagine

    def best(self, nodes: int) -> FoundSubmission:
        """Return the best submission found with at most ``nodes`` positions judged for each step.

        If there are fewer positions than steps, each step is still judged once.
        """
        lookahead = self.lookahead
        line: list[Any] = []
        worth = None
        position = self._begin(line)
        while not line or (not lookahead.is_between(position) and lookahead.mover(position) == self.seat):
            step, found = self._best_step(line, lookahead.steps(position), nodes)
            worth = found if worth is None else worth
            line.append(step)
            position = lookahead.take(position, step)
        assert worth is not None
        return FoundSubmission(lookahead.write(line), min(1.0, max(0.0, worth)))

    def _begin(self, line: list[Any]) -> Any:
        """Imagine a position after the steps chosen so far."""
        position = self.lookahead.begin(self._imagine(), self.seat)
        for step in line:
            position = self.lookahead.take(position, step)
        return position

    def _best_step(self, line: list[Any], steps: Any, nodes: int) -> tuple[Hashable, float]:
        """Return the best step and its worth: the better half of the steps is tried again until one is left."""
        misjudgements = {step: self.misjudgement * self.rng.random() for step in steps}
        totals = dict.fromkeys(misjudgements, 0.0)
        rounds = max(1, ceil(log2(len(misjudgements))))
        left, looks = list(misjudgements), 0
        for _ in range(rounds):
            times = min(_MOST_IMAGINED, max(1, nodes // (rounds * len(left))))
            for _ in range(times):
                position = self._begin(line)
                for step in left:
                    totals[step] += self._judge(self.lookahead.take(position, step))
            looks += times
            left.sort(key=lambda step: totals[step] / looks + misjudgements[step], reverse=True)
            left = left[: (len(left) + 1) // 2]
        return left[0], totals[left[0]] / looks

    def _judge(self, position: Any) -> float:
        self.judged += 1
        value = self.lookahead.judge(position) or self.lookahead.play_on(position, self.rng)
        return value[self.seat]
