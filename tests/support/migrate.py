"""Going back to what the database was like, and forth again."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def migrate(*targets: tuple[str, str]) -> Any:
    """To these migrations, or without any to the newest of all apps; the models as they were there."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())
    return models_at(*targets)


def models_at(*targets: tuple[str, str]) -> Any:
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps
