"""The database's clock, by which the whole site goes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func
from django.utils import timezone


def now() -> datetime:
    """Return the current time by the database's clock, by which everything is stamped and judged.

    So no machine whose own clock is wrong decides a deadline. On SQLite it is the machine's clock.

    Not ``functions.Now``: on PostgreSQL that is when the transaction began, and it may have waited for a lock since.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)


def time_of(timestamp: datetime | None) -> datetime:
    """Return the time that a ``ClockTimestamp`` has just read, without asking the database again."""
    return timezone.now() if timestamp is None else timestamp.astimezone(UTC)


class ClockTimestamp(Func):
    """An expression that reads the database's clock along with a row. It is ``NULL`` on SQLite; see ``time_of``."""

    function = "clock_timestamp"
    output_field = DateTimeField()

    def as_sqlite(self, *_: Any, **__: Any) -> tuple[str, tuple[str | int, ...]]:
        return "NULL", ()
