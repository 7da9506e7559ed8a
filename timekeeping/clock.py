"""The database's clock, by which the whole site goes."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.db.models import DateTimeField, Func
from django.utils import timezone


def now(read: datetime | None = None) -> datetime:
    """Return the current time by the database's clock, by which everything is stamped and judged.

    So no machine whose own clock is wrong decides a deadline. On SQLite it is the clock of the machine. ``read`` is
    what a ``Reading`` has just returned, and saves asking the database again.
    """
    if connection.vendor != "postgresql":
        return timezone.now()
    return (read or _read()).astimezone(UTC)


def _read() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment


class Reading(Func):
    """An expression that reads the database's clock along with a row. It is ``NULL`` on SQLite."""

    function = "clock_timestamp"
    output_field = DateTimeField()

    def as_sqlite(self, *_: Any, **__: Any) -> tuple[str, tuple[str | int, ...]]:
        return "NULL", ()
