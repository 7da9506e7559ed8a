from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from fortify_site.demo.club import create_club
from fortify_site.demo.events import create_events
from fortify_site.demo.players import HOST, NAMES, PASSWORD, NoPlaceForIt, address, create_demo
from fortify_site.demo.weekly import create_weekly_forests


class Command(BaseCommand):
    help = "Make demo players, matches and events in progress, on an empty site that only this machine can reach."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with transaction.atomic():  # half a demo would have players, so the rest would never be made
                create_demo()
                create_club()
                create_events()
                create_weekly_forests()
        except NoPlaceForIt as error:
            raise CommandError(str(error)) from error
        logins = ", ".join(address(name) for name in (*NAMES, HOST))
        self.stdout.write(f"Demo players, all with the password {PASSWORD}: {logins}")
