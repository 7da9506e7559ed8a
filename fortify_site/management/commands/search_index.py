"""For a database that got ``pg_trgm`` after the site's tables, or names from a process older than the search."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.models import Model

from accounts.letter_case import NameField
from accounts.lookalikes import SkeletonField
from accounts.search_key import SearchKeyField, add_index, add_missing, add_trigrams


class Command(BaseCommand):
    help = (
        "Add the names that the search lacks, and what PostgreSQL needs to find names with a slip in them: the "
        "extension pg_trgm and its indexes."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        models = [model for model in apps.get_models() if any(map(_is_key, model._meta.local_fields))]
        count = sum(add_missing(model._default_manager.all(), name) for model in models for name in _names(model))
        self.stdout.write(f"Names added: {count}")
        if why := add_trigrams(connection.alias):
            raise CommandError(f"The extension pg_trgm could not be added: {why}")
        if connection.vendor != "postgresql":
            self.stdout.write("This database needs no such index.")
            return
        for model in models:
            add_index(connection, model._meta.db_table)
        self.stdout.write("Names with a slip in them are found now. Restart the web processes.")


def _names(model: type[Model]) -> list[str]:
    """The forms of a name that any number of rows may share."""
    fields = model._meta.local_fields
    return [field.name for field in fields if isinstance(field, NameField) and not isinstance(field, SkeletonField)]


def _is_key(field: object) -> bool:
    return isinstance(field, SearchKeyField)
