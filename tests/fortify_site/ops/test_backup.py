"""The nightly backup: a dump that can be restored, or a sentence that says why there is none."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
from contextlib import closing
from datetime import timedelta
from io import StringIO
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from pytest_django import Settings

from fortify_site.ops import backup
from fortify_site.ops.status import backups
from jobs.models import Heartbeat
from matches.models import Match
from tests.support.processes import database_url
from tests.support.servers import postgres_binaries
from timekeeping import clock

DAY = timedelta(days=1)


@pytest.fixture
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where backups are to go, with the database's own programs at hand."""
    settings.BACKUP_DIR = tmp_path / "backups"
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PATH", str(postgres_binaries()), prepend=os.pathsep)
    return tmp_path / "backups"


def run() -> str:
    said = StringIO()
    call_command("backup", stdout=said)
    return said.getvalue()


def matches_in(file: Path) -> int:
    """How many matches there are in what the dump is restored to."""
    query = "SELECT count(*) FROM matches_match"
    if connection.vendor == "sqlite":
        with closing(sqlite3.connect(file)) as restored:
            return int(restored.execute(query).fetchone()[0])
    name = f"restored_{os.getpid()}"
    address = database_url().replace(f"/{connection.settings_dict['NAME']}?", f"/{name}?")
    with psycopg.connect(database_url(), autocommit=True) as server:
        server.execute(f'CREATE DATABASE "{name}"'.encode())
        try:
            subprocess.run(["pg_restore", "--exit-on-error", "--no-owner", "--dbname", address, str(file)], check=True)
            with psycopg.connect(address) as restored:
                row = restored.execute(query).fetchone()
                return int(row[0]) if row else -1
        finally:
            server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())


@pytest.mark.django_db(transaction=True)
def test_a_backup_can_be_restored_and_is_noted(folder: Path, match: Match) -> None:
    said = run()
    (file,) = folder.iterdir()
    assert str(file) in said
    assert f"{clock.now():fortify-%Y-%m-}" in file.name
    assert matches_in(file) == Match.objects.count() == 1
    assert clock.now() - Heartbeat.objects.get(pk=Heartbeat.Name.BACKUP).at < DAY
    # Email addresses and hashes of passwords are in it.
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(folder.stat().st_mode)) == (0o600, 0o700)


@pytest.mark.django_db(transaction=True)
def test_the_newest_are_kept_and_nothing_else_is_touched(folder: Path, settings: Settings) -> None:
    settings.BACKUPS_KEPT = 2
    folder.mkdir()
    old = ["fortify-2026-01-01-033000.dump", "fortify-2026-01-02-033000.dump", "fortify-2026-01-03-033000.dump"]
    for name in [*old, "fortify-2026-01-01-033000.dump.part", "fortify.env", "letters.dump"]:
        (folder / name).touch()
    run()
    left = {file.name for file in folder.iterdir()}
    assert left > {old[2], "fortify.env", "letters.dump"}
    assert len(left) == 4
    assert not left & {old[0], old[1], "fortify-2026-01-01-033000.dump.part"}


def broken(folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """The world as it must not be."""
    if how == "a file where the folder should be":
        folder.write_text("")
    elif how == "its programs are missing":
        monkeypatch.setenv("PATH", str(folder))
    elif how == "the command for the copy fails":
        settings.BACKUP_COMMAND = "sh -c 'echo no route to host >&2; exit 3'"
    elif how == "a dump that was cut off":
        programs = folder.with_name("programs")
        programs.mkdir()
        real = postgres_binaries() / "pg_dump"
        fake = programs / "pg_dump"
        fake.write_text(f'#!/bin/sh\n{real} "$@" || exit\nfile=${{2#--file=}}\ntruncate --size=-2000 "$file"\n')
        fake.chmod(0o700)
        monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    else:
        damaged = folder.with_name("damaged.sqlite3")
        damaged.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        monkeypatch.setitem(connection.settings_dict, "NAME", str(damaged))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("how", "words", "database"),
    [
        ("a file where the folder should be", "BACKUP_DIR", None),
        ("its programs are missing", "pg_dump can't be run", "postgresql"),
        ("a dump that was cut off", "The dump cannot be read back", "postgresql"),
        ("a damaged database", "could not be copied", "sqlite"),
        ("the command for the copy fails", "no route to host", None),
    ],
)
def test_it_says_what_failed_and_notes_nothing(
    folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch, how: str, words: str, database: str | None
) -> None:
    if database not in {None, connection.vendor}:
        return
    broken(folder, settings, monkeypatch, how)
    with pytest.raises(CommandError, match=words):
        run()
    monkeypatch.undo()
    assert not Heartbeat.objects.filter(pk=Heartbeat.Name.BACKUP).exists()
    files = list(folder.iterdir()) if folder.is_dir() else []
    assert len(files) == (1 if how == "the command for the copy fails" else 0)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", ["cp {} COPY", "sh -c 'cp $0 COPY'"])
def test_a_command_copies_it_to_another_machine(folder: Path, settings: Settings, command: str) -> None:
    copy = folder.with_name("a copy")
    settings.BACKUP_COMMAND = command.replace("COPY", f"'{copy}'" if command.startswith("cp") else f'"{copy}"')
    run()
    (file,) = folder.iterdir()
    assert copy.read_bytes() == file.read_bytes()


@pytest.mark.django_db
def test_a_host_who_backs_up_in_another_way_is_left_alone(settings: Settings) -> None:
    settings.BACKUP_DIR, settings.LOCAL = None, False
    assert backups.backups(clock.now()).state == "good"
    with pytest.raises(CommandError, match="BACKUP_DIR is none"):
        run()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("local", "updated", "backed_up", "state"),
    [
        (False, 0, None, "warn"),
        (False, 3, None, "bad"),
        (False, 3, 1.9, "good"),
        (False, 0, 2.1, "bad"),
        (True, 3, None, "good"),
        (True, 3, 2.1, "warn"),
    ],
)
def test_a_host_is_told_that_no_backup_has_been_made_for_two_days(
    settings: Settings, *, local: bool, updated: float, backed_up: float | None, state: str
) -> None:
    settings.LOCAL = local
    MigrationRecorder.Migration.objects.update(applied=clock.now() - updated * DAY)
    if backed_up is not None:
        backup.note_backup()
        Heartbeat.objects.filter(pk=Heartbeat.Name.BACKUP).update(at=clock.now() - backed_up * DAY)
    found = backups.backups(clock.now())
    assert found.state == state
    assert ("manage.py backup" in found.advice) == (state != "good")
