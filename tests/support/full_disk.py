"""A database that has no room for more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection

MOST_PAGES = 1073741823
ROOM = 250  # pages

POSTGRES = """
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
END $$;
CREATE TRIGGER no_room BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW EXECUTE FUNCTION no_room();
"""
POSTGRES_AGAIN = "DROP TRIGGER no_room ON {table}; DROP FUNCTION no_room()"
SQLITE = """
CREATE TRIGGER no_room BEFORE INSERT ON {table} BEGIN INSERT INTO filling VALUES (zeroblob({size})); END
"""


@contextmanager
def no_room_in(table: str) -> Iterator[None]:
    """Make writing a row into the table fail with the error of a full disk.

    In PostgreSQL it is that very error, in SQLite a real one, since its file may not grow. For tests outside a
    transaction.
    """
    take, give_back = (_take, _give_back) if connection.vendor == "postgresql" else (_take_lite, _give_back_lite)
    take(table)
    try:
        yield
    finally:
        give_back(table)


def _take(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES.format(table=table))


def _give_back(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(POSTGRES_AGAIN.format(table=table))


def _take_lite(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE filling (stuff)")
        pages, unused, page = (_pragma(cursor, name) for name in ("page_count", "freelist_count", "page_size"))
        cursor.execute(SQLITE.format(table=table, size=(unused + ROOM) * page))  # rows that were deleted left some
        cursor.execute(f"PRAGMA max_page_count = {pages}")


def _pragma(cursor: Any, name: str) -> int:
    cursor.execute(f"PRAGMA {name}")
    return int(cursor.fetchone()[0])


def _give_back_lite(_table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {MOST_PAGES}")
        cursor.execute("DROP TRIGGER no_room")
        cursor.execute("DROP TABLE filling")
