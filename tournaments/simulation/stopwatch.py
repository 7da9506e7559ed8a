"""A stopwatch for the stages of a simulation."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Seconds by stage, in total and at most, and how often each ran. A stage's time excludes the stages inside it."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.longest: defaultdict[str, float] = defaultdict(float)
        self.times: defaultdict[str, int] = defaultdict(int)
        self._inside: list[float] = []

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begun = time.perf_counter()
        self._inside.append(0.0)
        try:
            yield
        finally:
            whole = time.perf_counter() - begun
            own = whole - self._inside.pop()
            self.seconds[name] += own
            self.longest[name] = max(self.longest[name], own)
            self.times[name] += 1
            if self._inside:
                self._inside[-1] += whole
