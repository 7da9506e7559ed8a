"""Measuring: jobs take turns in blocks, round after round, and every call is timed."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Final

WARM_UP: Final = 2  # calls at the start of a block that are not counted

Call = Callable[[], object]
Block = Callable[[int], AbstractContextManager[Sequence[Call]]]


@dataclass(frozen=True)
class Job:
    """A job to be measured.

    ``block(n)`` prepares, untimed, what ``n`` calls need, and holds it open while they are made. ``beside`` names the
    job with which it is compared.
    """

    name: str
    block: Block
    calls: int
    beside: str


@dataclass
class Times:
    """Times of a job's calls in seconds, by block."""

    blocks: list[list[float]] = field(default_factory=list)

    @property
    def medians(self) -> list[float]:
        return [median(block) for block in self.blocks]

    def percentile(self, percent: int) -> float:
        """Return a percentile of all calls together."""
        return quantiles([each for block in self.blocks for each in block], n=100, method="inclusive")[percent - 1]


@dataclass(frozen=True)
class Ratio:
    """The ratio of one job's time to another's: the median of all rounds, with the quartiles."""

    low: float
    middle: float
    high: float


def ratio(times: Times, reference: Times) -> Ratio:
    return middle_of([mine / theirs for mine, theirs in zip(times.medians, reference.medians, strict=True)])


def middle_of(values: Sequence[float]) -> Ratio:
    return Ratio(*quantiles(values, n=4, method="inclusive"))


def measure(jobs: Sequence[Job], rounds: int) -> dict[str, Times]:
    """Time a block of every job in each round, beginning with another job each time.

    A first round is not counted.
    """
    found = {job.name: Times() for job in jobs}
    for number in range(-1, rounds):
        start = number % len(jobs)
        for job in (*jobs[start:], *jobs[:start]):
            block = _times(job)
            if number >= 0:
                found[job.name].blocks.append(block)
    return found


def _times(job: Job) -> list[float]:
    with job.block(job.calls + WARM_UP) as calls:
        return [_time(call) for call in calls][WARM_UP:]


def _time(call: Call) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun
