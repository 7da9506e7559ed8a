"""A new site's migrations, which stand for others, come to what those come to."""

from __future__ import annotations

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader

from tests.support.migrate import StepByStep


def test_the_models_are_the_same_either_way() -> None:
    short, long = MigrationLoader(None), StepByStep(None)
    assert short.disk_migrations.keys() - long.disk_migrations.keys() == {
        ("accounts", "0001_squashed_0010"),
        ("matches", "0001_squashed_0023"),
        ("tournaments", "0001_squashed_0023"),
    }
    detector = MigrationAutodetector(long.project_state(), short.project_state())
    assert detector.changes(short.graph) == {}
