"""A busy server around deadlines: whatever reaches the gate within the grace counts, on every way in."""

from __future__ import annotations

import json
import os
import random
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from http.client import HTTPConnection

import pytest

from fortify_site.api import tokens
from fortify_site.api.models import Token
from mail.models import InboundMail, OutboxMail
from matches import sweep
from matches.mails import tokens as link_tokens
from matches.models import LogEntry, Match, Seat
from matches.time_control import time_control
from tests.mail import providers
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory
from tests.support.mail_players import newest, read_one, reply_address, reply_to
from tests.support.patience import PATIENCE
from tests.support.processes import Running
from tests.support.servers import Valkey, free_port
from timekeeping import clock

from .ageing import age
from .site import Site, count_double_decisions
from .tally import Tally
from .test_time import but_the_heartbeat
from .visitor import Visitor

pytestmark = pytest.mark.django_db(transaction=True)
DOMAIN = "replies.example"
SENDER = "somebody@programs.example"
BANK = timedelta(days=3)
MOMENTS = [timedelta(milliseconds=offset) for offset in (-900, -600, -300, -100, 100, 300)]  # around each deadline
SOON = timedelta(seconds=3)


@dataclass
class Sent:
    """A turn that is being sent. ``wait`` returns once it is answered."""

    wait: Callable[[], object]

    def answered_at(self) -> datetime:
        self.wait()
        return clock.now()


Way = Callable[["Doors", Seat, str, datetime], Sent]


class Doors:
    """The site's ways in: its web server and the process that receives emails."""

    def __init__(self, site: Site) -> None:
        self.host = site.address.removeprefix("http://")
        self.port = free_port()
        self.receiver = site.launch("manage", "receive_mail", "--port", str(self.port), REPLY_DOMAIN=DOMAIN)
        self.receiver.wait_until(lambda: "is taken in" in self.receiver.words)
        env = {"REPLY_DOMAIN": DOMAIN, "MAIL_PROVIDER": "sparkpost", "MAIL_PROVIDER_SECRET": providers.SECRET}
        self.web = site.web(WEB_THREADS="2", **env)
        site.running.append(self.receiver)

    def post(self, moment: datetime, path: str, body: str, headers: dict[str, str]) -> Sent:
        line = HTTPConnection(self.host, timeout=PATIENCE)
        wait_for(moment)
        line.request("POST", path, body, headers)
        return Sent(lambda: answer(line))


def answer(line: HTTPConnection) -> int:
    response = line.getresponse()
    response.read()
    line.close()
    return response.status


def wait_for(moment: datetime) -> None:
    time.sleep(max(0.0, (moment - datetime.now(UTC)).total_seconds()))


# -- ways in -------------------------------------------------------------------------------------------------------


def by_page(doors: Doors, seat: Seat, text: str, moment: datetime) -> Sent:
    visitor = Visitor(f"http://{doors.host}", seat.player)
    body = visitor.form(number=str(seat.asked_turn), text=text)
    return doors.post(moment, f"/matches/{seat.match_id}/play/", body, visitor.headers(body))


def by_link(doors: Doors, seat: Seat, text: str, moment: datetime) -> Sent:
    visitor = Visitor(f"http://{doors.host}")
    body = visitor.form(text=text, sure="yes")
    return doors.post(moment, f"/l/{link_tokens.mint_turn(seat, seat.asked_turn or 0)}/", body, visitor.headers(body))


def by_api(doors: Doors, seat: Seat, text: str, moment: datetime) -> Sent:
    assert seat.player is not None
    token = tokens.make_token(seat.player, "a program", Token.Scope.PLAY)
    head = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    body = json.dumps({"number": seat.asked_turn, "text": text})
    return doors.post(moment, f"/api/v1/matches/{seat.match_id}/turns", body, head)


def by_webhook(doors: Doors, seat: Seat, text: str, moment: datetime) -> Sent:
    raw, address = reply_of(seat, text)
    mail = {**providers.sparkpost_mail(raw), "rcpt_to": address}
    head = {"Content-Type": "application/json", **providers.authorisation()}
    body = json.dumps([{"msys": {"relay_message": mail}}])
    return doors.post(moment, "/webhooks/sparkpost/inbound_mime/", body, head)


def by_mail_server(doors: Doors, seat: Seat, text: str, moment: datetime) -> Sent:
    """Send the turn by SMTP. All but the end of the email is there when the server is stopped."""
    raw, address = reply_of(seat, text)
    line = smtplib.SMTP("127.0.0.1", doors.port, timeout=PATIENCE)
    line.ehlo()
    line.mail(SENDER)
    line.rcpt(address)
    line.docmd("DATA")
    line.send(b"\r\n".join(raw.splitlines()))
    wait_for(moment)
    line.send(b"\r\n.\r\n")
    return Sent(lambda: reply(line))


def reply(line: smtplib.SMTP) -> int:
    code, _ = line.getreply()
    line.close()
    return code


def reply_of(seat: Seat, text: str) -> tuple[bytes, str]:
    assert seat.player is not None
    message = newest(seat.player)
    return reply_to(message, text), reply_address(message)


WAYS: list[Way] = [by_page, by_link, by_api, by_webhook, by_mail_server]


# -- 39: the last second before a deadline -----------------------------------------------------------------------------


@pytest.mark.postgres
@pytest.mark.fault(number=39)
def test_what_reaches_the_gate_within_the_grace_counts(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.haste = 1  # with the site's own grace
    doors = Doors(site)
    for number in tally.repeat(quick=1, long=10):
        last_second(doors, random.Random(number), tally)
    tally.rounds *= len(WAYS) * len(MOMENTS)
    tally.delay_of = "answer"
    count_double_decisions(tally)
    site.check_all_run()


def last_second(doors: Doors, luck: random.Random, tally: Tally) -> None:
    """Have everyone send a turn around their deadlines, each in another match, while the site is frozen.

    What came is looked at when all deadlines have passed, beside a sweep.
    """
    matches = [MatchFactory(control=time_control.TimeControl.fixed(BANK.days)) for _ in range(len(WAYS) * len(MOMENTS))]
    texts = [match.game.sample(match.loaded_state, seat_of(match).index, luck) for match in matches]
    OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).update(
        status=OutboxMail.Status.SENT, sent_at=clock.now()
    )
    first = min(deadline_of(seat_of(match)) for match in matches)
    age(first - clock.now() - 4 * SOON, but_the_heartbeat)
    seats = [seat_of(match) for match in matches]
    plan = [(way, offset) for way in WAYS for offset in MOMENTS]
    senders = [
        partial(way, doors, seat, text, deadline_of(seat) + offset)
        for (way, offset), seat, text in zip(plan, seats, texts, strict=True)
    ]
    deadlines = sorted(map(deadline_of, seats))
    with busy_machine():
        frozen: list[Sent] = at_once(*senders, partial(freeze, [doors.web, doors.receiver], deadlines))[:-1]
        start = time.monotonic()
        answered: list[datetime] = at_once(*(sent.answered_at for sent in frozen), sweep.sweep_deadlines)[:-1]
        tally.delay(time.monotonic() - start)
    for pk in InboundMail.objects.filter(status=InboundMail.Status.WAITING).values_list("pk", flat=True):
        read_one(pk)
    sweep.sweep_deadlines()
    for (way, offset), seat, at in zip(plan, seats, answered, strict=True):
        account(f"{way.__name__} {offset}", seat, at, tally)


def account(what: str, seat: Seat, answered_at: datetime, tally: Tally) -> None:
    """Check that the turn counts, or was answered after the grace. No sweep may decide before that."""
    end = deadline_of(seat) + time_control.GRACE
    lines = LogEntry.objects.filter(seat=seat)
    if not lines.filter(kind=LogEntry.Kind.PLAY, number=seat.asked_turn).exists():
        tally.lost += answered_at <= end
        assert answered_at > end, f"{what}: answered at {answered_at} and refused, with a deadline of {seat.deadline}"
    assert not lines.filter(kind=LogEntry.Kind.TIME, at__lte=end).exists(), f"{what}: decided before {end}"


def freeze(parts: list[Running], deadlines: list[datetime]) -> None:
    """Stop the processes from before the first deadline until after the last."""
    wait_for(deadlines[0] - SOON / 2)
    for part in parts:
        os.killpg(part.process.pid, signal.SIGSTOP)
    try:
        wait_for(deadlines[-1] + SOON / 2)
    finally:
        for part in parts:
            os.killpg(part.process.pid, signal.SIGCONT)


@contextmanager
def busy_machine() -> Iterator[None]:
    """Keep every core busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


def seat_of(match: Match) -> Seat:
    return match.seats.select_related("match", "player").get(asked_turn__isnull=False)


def deadline_of(seat: Seat) -> datetime:
    assert seat.deadline is not None
    return seat.deadline
