"""Organisers are told of players whom no mail reaches: once, in an email, and on the page of the entries."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mail.bounces import dead_addresses
from mail.bounces.verdict import Report, Verdict
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.time_control.time_control import DAY
from tests.support import owed_by_mails
from tests.support.composed_mails import message_of, read_mail
from tests.support.every_mail import STRANGE_NAME
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, UserFactory
from tests.support.people import LogIn
from tests.support.rows import require
from timekeeping import clock
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
GONE = Report(Verdict.HARD, "550 5.1.1 no such user")


@pytest.fixture
def event(organiser: User) -> Event:
    made: Event = EventFactory(organisers=[organiser], name=f"{STRANGE_NAME} Cup")
    return made


@pytest.fixture
def entry(event: Event) -> Entry:
    made: Entry = EntryFactory(event=event, player=UserFactory(display_name=STRANGE_NAME))
    return made


def fail(user: User | None) -> None:
    dead_addresses.failed(require(user).email, clock.now(), GONE, None)


def mails(to: User) -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(user=to, kind="event_unreachable"))


@pytest.fixture(params=["a player", "a guest"])
def any_mail(request: pytest.FixtureRequest, entry: Entry, organiser: User) -> OutboxMail:
    assert entry.player is not None
    entry.player.is_guest = request.param == "a guest"
    entry.player.save()
    fail(entry.player)
    (mail,) = mails(organiser)
    return mail


def test_it_is_written_as_every_mail_is_and_its_addresses_work(any_mail: OutboxMail, client: Client) -> None:
    letter = message_of(any_mail)
    owed_by_mails.it_is_written_as_every_mail_is(any_mail, letter)
    owed_by_mails.its_addresses_work(any_mail, letter, client)


def test_each_organiser_gets_one_mail_for_each_event(entry: Entry, organiser: User) -> None:
    second = UserFactory()
    entry.event.organisers.add(second)
    EntryFactory(event=EventFactory(organisers=[organiser]), player=entry.player)
    fail(entry.player)
    fail(entry.player)
    assert [len(mails(each)) for each in (organiser, second)] == [2, 1]


def test_another_time_is_another_mail(entry: Entry, organiser: User) -> None:
    fail(entry.player)
    assert entry.player is not None
    dead_addresses.shown_good(entry.player.email)
    with time_machine.travel(clock.now() + DAY, tick=False):
        fail(entry.player)
    assert len(mails(organiser)) == 2


def test_it_is_moot_when_a_mail_got_through(entry: Entry, organiser: User) -> None:
    fail(entry.player)
    dead_addresses.shown_good(require(entry.player).email)
    assert compose(mails(organiser)[0]) is None


def test_it_says_what_can_be_done_about_a_guest(event: Event, organiser: User) -> None:
    guest = GuestFactory(email="guest@typo.example")
    EntryFactory(event=event, player=guest)
    fail(guest)
    words = read_mail(mails(organiser)[0])
    assert "only you can fix it" in words
    assert "guest@typo.example" not in words


@pytest.mark.parametrize("stage", [Event.Stage.FINISHED, Event.Stage.CANCELLED, Event.Stage.DRAFT])
def test_nobody_hears_of_events_that_are_over_or_not_yet_shown(entry: Entry, organiser: User, stage: str) -> None:
    Event.objects.filter(pk=entry.event_id).update(stage=stage)
    fail(entry.player)
    assert mails(organiser) == []


def test_a_complaint_is_told_to_nobody(entry: Entry, organiser: User) -> None:
    dead_addresses.complained(require(entry.player).email, clock.now())
    assert mails(organiser) == []


class TestTheEntries:
    def shown(self, log_in: LogIn, organiser: User, event: Event) -> str:
        page = log_in(organiser).get(reverse("tournaments:manage_entries", args=[event.pk]))
        return str(page.content.decode())

    @pytest.mark.parametrize("status", [Entry.Status.ENTERED, Entry.Status.WAITING, Entry.Status.INVITED])
    def test_they_say_whose_mails_come_back(
        self, log_in: LogIn, organiser: User, entry: Entry, status: Entry.Status
    ) -> None:
        Entry.objects.filter(pk=entry.pk).update(status=status)
        EntryFactory(event=entry.event)
        fail(entry.player)
        assert self.shown(log_in, organiser, entry.event).count(">emails come back<") == 1

    def test_and_who_wants_none(self, log_in: LogIn, organiser: User, entry: Entry) -> None:
        dead_addresses.complained(require(entry.player).email, clock.now())
        shown = self.shown(log_in, organiser, entry.event)
        assert shown.count(">wants no email<") == 1
        assert ">emails come back<" not in shown

    def test_nobody_else_is_told(self, log_in: LogIn, entry: Entry, stranger: User) -> None:
        fail(entry.player)
        page = log_in(stranger).get(reverse("tournaments:entries", args=[entry.event_id]))
        assert "come back" not in page.content.decode()
