from __future__ import annotations

from typing import Any

from django.core.management.commands import createcachetable

from fortify_site.run.one_process import alone


class Command(createcachetable.Command):
    """Django's, one machine after the other: several may be started at once."""

    def handle(self, *args: Any, **options: Any) -> None:
        with alone():
            super().handle(*args, **options)
