from __future__ import annotations

from typing import Any

from django.core.management import CommandError, call_command
from django.core.management.commands import migrate

from fortify_site.run import schema_check
from fortify_site.run.one_process import alone


class Command(migrate.Command):
    """Django's command, run by one process at a time, since several may be started at once.

    It refuses tables that another version has made, and also creates the cache's table, which no migration makes and
    other commands need.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        with alone():
            if words := schema_check.newer_schema_fault():
                raise CommandError(words)
            super().handle(*args, **options)
        if not options["plan"] and not options["check_unapplied"]:
            call_command("createcachetable", database=options["database"], verbosity=0)
