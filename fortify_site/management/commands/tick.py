from __future__ import annotations

from functools import partial
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from fortify_site.api.webhooks import deliveries as webhooks
from fortify_site.base_task import WAITS
from fortify_site.push import notices
from fortify_site.run import schema_check
from fortify_site.run.tick import Act, TickOutcome, tick
from mail.inbound import imap, lease
from mail.outbox import deliver
from matches.clocks import restoration
from matches.computers import better_turn, think
from matches.replies import process

# What these would ask workers for is done here: incoming emails are read first, so that a turn stamped in time is
# played before its deadline is decided, and the emails that are due are sent last.
ASKING_WORKERS = frozenset(
    {
        "mail.tasks.collect_mails",
        "mail.tasks.sweep_outbox",
        "matches.tasks.sweep_inbound",
        "matches.tasks.sweep_computers",
        "fortify_site.api.tasks.sweep_webhooks",
        "fortify_site.push.tasks.sweep_notices",
    }
)


class Command(BaseCommand):
    help = (
        "Do once what beat and the workers do: outages, deadlines, reminders, emails, expired challenges, "
        "cleaning up. Run each minute by cron, it runs a site without Redis, worker and beat."
    )

    # It runs every minute, and cron needn't email the warnings that other commands give at their start.
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        if words := schema_check.schema_fault():
            raise CommandError(words)
        done = one_round()
        for job in done:
            self.stdout.write(f"{job.name}: {job.words}")
        if failed := [job.name for job in done if job.failed]:
            raise CommandError(f"Failed: {', '.join(failed)}. The log says why; the rest was done.")


def one_round() -> list[TickOutcome]:
    if restoration.waits_for_the_host():
        return [TickOutcome("everything", WAITS, failed=True)]
    first: dict[str, Act] = {"collect mails": imap.collect} if settings.IMAP_URL else {}
    first["read mails"] = partial(lease.process_due, process.process)
    last: dict[str, Act] = {
        "sweep the webhooks": webhooks.deliver_due,
        "sweep the notices": notices.deliver_due,
        "send mails": deliver.deliver_due,
        "let computers think": think.think_due,
        "look for better turns": better_turn.look_due,
    }
    return tick(first, last, instead_of=ASKING_WORKERS)
