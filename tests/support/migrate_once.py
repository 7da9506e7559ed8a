"""Migrating the database once per run: the first process does it, and the others copy its database."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import psycopg
import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

MIGRATED = "migrated"


@pytest.fixture(scope="session")
def first_to_migrate() -> Iterator[IO[str] | None]:
    """A lock that makes the other processes wait until the first has migrated.

    ``None`` if another process was first, or if no other would copy the database.
    """
    if connection.vendor == "sqlite" or "PYTEST_XDIST_WORKER" not in os.environ or "TEST_DATABASE_URL" in os.environ:
        yield None
        return
    with Path(os.environ["TESTS_FOLDER"], MIGRATED).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.fstat(lock.fileno()).st_size:
            connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED
            lock.close()
        yield None if lock.closed else lock


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None, first_to_migrate: IO[str] | None) -> None:
    """A hook at the last moment before the database is made."""


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, first_to_migrate: IO[str] | None, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    if first_to_migrate is not None:
        connection.close()  # nobody may look at what is copied
        with psycopg.connect(os.environ["TESTS_DATABASE"], autocommit=True) as server:
            server.execute(f"CREATE DATABASE {MIGRATED} TEMPLATE {connection.settings_dict['NAME']}")
        first_to_migrate.write("done")
        first_to_migrate.close()
    yield
    with django_db_blocker.unblock():
        end_other_sessions()


def end_other_sessions() -> None:
    """End the database's other sessions: while a browser's connection to the site keeps one, it can't be dropped."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
