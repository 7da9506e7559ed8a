"""A mail server that refuses, hangs, is slow, hangs up or is missing. Trouble with one email affects no other."""

from __future__ import annotations

import pytest

from fortify_site.management.commands.serve import workers
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from tests.support.servers import Valkey, free_port
from tests.support.smtp_server import Sink, serving

from .site import Site, account_for_mails, note_delays_of_mails, settled, until
from .tally import Tally

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
Status = OutboxMail.Status

TROUBLE = {
    "busy": ["450 greylisted", "data 451 try later", ""],
    "closing": ["421 closing", ""],
    "broken-off": ["close", ""],
    "hanging": ["hang", ""],
    "slow": ["slow 1"],
    "unknown": ["550 no such user"],
    "spam": ["data 554 looks like spam"],
}
GIVEN_UP = {"unknown": "550 no such user", "spam": "554 looks like spam"}


def write(name: str) -> OutboxMail:
    return queue_composed(f"{name}@x.example", "s", "t", "")


def start_workers(site: Site, **env: str) -> None:
    """Start the workers as ``manage.py serve`` does: one for deadlines, one for emails."""
    for words in workers().values():
        site.worker(*words, **env)


def meet_every_trouble(sink: Sink, number: int) -> None:
    """Send emails to everyone at once, and check what becomes of each.

    Those to good addresses are sent before the hanging one is given up, which is late enough even on a busy machine.
    """
    for name, answers in TROUBLE.items():
        sink.script[f"{name}{number}@x.example"] = list(answers)
    bad = {name: write(f"{name}{number}") for name in TROUBLE}
    good = [write(f"good{n}-{number}") for n in range(8)]
    until(lambda: all(fresh(mail).status == Status.SENT for mail in good))
    hanging = fresh(bad["hanging"])
    assert (hanging.status, hanging.attempts, hanging.last_error) == (Status.QUEUED, 1, "")
    until(settled)
    for name, mail in bad.items():
        words = GIVEN_UP.get(name, "")
        expected = (Status.PARKED if words else Status.SENT, words, len(TROUBLE[name]))
        assert (fresh(mail).status, fresh(mail).last_error, fresh(mail).attempts) == expected


def fresh(mail: OutboxMail) -> OutboxMail:
    return OutboxMail.objects.get(pk=mail.pk)


@pytest.mark.fault(number=11)
def test_each_mail_meets_the_fate_of_its_own_recipient(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    start_workers(site, EMAIL_TIMEOUT="30", LEASE="300")
    site.beat()
    for number in tally.repeat(quick=1, long=10):
        meet_every_trouble(sink, number)
    account_for_mails(sink, tally, given_up=len(GIVEN_UP) * tally.rounds)
    note_delays_of_mails(sink, tally)
    assert tally.repeated == tally.rounds  # the one whose connection was cut


@pytest.mark.fault(number=11)
def test_mails_wait_for_a_server_that_is_not_there(valkey: Valkey, site: Site, sink: Sink, tally: Tally) -> None:
    tally.rounds += 1
    port = free_port()
    start_workers(site, EMAIL_URL=f"smtp://127.0.0.1:{port}")
    site.beat()
    mails = [write(f"reader{n}") for n in range(4)]
    until(lambda: all("ConnectionRefusedError" in fresh(mail).last_error for mail in mails))
    with serving(sink, port):
        until(settled)
    account_for_mails(sink, tally)
