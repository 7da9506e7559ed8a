"""The database's clock."""

from __future__ import annotations

from datetime import UTC, datetime

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
