"""The database's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """The time by which everything is stamped and judged: the database's, so that no machine whose own clock is wrong
    decides a deadline. SQLite has no clock but that of the machine it is on."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)


def since(begun: float) -> timedelta:
    """How long ago ``time.monotonic()`` said ``begun``: no clock that is set, or wrong, has a part in it."""
    return timedelta(seconds=monotonic() - begun)
