"""Two versions of the code at work at once, as while a new one is being rolled out."""

from __future__ import annotations

import pytest

from fortify_site.celery import app
from mail.outbox import queue
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink

from .site import Site, account_for_mails, note_delays_of_mails, settled, until
from .tally import Tally

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
UNKNOWN = "matches.tasks.deliver_mail"
THROWN_AWAY = f"Received unregistered task of type '{UNKNOWN}'"


def roll_out(site: Site, number: int) -> None:
    """An old worker throws away jobs that it does not know; then a new one is started beside it."""
    old = site.worker("--hostname", f"old{number}@%h", "--concurrency", "2", SABOTAGE=f"forget={UNKNOWN}")
    mails = [queue.queue_composed(f"reader{number}-{n}@x.example", "s", "t", "") for n in range(6)]
    until(lambda: old.words.count(THROWN_AWAY) > len(mails))  # the sweep asks again
    app.send_task("matches.tasks.sweep_matches")
    until(lambda: "deadlines decided" in old.words)  # what it knows it does meanwhile
    new = site.worker("--hostname", f"new{number}@%h", "--concurrency", "2")
    until(settled)  # though the old one still takes some of the jobs
    old.stop()
    new.stop()


@pytest.mark.fault(number=34)
def test_the_sweep_asks_again_for_what_an_old_worker_does_not_know(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    site.beat()
    for number in tally.repeat(quick=1, long=5):
        roll_out(site, number)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)
