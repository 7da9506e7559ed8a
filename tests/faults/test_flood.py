"""Floods of email at a running site: to made-up addresses, and by a player to the player's own address."""

from __future__ import annotations

import secrets
import smtplib
import threading
from base64 import b32encode
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import repeat

import pytest

from fortify_site.ops.status import emails
from jobs.broker import client
from mail.inbound import admission
from mail.inbound.reply_address import address_of
from mail.models import InboundMail
from matches.models import LogEntry, Match, Outage
from matches.time_control import time_control
from tests.support.factories import MatchFactory
from tests.support.patience import PATIENCE
from tests.support.servers import Valkey, free_port
from timekeeping import clock

from .site import Site, until
from .tally import Tally
from .test_time import seconds, swept_since
from .test_ways_in import DOMAIN, SENDER, Reply, asked

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.worker, pytest.mark.fault(number=37)]
CLIENTS = 3
FEW = 300  # emails, at least
READING = b"matches.tasks.read_mail"


@pytest.fixture
def port(valkey: Valkey, site: Site) -> int:
    """The port at which a running site receives emails, with the workers that a host has."""
    port = free_port()
    site.beat(REPLY_DOMAIN=DOMAIN)
    for queues in ("celery", "mail", "inbound"):
        words = ("--queues", queues, "--hostname", f"{queues}@%h", "--concurrency", "1")
        site.worker(*words, REPLY_DOMAIN=DOMAIN)
    door = site.launch("manage", "receive_mail", "--port", str(port), REPLY_DOMAIN=DOMAIN)
    door.wait_until(lambda: "is taken in" in door.words)
    site.running.append(door)
    return port


@contextmanager
def flood(port: int, addresses: Iterator[str]) -> Iterator[Counter[int]]:
    """Send emails without a break, and count the answers by their codes."""
    answers: Counter[int] = Counter()
    is_over = threading.Event()
    threads = [threading.Thread(target=_pour, args=(port, addresses, answers, is_over)) for _ in range(CLIENTS)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def _pour(port: int, addresses: Iterator[str], answers: Counter[int], is_over: threading.Event) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as server:
        while not is_over.is_set():
            address = next(addresses)
            mail = f"From: {SENDER}\r\nTo: {address}\r\nMessage-ID: <{secrets.token_hex()}@x>\r\n\r\nhelp\r\n"
            try:
                server.sendmail(SENDER, [address], mail)
                answers[250] += 1
            except smtplib.SMTPRecipientsRefused as refusal:
                answers[refusal.recipients[address][0]] += 1


class MadeUp:
    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return address_of(b32encode(secrets.token_bytes(20)).decode().lower())


def time_out_meanwhile(answers: Counter[int], tally: Tally) -> None:
    """Check that deadlines are decided, sweeps continue and no clock gains time while the emails come."""
    match: Match = MatchFactory(control=time_control.TimeControl.fixed(seconds(3)))
    patient: Match = MatchFactory(days=3)
    before = asked(patient).deadline
    until(match.log.filter(kind=LogEntry.Kind.TIME).exists)
    lines = list(match.log.order_by("index"))
    if len(lines) == 1:  # else the email about the turn took so long that the clock was restarted
        tally.delay((lines[0].at - match.started_at).total_seconds() - 3)
    until(lambda: sum(answers.values()) >= FEW)
    until(partial(swept_since, clock.now()))
    assert asked(patient).deadline == before
    assert not Outage.objects.exists()


def test_made_up_addresses_stop_no_deadline_and_leave_no_row(port: int, site: Site, tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        with flood(port, iter(MadeUp())) as answers:
            time_out_meanwhile(answers, tally)
            reply = Reply.to_a_new_match()
            with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as server:
                server.sendmail(SENDER, [reply.address], reply.raw)
            until(reply.match.log.exists)
        reply.account(tally)
        assert set(answers) == {550}
        assert [mail.recipients for mail in InboundMail.objects.all()] == [[reply.address]]
        assert emails.mails_refused(clock.now()).state == "warn"
        InboundMail.objects.all().delete()
    tally.delay_of = "a deadline’s decision"
    site.check_all_run()


def test_a_player_who_writes_in_masses_holds_up_nobody(port: int, site: Site, tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=5):
        own = Reply.to_a_new_match("help")
        with flood(port, repeat(own.address)) as answers:
            time_out_meanwhile(answers, tally)
        assert set(answers) == {250, 450}
        assert InboundMail.objects.count() <= admission.MOST_TO_ADDRESS + CLIENTS
        with client() as jobs:
            assert not [job for job in jobs.lrange("celery", 0, -1) if READING in job]
        InboundMail.objects.all().delete()
    tally.delay_of = "a deadline’s decision"
    site.check_all_run()
