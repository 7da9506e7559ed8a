"""Going back to what the database was like, and forth again, through every migration that others stand for by now."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader


class StepByStep(MigrationLoader):
    """Leaves out those that stand for others; who comes after one of them comes after the last that it stands for."""

    def load_disk(self) -> None:
        super().load_disk()
        on_disk = self.disk_migrations
        last_of = {key: migration.replaces[-1] for key, migration in on_disk.items() if migration.replaces}
        self.disk_migrations = {key: migration for key, migration in on_disk.items() if key not in last_of}
        for migration in self.disk_migrations.values():
            migration.dependencies = [last_of.get(before, before) for before in migration.dependencies]  # type: ignore[misc]  # Django gives each its own list


def migrate(*targets: tuple[str, str]) -> Any:
    """To these migrations, or without any to the newest of all apps; the models as they were there."""
    executor = MigrationExecutor(connection)
    executor.loader = StepByStep(connection)
    executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())
    return models_at(*targets)


def models_at(*targets: tuple[str, str]) -> Any:
    return StepByStep(connection).project_state(list(targets)).apps
