"""The database's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection
from django.utils import timezone

_AT_ONCE = 0.01  # seconds


def now() -> datetime:
    """The time by which everything is stamped and judged: the database's, so that no machine whose own clock is wrong
    decides a deadline. SQLite has no clock but that of the machine it is on."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)


class StopWatch:
    """What ``time.monotonic()`` said when the database read its clock, which lies between asking and hearing of it.

    On a busy machine other processes may come between those two; then the last reading that took no time tells.
    """

    TRIES = 3

    def __init__(self) -> None:
        self._ahead: float | None = None  # of the stop watch: by how much the database's clock is, in seconds

    def read(self) -> tuple[datetime, float]:
        """The database's time, and what ``time.monotonic()`` said then: in doubt, later."""
        for _ in range(self.TRIES):
            before = monotonic()
            moment = now()
            after = monotonic()
            if after - before < _AT_ONCE:
                self._ahead = moment.timestamp() - after
            if self._ahead is not None:
                break
        if self._ahead is None:
            return moment, after
        return moment, min(max(moment.timestamp() - self._ahead, before), after)


stop_watch = StopWatch()


def since(begun: float) -> timedelta:
    """How long ago ``time.monotonic()`` said ``begun``: no clock that is set, or wrong, has a part in it."""
    return timedelta(seconds=monotonic() - begun)
