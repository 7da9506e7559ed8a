"""Two versions of the code at work at once, as while a new one is being rolled out."""

from __future__ import annotations

import pytest

from fortify_site.broker import client
from fortify_site.celery import app
from matches import tasks
from matches.mail.queue import queue_composed
from tests.running import Running
from tests.services import Valkey
from tests.smtp import Sink

from .site import Site, account_for_mails, note_delays_of_mails, settled, until
from .tally import Tally

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
UNKNOWN = "matches.tasks.deliver_mail"


def waiting() -> int:
    """Jobs that are in the broker, in a queue or in a worker's hands."""
    with client() as broker:
        return int(broker.llen("mail")) + int(broker.llen("celery")) + int(broker.hlen("unacked"))


def unknown(worker: Running) -> int:
    return worker.words.count("is not known to this worker")


def roll_out(site: Site, number: int) -> None:
    """An old worker is given jobs it does not know; then a new one is started beside it."""
    old = site.worker(SABOTAGE=f"forget={UNKNOWN}")
    mails = [queue_composed(f"reader{number}-{n}@x.example", "s", "t", "") for n in range(6)]
    until(lambda: unknown(old) >= len(mails) + 2)  # they come back
    app.send_task("matches.tasks.sweep_matches")
    until(lambda: "deadlines decided" in old.words)  # what it knows it does meanwhile
    until(lambda: waiting() == len(mails))
    new = site.worker("--hostname", f"new{number}@%h")
    until(settled)
    old.stop()
    new.stop()


@pytest.mark.fault(number=34)
def test_an_old_worker_leaves_jobs_it_does_not_know_to_a_new_one(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    for number in tally.repeat(quick=1, long=5):
        roll_out(site, number)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)


@pytest.mark.fault(number=34)
def test_what_an_old_worker_holds_is_not_lost_with_it_and_what_has_expired_is_let_go(
    valkey: Valkey, site: Site, tally: Tally
) -> None:
    tally.rounds += 1
    old = site.worker(SABOTAGE=f"forget={UNKNOWN}")
    tasks.deliver_mail.apply_async((1,), expires=0.1)
    until(lambda: "Received unregistered task" in old.words)
    until(lambda: waiting() == 0)
    tasks.deliver_mail.delay(1)
    until(lambda: unknown(old) > 0)
    old.stop()
    assert waiting() == 1
