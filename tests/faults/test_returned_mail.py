"""Emails that bounce in the middle of a match, and providers that report it twice, late and in any order."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from mail.bounces import address, dead_addresses
from mail.bounces.verdict import Verdict
from mail.inbound import admission, store
from mail.models import InboundMail, OutboxMail
from mail.outbox import deliver
from matches import sweep
from matches.clocks import outages, waiting_for_delivery
from matches.gate import rulings, turns
from matches.models import LogEntry, Match, Seat
from matches.time_control.time_control import DAY
from tests.mail import providers
from tests.mail.bounces.forms import FORMS, NO_BOUNCES
from tests.mail.bounces.reports import (
    DELAYED,
    EXIM,
    FULL,
    QMAIL,
    QUOTED,
    READ,
    READER,
    UNKNOWN,
    VACATION,
    about,
    report,
)
from tests.mail.providers import mailgun_event, post
from tests.support.factories import EntryFactory, EventFactory, MatchFactory, UserFactory
from tests.support.mail_players import read_one
from timekeeping import clock

from .tally import Tally

pytestmark = pytest.mark.django_db(transaction=True)
Status = OutboxMail.Status
GONE = "550 5.1.1 The email account that you tried to reach does not exist"


@pytest.fixture(autouse=True)
def _posted_to(settings: Settings) -> None:
    settings.ROOT_URLCONF = "tests.mail.providers"
    settings.ANYMAIL = providers.ANYMAIL


def begun() -> tuple[Seat, OutboxMail]:
    """Start a match. Return the seat whose turn it is, and the email about it, which a mail server has accepted."""
    match = MatchFactory()
    mail = OutboxMail.objects.get(match=match, kind="your_turn")
    deliver.deliver(mail.pk)
    mail.refresh_from_db()
    assert mail.status == Status.SENT
    return match.seats.select_related("player").get(asked_turn__isnull=False), mail


def reader(seat: Seat) -> User:
    assert seat.player is not None
    return seat.player


def come_back(mail: OutboxMail, raw: bytes, *, to: str = "") -> None:
    """Let a bounce come in, and read it."""
    to = to or address.bounce_address(mail)
    store.store_mail(raw, via=InboundMail.Via.SMTP, sender="", recipients=[to])
    for pk in InboundMail.objects.filter(status=InboundMail.Status.WAITING).values_list("pk", flat=True):
        read_one(pk)


def lines(match: Match, kind: LogEntry.Kind) -> int:
    return match.log.filter(kind=kind).count()


# -- 31: what providers post -----------------------------------------------------------------------------------------


@pytest.mark.fault(number=31)
def test_events_in_any_order_and_again_do_what_each_does_once(tally: Tally) -> None:
    chance = random.Random(31)
    for _ in tally.repeat(quick=1, long=60):
        seat, mail = begun()
        told = ["failed", *chance.choices(["failed", "delivered", "delayed"], k=6)]
        chance.shuffle(told)
        for event in told:
            with tally.timing():
                assert mailgun_event(event, mail.message_id, reader(seat).email, said=GONE) == 200
        seat.refresh_from_db()
        row = dead_addresses.trouble_of(reader(seat).email)
        assert row is not None
        held = lines(seat.match, LogEntry.Kind.CLOCK_STOPPED)
        tally.lost += seat.stopped != Seat.Stopped.MAIL
        tally.doubled += max(row.failures, held) - 1
        assert (seat.stopped, row.failures, held) == ("mail", 1, 1)
    tally.delay_of = "taking an event"


@pytest.mark.fault(number=31)
def test_old_events_block_nothing_that_was_put_right_since(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=20):
        seat, mail = begun()
        email, said_at = reader(seat).email, clock.now()
        mailgun_event("failed", mail.message_id, email, said=GONE)
        mailgun_event("complained", mail.message_id, email)
        with time_machine.travel(said_at + timedelta(hours=1)):
            dead_addresses.shown_good(email)
            deliver.deliver(mail.pk)
            for event in ("failed", "complained", "unsubscribed", "delivered"):
                assert mailgun_event(event, mail.message_id, email, said=GONE, when=said_at) == 200
            seat.refresh_from_db()
            assert (dead_addresses.trouble_of(email), seat.stopped) == (None, "")


@pytest.mark.fault(number=31)
def test_strangers_and_floods_change_nothing(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        seat, mail = begun()
        one = {"msys": {"message_event": {"type": "bounce", "bounce_class": "10", "raw_rcpt_to": reader(seat).email}}}
        assert post("sparkpost/tracking", [one], secret="fortify:guessed") == 400
        assert post("sparkpost/tracking", [one], secret="") == 400
        assert post("sparkpost/tracking", [one] * 2000) == 400
        assert post("sparkpost/tracking", b"[" * 40_000_000) == 413
        seat.refresh_from_db()
        mail.refresh_from_db()
        assert (mail.status, seat.stopped, dead_addresses.trouble_of(reader(seat).email)) == (Status.SENT, "", None)


# -- 32: an address is gone in the middle of a match ------------------------------------------------------------------

GONE_FOR_GOOD = {
    "in the standard's words": report(UNKNOWN),
    "in those of another language": report(UNKNOWN, kind="message/global-delivery-status"),
    "without a reason": report(about("5.0.0")),
    "with no domain": report(about("5.4.4", "550 5.4.4 Host not found")),
    "by Exim": EXIM,
    "by qmail": QMAIL,
}
NO_BOUNCE = {
    "late": report(DELAYED),
    "away": VACATION,
    "read": READ,
    "quoted": QUOTED,
    "arrived": report(about("2.0.0", action="delivered")),
}


@pytest.mark.fault(number=32)
@pytest.mark.parametrize("raw", GONE_FOR_GOOD.values(), ids=GONE_FOR_GOOD)
def test_nobody_loses_on_time_and_the_organiser_hears_of_it(tally: Tally, raw: bytes) -> None:
    for _ in tally.repeat(quick=1, long=10):
        seat, mail = begun()
        organiser = UserFactory()
        EntryFactory(event=EventFactory(organisers=[organiser]), player=seat.player)
        come_back(mail, raw)
        with time_machine.travel(clock.now() + 13 * DAY):
            sweep.sweep_matches()  # it gives the time of the outage back
            sweep.sweep_matches()
            seat.refresh_from_db()
            tally.lost += seat.match.is_over
            assert seat.stopped == "mail"
            dead_addresses.shown_good(reader(seat).email)
            deliver.deliver(mail.pk)
            seat.refresh_from_db()
            assert seat.stopped == ""
            assert seat.deadline is not None
            assert seat.deadline - clock.now() > 2.9 * DAY
        told = OutboxMail.objects.filter(user=organiser, kind="event_unreachable").count()
        tally.doubled += told - 1
        assert told == 1
        InboundMail.objects.all().delete()


@pytest.mark.fault(number=32)
def test_the_turns_after_it_wait_too_and_are_played_on_the_site_all_the_same(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        seat, mail = begun()
        come_back(mail, report(UNKNOWN))
        turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
        other = seat.match.seats.exclude(pk=seat.pk).get()
        turns.submit_turn(other, other.asked_turn or 0, "T@b2", LogEntry.Via.SITE)
        seat.refresh_from_db()
        deliver.deliver(OutboxMail.objects.get(key=f"your_turn:{seat.pk}:{seat.asked_turn}").pk)
        seat.refresh_from_db()
        tally.lost += seat.stopped != Seat.Stopped.MAIL
        assert seat.stopped == "mail"


@pytest.mark.fault(number=32)
@pytest.mark.parametrize("raw", NO_BOUNCE.values(), ids=NO_BOUNCE)
def test_what_is_no_bounce_stops_nothing(tally: Tally, raw: bytes) -> None:
    for _ in tally.repeat(quick=1, long=10):
        seat, mail = begun()
        come_back(mail, raw)
        seat.refresh_from_db()
        mail.refresh_from_db()
        assert (mail.status, seat.stopped, dead_addresses.trouble_of(reader(seat).email)) == (Status.SENT, "", None)
        InboundMail.objects.all().delete()


@pytest.mark.fault(number=32)
def test_a_forged_report_stops_nothing(tally: Tally) -> None:
    chance = random.Random(32)
    for _ in tally.repeat(quick=1, long=200):
        seat, mail = begun()
        good = address.bounce_address(mail)
        place = chance.randrange(7, 39)
        letter = chance.choice([each for each in "abcdefghijklmnopqrstuvwxyz234567" if each != good[place]])
        for forged in (good[:place] + letter + good[place + 1 :], f"bounce+{'a' * 32}@replies.example"):
            come_back(mail, report(UNKNOWN, to=forged), to=forged)
        seat.refresh_from_db()
        tally.doubled += seat.stopped != ""
        assert seat.stopped == ""


@pytest.mark.fault(number=32)
def test_a_full_mailbox_stops_this_clock_and_no_other_mail(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=10):
        seat, mail = begun()
        come_back(mail, report(FULL))
        seat.refresh_from_db()
        assert (seat.stopped, dead_addresses.trouble_of(reader(seat).email)) == ("mail", None)


# -- 43: bounces in words ----------------------------------------------------------------------------------------------

WORDS = {name: (form.raw, form.verdict) for name, form in FORMS.items()}
NONE = {name: (raw, None) for name, raw in NO_BOUNCES.items()}


@pytest.mark.fault(number=43)
def test_a_bounce_in_words_holds_the_clock_as_a_report_does(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=5):
        for name, (raw, verdict) in (WORDS | NONE).items():
            seat, mail = begun()
            come_back(mail, raw.replace(READER.encode(), reader(seat).email.encode()))
            seat.refresh_from_db()
            is_back = verdict in {Verdict.HARD, Verdict.SOFT}
            tally.lost += is_back and seat.stopped != "mail"
            tally.doubled += not is_back and seat.stopped != ""
            is_dead = dead_addresses.trouble_of(reader(seat).email) is not None
            assert (seat.stopped == "mail", is_dead) == (is_back, verdict == Verdict.HARD), name
            read = InboundMail.objects.latest("pk")
            assert (read.status == InboundMail.Status.SET_ASIDE) == (verdict == Verdict.UNCLEAR), name


# -- 38: forged reports ------------------------------------------------------------------------------------------------


@pytest.mark.fault(number=38)
def test_a_reader_who_has_seen_the_turn_holds_no_clock_by_reporting_its_mail(tally: Tally) -> None:
    for _ in tally.repeat(quick=1, long=50):
        seat, mail = begun()
        look_at(seat)
        deadline = Seat.objects.get(pk=seat.pk).deadline
        come_back(mail, report(UNKNOWN))
        seat.refresh_from_db()
        tally.lost += seat.stopped != ""
        assert (seat.stopped, seat.deadline) == ("", deadline)


@pytest.mark.fault(number=38)
def test_a_clock_that_is_held_runs_at_the_next_visit_and_in_any_case_after_a_time(tally: Tally) -> None:
    for number in tally.repeat(quick=2, long=50):
        seat, mail = begun()
        come_back(mail, report(UNKNOWN))
        seat.refresh_from_db()
        assert seat.stopped == "mail"
        if number % 2:
            look_at(seat)
        with time_machine.travel(clock.now() + (timedelta(0) if number % 2 else waiting_for_delivery.MOST)):
            outages.beat(clock.now())
            sweep.sweep_matches()
            seat.refresh_from_db()
            tally.lost += seat.stopped != ""
            assert seat.deadline is not None
            assert timedelta(days=2.9) < seat.deadline - clock.now() <= timedelta(days=3)
        rulings.annul(seat.match, "It has been looked at.")


@pytest.mark.fault(number=38)
def test_a_stranger_names_no_mail_of_ours(tally: Tally) -> None:
    chance = random.Random(38)
    for _ in tally.repeat(quick=1, long=100):
        seat, mail = begun()
        signed = list(address.bounce_address(mail))
        place = chance.randrange(7, 39)
        signed[place] = chance.choice([each for each in "abcdefghijklmnopqrstuvwxyz234567" if each != signed[place]])
        forged = "".join(signed)
        assert admission.judge(forged, via=InboundMail.Via.SMTP, sender="") == admission.Answer.UNKNOWN
        come_back(mail, report(UNKNOWN, to=forged), to=forged)
        seat.refresh_from_db()
        tally.doubled += seat.stopped != ""
        assert (seat.stopped, dead_addresses.trouble_of(reader(seat).email)) == ("", None)


def look_at(seat: Seat) -> None:
    client = Client()
    client.force_login(reader(seat))
    assert client.get(seat.match.get_absolute_url()).status_code == 200
