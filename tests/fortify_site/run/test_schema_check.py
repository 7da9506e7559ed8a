"""Which databases the site works with, and what it says of others."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from fortify_site.run import schema_check

pytestmark = pytest.mark.django_db
BEFORE_1_0 = ("accounts 0001_initial", "matches 0001_initial", "mail 0001_initial", "tournaments 0040_byes_reworded")


def record(*migrations: str) -> None:
    for migration in migrations:
        app, name = migration.split()
        MigrationRecorder.Migration.objects.create(app=app, name=name)


def test_the_tables_of_this_version_are_fine() -> None:
    assert schema_check.schema_fault() == ""
    assert schema_check.newer_schema_fault() == ""


def test_tables_of_a_newer_version_are_refused_and_left_alone() -> None:
    record("matches 9999_from_the_future")
    assert (
        "a newer version’s, or one’s from before 1.0 (matches 9999_from_the_future is un" in schema_check.schema_fault()
    )
    with pytest.raises(CommandError, match=r"9999_from_the_future is unknown here.*Update the code"):
        call_command("migrate", verbosity=0)


def test_tables_from_before_1_0_are_refused_and_left_alone() -> None:
    MigrationRecorder.Migration.objects.all().delete()
    record(*BEFORE_1_0)
    with pytest.raises(CommandError, match=r"0040_byes_reworded is unknown here.*from before 1\.0 by their archives"):
        call_command("migrate", verbosity=0)


def test_migrations_that_have_been_squashed_since_are_nobodys_fault() -> None:
    known = list(MigrationRecorder.Migration.objects.order_by("pk"))
    MigrationRecorder.Migration.objects.all().delete()
    record("matches 0002_squashed_since")
    MigrationRecorder.Migration.objects.bulk_create(
        MigrationRecorder.Migration(app=row.app, name=row.name) for row in known
    )
    assert schema_check.schema_fault() == ""


def test_tables_that_are_missing_are_to_be_migrated() -> None:
    MigrationRecorder.Migration.objects.filter(app="jobs").delete()
    assert schema_check.schema_fault().endswith("(jobs 0001_initial is missing): run manage.py migrate.")
    assert schema_check.newer_schema_fault() == ""


def test_an_empty_database_is_to_be_migrated() -> None:
    MigrationRecorder.Migration.objects.all().delete()
    assert "run manage.py migrate" in schema_check.schema_fault()
