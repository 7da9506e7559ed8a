from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from fortify_site.push.encrypt import new_private_key


class Command(BaseCommand):
    help = "Make the key that notifications on players' devices are signed with, as a line for the environment."

    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"PUSH_KEY={new_private_key()}")
