"""A clock that is moved by hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.utils import timezone

from jobs.broker import broker
from timekeeping import clock as database_clock


class MovedClock:
    """The time for everything in this process, as long as ``moved`` lasts."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def now(self) -> datetime:
        return self.at

    def time_of(self, _timestamp: datetime | None) -> datetime:
        return self.at

    def move_to(self, moment: datetime) -> None:
        """Move the clock forward, never back."""
        self.at = max(self.at, moment)


@contextmanager
def moved(start: datetime) -> Iterator[MovedClock]:
    """Start a clock at ``start`` that runs only when it is moved.

    Workers aren't asked for anything meanwhile: they have clocks of their own.
    """
    clock = MovedClock(start)
    changes: tuple[tuple[Any, str, Any], ...] = (
        (timezone, "now", clock.now),
        (database_clock, "now", clock.now),
        (database_clock, "time_of", clock.time_of),
        (broker, "rests_until", math.inf),
    )
    before = [(where, name, getattr(where, name)) for where, name, _ in changes]
    try:
        for where, name, value in changes:
            setattr(where, name, value)
        yield clock
    finally:
        for where, name, value in before:
            setattr(where, name, value)
