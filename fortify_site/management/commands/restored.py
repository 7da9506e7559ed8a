from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Q

from fortify_site.api.webhooks import deliveries as webhooks
from fortify_site.push import notices
from matches.clocks import restoration
from timekeeping import clock
from tournaments.models import Event

SECOND = timedelta(seconds=1)


class Command(BaseCommand):
    help = (
        "Restart the site after its database was restored from a backup: give clocks the time since the backup, drop "
        "the emails that waited in it, and tell players and organisers."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--send-queued", action="store_true", help="send what waited in the backup")
        parser.add_argument("--nothing-lost", action="store_true", help="the database was moved while the site was off")
        parser.add_argument("--anyway", action="store_true", help="even if the database doesn't look restored")
        parser.add_argument("--no-input", action="store_true", help="do not ask")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["nothing_lost"]:
            restoration.resume_site()
            self.stdout.write("The site continues with this database.")
            return
        self._refuse_if_alive(anyway=options["anyway"])
        self._ask(no_input=options["no_input"])
        with transaction.atomic():
            until = restoration.written_until()
            deliveries = 0
            if not options["send_queued"]:
                deliveries = webhooks.drop_queued(until)
                notices.drop_queued(until)
            done = restoration.restore(_organisers(), send_queued=options["send_queued"])
        lost = done.outage.ended_at - done.outage.began_at
        self.stdout.write(
            f"Time given back: {lost - lost % SECOND} (clocks: {done.outage.clocks})\n"
            f"Players and organisers emailed: {done.told}\n"
            f"Dropped from the backup's queue: emails {done.mails}, webhook deliveries {deliveries}"
        )

    def _refuse_if_alive(self, *, anyway: bool) -> None:
        try:
            restoration.refuse_if_alive()
        except restoration.NotBroughtBack:
            if not anyway:
                raise CommandError(
                    "This database does not look restored: the site swept it within the last ten minutes. "
                    "If it is restored all the same, stop the site and add --anyway."
                ) from None

    def _ask(self, *, no_input: bool) -> None:
        known = restoration.as_of()
        when = f"{known:%Y-%m-%d %H:%M} UTC" if known else "a time before the first sweep"
        self.stdout.write(f"The backup is as of {when}; it is now {clock.now():%Y-%m-%d %H:%M} UTC.")
        if not no_input and input("Tell everyone, and continue from there? [y/N] ").strip().lower() not in {"y", "yes"}:
            raise CommandError("Nothing was changed.")


def _organisers() -> Q:
    """Return a filter for the organisers of events that aren't over."""
    over = (Event.Stage.FINISHED, Event.Stage.CANCELLED)
    return Q(events_organised__in=Event.objects.exclude(stage__in=over))
