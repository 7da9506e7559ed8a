"""PostgreSQL's view of locks, without those in the databases of other tests."""

from __future__ import annotations

from django.db import connection

from .site import until

WAITS = """
    SELECT pid, waitstart FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND waitstart IS NOT NULL AND datname = current_database()
"""


def somebody_waits(but_not: object = None) -> object:
    """Wait until someone in this database waits for a lock, and return that wait."""
    found: list[object] = []

    def look() -> bool:
        with connection.cursor() as cursor:
            # Within a transaction it would always show the connections of the first query.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(WAITS)
            found[:] = [row for row in cursor.fetchall() if row != but_not]
        return bool(found)

    until(look)
    return found[0]


def deadlocks() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])
