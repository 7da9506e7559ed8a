"""The database's clock."""

from __future__ import annotations

from datetime import UTC, datetime
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
    """The database's clock, read together with a row; ``NULL`` on SQLite."""

    function = "clock_timestamp"
    output_field = DateTimeField()

    def as_sqlite(self, *_: Any, **__: Any) -> tuple[str, tuple[str | int, ...]]:
        return "NULL", ()
