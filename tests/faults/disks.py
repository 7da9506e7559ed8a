"""Databases whose disk can be filled to the last byte, and freed again."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from django.db import OperationalError, connection

from tests.support.servers import Postgres

from . import small_disk

SIZE = 192_000_000
TABLE = "matches_logentry"


class SmallPostgres(Postgres):
    """A PostgreSQL server whose files are on a small disk of their own. It can be started only once."""

    def make(self) -> None:
        """Do nothing: the files are made on the disk when the server starts."""

    def start(self) -> None:
        owner = str(self.who["user"] if self.who else os.getuid())
        words = [sys.executable, small_disk.__file__, str(self.data), str(SIZE), owner]
        self.run([*words, "--", *self.initdb, "--", *self.command])

    @property
    def command(self) -> list[str]:
        return [*super().command, "-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB"]


class MountedDisk:
    """The disk of a ``SmallPostgres``, filled by the server itself, to the last block."""

    def __init__(self, server: SmallPostgres) -> None:
        self.ballast = server.data / "ballast"

    def fill(self) -> None:
        megabytes = f"SELECT repeat('x', 1000000) FROM generate_series(1, {SIZE // 1_000_000})"  # noqa: S608
        with pytest.raises(OperationalError), connection.cursor() as cursor:
            cursor.execute(f"COPY ({megabytes}) TO '{self.ballast}'")
        connection.close()

    def free(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"COPY (SELECT 1) TO '{self.ballast}'")


class RefusedInserts:
    """A full disk as PostgreSQL's clients see it: its error, on the table that grows fastest."""

    def fill(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$"
            )
            cursor.execute(f"CREATE TRIGGER no_room AFTER INSERT ON {TABLE} EXECUTE FUNCTION no_room()")

    def free(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION IF EXISTS no_room CASCADE")


class LimitedFile:
    """An SQLite file that the web server can't grow while ``flag`` exists (``sabotage.full``)."""

    def __init__(self, flag: Path) -> None:
        self.flag = flag

    def fill(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")  # or there would be room inside the file
        self.flag.touch()

    def free(self) -> None:
        self.flag.unlink(missing_ok=True)


Disk = MountedDisk | RefusedInserts | LimitedFile
