"""Emptying the database after a test whose transactions were real.

Django truncates every table and makes its permissions and content types again, half a second each time; here only
tables that have rows are emptied, and what the migrations have made stays.
"""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test import TransactionTestCase

MADE_BY_MIGRATIONS = {model._meta.db_table for model in (ContentType, Permission, MigrationRecorder.Migration)}


def tables_with_rows() -> set[str]:
    tables = connection.introspection.table_names()
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables))  # noqa: S608
        return {table for (table,) in cursor.fetchall()}


def delete_all_rows() -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for table in tables_with_rows() - MADE_BY_MIGRATIONS:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 (foreign keys are looked at when all is gone)


def empty_database(_case: TransactionTestCase) -> None:
    delete_all_rows()


TransactionTestCase._fixture_teardown = empty_database  # type: ignore[attr-defined]
# No test leaves anything in a session, and to open one takes as long as most tests.
TransactionTestCase._should_reload_connections = lambda _case: False  # type: ignore[attr-defined]
