"""Checks that the database's tables are those that this version of the code works with."""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Iterator
from importlib.util import find_spec

from django.apps import apps
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder

log = logging.getLogger(__name__)

Name = tuple[str, str]  # an app's name and a migration's


def schema_fault() -> str:
    """Return a sentence about what is wrong; "" if nothing is.

    Raises ``django.db.Error`` if the database doesn't answer.
    """
    known, applied = set(_on_disk()), _applied()
    if newer := _newer(known, applied):
        app, name = newer[-1]
        return (
            f"The database is a newer version’s, or one’s from before 1.0 ({app} {name} is unknown here), so this "
            "version of the site can't work with it. Update the code; or restore the backup from before the update, "
            "as docs/hosting.md says under “Going back”. Clubs move from before 1.0 by their archives."
        )
    if missing := known - set(applied):
        app, name = min(missing)
        return f"The database’s tables are older than the code ({app} {name} is missing): run manage.py migrate."
    return ""


def newer_schema_fault() -> str:
    """Return a sentence about a database that ``migrate`` must leave alone; "" if it may begin."""
    return schema_fault() if _newer(set(_on_disk()), _applied()) else ""


def refuse_foreign_tables() -> None:
    """Raise ``SystemExit`` if this code and the database don't belong together.

    A database that doesn't answer is no reason to stay down: the site says so, and works once it is back.
    """
    try:
        words = schema_fault()
    except Error as error:
        log.warning("Whether the database's tables fit could not be looked up: %s", error)
        return
    finally:
        connection.close()  # processes forked from here make their own connections
    if words:
        raise SystemExit(words)


def _on_disk() -> Iterator[Name]:
    """Yield the migrations on disk, without importing them, which would be the slowest part of starting."""
    for app in apps.get_app_configs():
        spec = find_spec(f"{app.name}.migrations")
        for module in pkgutil.iter_modules(spec.submodule_search_locations or []) if spec else []:
            if not module.name.startswith("_"):
                yield app.label, module.name


def _applied() -> list[Name]:
    """Return the applied migrations in order."""
    recorder = MigrationRecorder(connection)
    if not recorder.has_table():
        return []
    return list(recorder.migration_qs.order_by("pk").values_list("app", "name"))


def _newer(known: set[Name], applied: list[Name]) -> list[Name]:
    """Return the applied migrations after the last known one. Unknown ones before that have been squashed since."""
    last = max((place for place, name in enumerate(applied) if name in known), default=-1)
    return applied[last + 1 :]
