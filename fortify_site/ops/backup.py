"""Backups of the database: dumps made by its own tools, and read back in full before they count.

A dump gets its final name only when it is complete, so every file with such a name can be restored.
"""

from __future__ import annotations

import os
import platform
import re
import shlex
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from jobs.models import Heartbeat
from timekeeping import clock

DUMP = re.compile(r"fortify-\d{4}-\d\d-\d\d-\d{6}\.(dump|sqlite3)")
UNFINISHED = ".part"
FILE_PLACE = "{}"  # in the command that copies a dump to another machine


class BackupFailed(Exception):
    """Raised with a sentence about what went wrong, and about what exists nevertheless."""


def dump_database(folder: Path) -> Path:
    """Write the whole database into a new file in the folder, readable only by this user, and check it."""
    name = f"fortify-{clock.now():%Y-%m-%d-%H%M%S}.{'dump' if connection.vendor == 'postgresql' else 'sqlite3'}"
    draft = folder / f"{name}{UNFINISHED}"
    write = _dump_postgresql if connection.vendor == "postgresql" else _dump_sqlite
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, mode=0o600))
    except OSError as error:
        raise BackupFailed(f"No file can be written in {folder}: {error.strerror}. See BACKUP_DIR.") from error
    try:
        write(draft)
        return draft.rename(folder / name)
    finally:
        draft.unlink(missing_ok=True)


def _dump_postgresql(file: Path) -> None:
    # As Django connects: psycopg's own description of a connection has options that an older pg_dump doesn't know.
    given = {name: value for name, value in connection.get_connection_params().items() if type(value) in {str, int}}
    password = given.pop("password", "")  # not among the arguments, which other users of the machine can see
    words = ["--format=custom", f"--file={file}", f"--dbname={make_conninfo(**given)}"]
    _run(["pg_dump", *words], "The database could not be dumped", **{"PGPASSWORD": password} if password else {})
    # Not only the list of contents at its beginning, which even a truncated dump has.
    _run(["pg_restore", f"--file={os.devnull}", str(file)], "The dump cannot be read back")


def _dump_sqlite(file: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(connection.settings_dict["NAME"])) as source,
            closing(sqlite3.connect(file)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # so that it is one file
            faults = [words for (words,) in copy.execute("PRAGMA integrity_check")]
    except sqlite3.Error as error:
        raise BackupFailed(f"The database could not be copied: {error}.") from error
    if faults != ["ok"]:
        raise BackupFailed(f"The copy is damaged: {'; '.join(faults[:3])}.")


def copy_elsewhere(command: str, file: Path) -> None:
    """Run the host's command for a dump. ``{}`` in it is replaced by the file, which otherwise comes last."""
    words = shlex.split(command)
    given = [word.replace(FILE_PLACE, str(file)) for word in words]
    _run(given if given != words else [*words, str(file)], f"The backup is in {file}, but BACKUP_COMMAND failed")


def _run(words: Sequence[str], what_failed: str, **env: str) -> None:
    try:
        done = subprocess.run(
            words, env=os.environ | env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError as error:
        raise BackupFailed(f"{what_failed}: {words[0]} can't be run ({error.strerror}). Is it installed?") from error
    if done.returncode:
        said = done.stderr.strip() or done.stdout.strip() or f"{words[0]} ended with status {done.returncode}"
        raise BackupFailed(f"{what_failed}: {said}")


def delete_old(folder: Path, keep: int) -> list[Path]:
    """Delete all but the newest dumps, and the remains of unfinished ones, and return what was deleted.

    Other files stay.
    """
    files = sorted(folder.iterdir())
    whole = [file for file in files if DUMP.fullmatch(file.name)]
    unfinished = [file for file in files if DUMP.fullmatch(file.name.removesuffix(UNFINISHED)) and file not in whole]
    old = [*whole[:-keep], *unfinished]
    for file in old:
        file.unlink()
    return old


def note_backup() -> None:
    """Note in the database that a backup is complete, including its copy elsewhere."""
    done = {"at": clock.now(), "machine": platform.node()[:100]}
    Heartbeat.objects.update_or_create(name=Heartbeat.Name.BACKUP, defaults=done)


def last_backup() -> datetime | None:
    """Return when the last backup was completed."""
    return Heartbeat.objects.filter(pk=Heartbeat.Name.BACKUP).values_list("at", flat=True).first()
