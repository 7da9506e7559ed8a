"""A command that makes the search's index, for a database that got ``pg_trgm`` after the site's tables."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts.names.search_key import SearchKeyField, add_index, add_trigrams


class Command(BaseCommand):
    help = "Add what PostgreSQL needs to find names with a slip in them: the extension pg_trgm and its indexes."

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            self.stdout.write("This database needs no such index.")
            return
        if why := add_trigrams(connection.alias):
            raise CommandError(f"The extension pg_trgm could not be added: {why}")
        for model in apps.get_models():
            if any(isinstance(field, SearchKeyField) for field in model._meta.local_fields):
                add_index(connection, model._meta.db_table)
        self.stdout.write("Names with a slip in them are found now. Restart the web processes.")
