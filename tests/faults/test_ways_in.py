"""Emails that come in while something is out of order: accepted once, or left with whoever delivers them."""

from __future__ import annotations

import json
import random
import smtplib
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

import pytest
from django.db import Error, connection
from django.test import override_settings
from pytest_django import Settings

from jobs import lease
from mail.inbound import imap, store
from mail.inbound import lease as leasing
from mail.models import InboundMail
from matches import sweep
from matches.models import LogEntry, Match, Seat
from matches.replies import process
from tests.mail import providers
from tests.mail.inbound.imap_server import PASSWORD, USER, Postbox, keeping
from tests.support.concurrently import at_once
from tests.support.factories import MatchFactory
from tests.support.inbound import with_picture
from tests.support.mail_players import answers_to, last_text, newest, reply_address, reply_to
from tests.support.matches import told, travel_past_grace_of, travel_to_deadline_of
from tests.support.patience import PATIENCE
from tests.support.servers import Postgres, Valkey, free_port
from tests.support.smtp_client import open_door, talk
from timekeeping import clock

from .site import Site, until
from .tally import Tally

pytestmark = pytest.mark.django_db(transaction=True)
DOMAIN = "replies.example"
SENDER = "somebody@programs.example"
SMTP = InboundMail.Via.SMTP
Status = InboundMail.Status
POSTED_TO = "/webhooks/sparkpost/inbound_mime/"


@dataclass
class Reply:
    """A turn sent as a reply to an email."""

    match: Match
    address: str
    raw: bytes

    @classmethod
    def to_a_new_match(cls, text: str = "") -> Reply:
        match: Match = MatchFactory()
        seat = asked(match)
        assert seat.player is not None
        message = newest(seat.player)
        turn = text or match.game.sample(match.loaded_state, seat.index, random.Random(match.pk))
        return cls(match, reply_address(message), reply_to(message, turn))

    def keep(self) -> store.StoreResult:
        return store.store_mail(self.raw, via=SMTP, sender=SENDER, recipients=[self.address])

    @property
    def turns(self) -> int:
        return self.match.log.filter(kind=LogEntry.Kind.PLAY).count()

    def account(self, tally: Tally) -> None:
        tally.lost += self.turns == 0
        tally.doubled += self.turns > 1


def asked(match: Match) -> Seat:
    return match.seats.select_related("player").get(asked_turn__isnull=False)


# -- 15: no database -------------------------------------------------------------------------------------------------


class Doors:
    """The three ways into a running site. Each says whether the email was accepted."""

    def __init__(self, site: Site, box: Postbox) -> None:
        self.site, self.box = site, box
        self.port = free_port()
        running = site.launch("manage", "receive_mail", "--port", str(self.port), REPLY_DOMAIN=DOMAIN)
        running.wait_until(lambda: "is taken in" in running.words)
        site.running.append(running)
        site.web(REPLY_DOMAIN=DOMAIN, MAIL_PROVIDER="sparkpost", MAIL_PROVIDER_SECRET=providers.SECRET)

    def by_smtp(self, reply: Reply) -> bool:
        try:
            with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as server:
                server.sendmail(SENDER, [reply.address], reply.raw)
        except smtplib.SMTPRecipientsRefused as refusal:
            if refusal.recipients[reply.address][0] != 451:
                raise
            return False
        return True

    def posted(self, reply: Reply) -> bool:
        mail = {**providers.sparkpost_mail(reply.raw), "rcpt_to": reply.address}
        text = json.dumps([{"msys": {"relay_message": mail}}]).encode()
        head = {"Content-Type": "application/json", **providers.authorisation()}
        request = urllib.request.Request(self.site.address + POSTED_TO, text, head)  # noqa: S310 (our own)
        try:
            urllib.request.urlopen(request, timeout=PATIENCE).close()  # noqa: S310
        except urllib.error.HTTPError as refusal:
            refusal.close()
            if refusal.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            return False
        return True

    def collected(self, reply: Reply) -> bool:
        mail = next((mail for mail in self.box.mails if mail.raw == reply.raw), None) or self.box.put(reply.raw)
        try:
            imap.collect()
        except Error:
            connection.close()
        return bool(mail.flags)


@pytest.mark.postgres
@pytest.mark.fault(number=15)
def test_while_the_database_is_away_mail_stays_where_it_is_and_is_read_once_later(
    postgres: Postgres, valkey: Valkey, site: Site, settings: Settings, tally: Tally
) -> None:
    with keeping(Postbox()) as box:
        settings.IMAP_URL = f"imap://{quote(USER)}:{quote(PASSWORD)}@127.0.0.1:{box.port}/"
        doors = Doors(site, box)
        ways: list[Callable[[Reply], bool]] = [doors.by_smtp, doors.posted, doors.collected]
        for _ in tally.repeat(quick=1, long=10):
            replies = [Reply.to_a_new_match() for _ in ways]
            assert all(way(Reply.to_a_new_match("help")) for way in ways)  # connections are open
            postgres.stop()
            for way, reply in zip(ways, replies, strict=True):
                with tally.timing():
                    assert not way(reply)
            postgres.start()
            connection.close()
            for way, reply in zip(ways, replies, strict=True):
                assert way(reply)
                assert way(reply)
            leasing.process_due(process.process)
            for reply in replies:
                reply.account(tally)
    tally.delay_of = "refusal"
    site.check_all_run()


# -- 31: a provider that posts again, and too much ---------------------------------------------------------------------


@pytest.fixture
def provider(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.mail.providers"
    settings.ANYMAIL = providers.ANYMAIL


def post(*replies: Reply, secret: str = providers.SECRET) -> int:
    mails = [{**providers.sparkpost_mail(reply.raw), "rcpt_to": reply.address} for reply in replies]
    text = json.dumps([{"msys": {"relay_message": mail}} for mail in mails])
    head = providers.authorisation(secret)
    answer = providers.client().post("/sparkpost/", text, content_type="application/json", headers=head)
    return answer.status_code


@pytest.mark.fault(number=31)
def test_what_is_posted_again_at_once_and_in_disorder_counts_once(provider: None, tally: Tally) -> None:
    chance = random.Random(31)
    for _ in tally.repeat(quick=2, long=30):
        replies = [Reply.to_a_new_match() for _ in range(4)]
        orders = [chance.sample(replies, len(replies)) for _ in range(4)]
        assert at_once(*(partial(post, *order) for order in orders)) == [200] * 4
        leasing.process_due(process.process)
        assert post(*replies) == 200
        leasing.process_due(process.process)
        for reply in replies:
            reply.account(tally)
        assert InboundMail.objects.count() == 4 * tally.rounds


@pytest.mark.fault(number=31)
def test_who_does_not_know_the_secret_posts_nothing(provider: None, tally: Tally) -> None:
    for number in tally.repeat(quick=2, long=30):
        assert post(Reply.to_a_new_match(), secret=f"fortify:guess {number}") == 400
    assert not InboundMail.objects.exists()


@pytest.mark.fault(number=31)
def test_a_batch_that_is_too_large_is_refused_whole(provider: None, tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=3):
        small = Reply.to_a_new_match()
        assert post(*[small] * 2000) in {400, 413}
        large = Reply(small.match, small.address, small.raw + b"x" * 3 * store.LARGEST_ACCEPTED)
        assert post(small, large) == 413
        assert not InboundMail.objects.filter(recipients=[small.address]).exists()
        assert post(small) == 200
        leasing.process_due(process.process)
        small.account(tally)


# -- 44: pictures in a reply -------------------------------------------------------------------------------------------


def by_smtp(reply: Reply) -> None:
    with open_door() as server, talk(server) as client:
        client.sendmail(SENDER, [reply.address], reply.raw)


def by_lmtp(reply: Reply) -> None:
    with open_door(lmtp=True) as server, talk(server) as client:
        client.sendmail(SENDER, [reply.address], reply.raw)


def by_webhook(reply: Reply) -> None:
    assert post(reply) == 200


def by_mailbox(reply: Reply) -> None:
    with keeping(Postbox()) as box, override_settings(IMAP_URL=f"imap://{USER}:{PASSWORD}@127.0.0.1:{box.port}/"):
        mail = box.put(reply.raw)
        imap.collect()
        assert mail.flags


WAYS = (by_smtp, by_lmtp, by_webhook, by_mailbox)
LARGE = (2, 24)  # MiB
TOO_LARGE = store.LARGEST_ACCEPTED + 2**20


@pytest.mark.fault(number=44)
def test_a_reply_with_a_large_picture_is_played(provider: None, tally: Tally) -> None:
    for number in tally.repeat(quick=1, long=10):
        for place, way in enumerate(WAYS):
            reply = Reply.to_a_new_match()
            reply.raw = with_picture(reply.raw, LARGE[(number + place) % 2] * 2**20)
            with tally.timing():
                way(reply)
                leasing.process_due(process.process)
            reply.account(tally)
            assert (reply.turns, len(InboundMail.objects.latest("pk").raw) < 2**20) == (1, True), way
    tally.delay_of = "taking a large reply in"


@pytest.mark.fault(number=44)
def test_a_reply_that_is_too_large_is_answered(provider: None, tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=5):
        for way in (by_webhook, by_mailbox):
            reply = Reply.to_a_new_match()
            reply.raw = with_picture(reply.raw, TOO_LARGE)
            way(reply)
            leasing.process_due(process.process)
            player = asked(reply.match).player
            assert player is not None
            tally.lost += answers_to(player) != ["refusal"]
            assert "too large to read" in last_text(player, "refusal")
        for way in (by_smtp, by_lmtp):
            reply = Reply.to_a_new_match()
            reply.raw = with_picture(reply.raw, TOO_LARGE)
            with pytest.raises(smtplib.SMTPSenderRefused) as refused:
                way(reply)
            assert refused.value.smtp_code == 552


# -- 6 and 19: what a mail does to its reader, and when it is read -----------------------------------------------------


@pytest.mark.worker
@pytest.mark.fault(number=6)
def test_a_mail_that_always_kills_its_reader_is_set_aside(valkey: Valkey, site: Site, tally: Tally) -> None:
    site.haste = 120
    site.beat(REPLY_DOMAIN=DOMAIN)
    site.worker(SABOTAGE="exit-before-read=poison", REPLY_DOMAIN=DOMAIN)
    for _ in tally.repeat(quick=1, long=3):
        poison = Reply.to_a_new_match("poison")
        others = [Reply.to_a_new_match() for _ in range(4)]
        for reply in (poison, *others):
            assert reply.keep() == store.StoreResult.NEW
        until(partial(_are_played, others))
        row = InboundMail.objects.get(recipients=[poison.address])
        assert row.status == Status.WAITING  # the others did not wait for it
        until(InboundMail.objects.filter(pk=row.pk, status=Status.SET_ASIDE).exists, 60)
        row.refresh_from_db()
        assert row.lost_attempts == lease.MOST_LOST_ATTEMPTS
        assert "worker died" in row.last_error
        for reply in others:
            reply.account(tally)
    site.check_all_run()


def _are_played(replies: list[Reply]) -> bool:
    return all(reply.turns for reply in replies)


@pytest.mark.fault(number=19)
def test_a_turn_by_mail_stamped_at_the_deadline_counts_however_late_it_is_read(tally: Tally) -> None:
    for _ in tally.repeat(quick=2, long=20):
        reply = Reply.to_a_new_match()
        seat = asked(told(reply.match))
        with travel_to_deadline_of(seat):
            assert reply.keep() == store.StoreResult.NEW
        with travel_past_grace_of(seat, hours=2):
            sweep.sweep_deadlines(clock.now())
            assert asked(reply.match) == seat
            leasing.process_due(process.process)
        reply.account(tally)
