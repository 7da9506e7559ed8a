"""The database's clock."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func
from django.utils import timezone


def now(read: datetime | None = None) -> datetime:
    """The time by which everything is stamped and judged: the database's, so that no machine whose own clock is wrong
    decides a deadline. SQLite has no clock but that of the machine it is on. ``read``: what a ``Reading`` has just
    said, so that the database needs no asking again."""
    if connection.vendor != "postgresql":
        return timezone.now()
    return (read or _read()).astimezone(UTC)


def _read() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


class Reading(Func):
    """The database's clock, read together with a row; nothing on SQLite."""

    function = "clock_timestamp"
    output_field = DateTimeField()

    def as_sqlite(self, *_: Any, **__: Any) -> tuple[str, tuple[str | int, ...]]:
        return "NULL", ()


class StopWatch:
    """What ``time.monotonic()`` said when the database read its clock, which lies between asking and hearing of it.

    The less time lay between, the surer that is. On a busy machine, where much may, a closer reading from before tells,
    as long as the two clocks cannot have drifted apart by more than that.
    """

    DRIFT = 1e-4  # of one clock against the other, at the most

    def __init__(self) -> None:
        self._closest: tuple[float, float, float] | None = None  # the database's lead, its doubt, and when; in seconds

    def read(self) -> tuple[datetime, float]:
        """The database's time, and what ``time.monotonic()`` said then: in doubt, later."""
        return self.hear(monotonic(), now())

    def hear(self, before: float, moment: datetime) -> tuple[datetime, float]:
        """The same of an answer that has just come; the database was asked ``before``."""
        after = monotonic()
        lead, doubt, read_at = self._closest or (0.0, math.inf, after)
        if after - before <= doubt + (after - read_at) * self.DRIFT:
            lead = moment.timestamp() - after
            self._closest = lead, after - before, after
        return moment, min(max(moment.timestamp() - lead, before), after)


stop_watch = StopWatch()


def since(begun: float) -> timedelta:
    """How long ago ``time.monotonic()`` said ``begun``: no clock that is set, or wrong, has a part in it."""
    return timedelta(seconds=monotonic() - begun)
