"""Going back to what the database was like, and forth again, through every migration that others stand for by now."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class StepByStep(MigrationLoader):
    """Leaves out those that stand for others."""

    def load_disk(self) -> None:
        super().load_disk()
        on_disk = self.disk_migrations
        self.disk_migrations = {
            key: migration for key, migration in on_disk.items() if on_disk.keys().isdisjoint(migration.replaces)
        }


def migrate(*targets: tuple[str, str]) -> Any:
    """To these migrations, or without any to the newest of all apps; the models as they were there."""
    executor = MigrationExecutor(connection)
    executor.loader = StepByStep(connection)
    executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())
    return models_at(*targets)


def models_at(*targets: tuple[str, str]) -> Any:
    return StepByStep(connection).project_state(list(targets)).apps
