from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from fortify_site.ticking import tick


class Command(BaseCommand):
    help = (
        "One round of all that beat and the workers do: outages, deadlines, reminders, mails, expired challenges, "
        "clearing up. Started each minute by cron, it runs a site without Redis, worker and beat."
    )

    # It comes every minute: what the others warn of at their start need not be mailed by cron each time.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        done = tick()
        for job in done:
            self.stdout.write(f"{job.name}: {job.words}")
        if failed := [job.name for job in done if job.failed]:
            raise CommandError(f"Failed: {', '.join(failed)}. The log says why; the rest was done.")
