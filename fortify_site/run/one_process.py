"""A lock for what only one process on all machines may do at once, such as making tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

KEY = 0x466F7274  # of PostgreSQL's advisory lock


@contextmanager
def alone() -> Iterator[None]:
    """Run the context in one process at a time, waiting as long as need be. SQLite has only one writer anyway."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [KEY])
        cursor.execute("RESET lock_timeout")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [KEY])
