"""All that waits for one organiser: on the first page, in the header, and once a day by email."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import OrganiserMail, User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.time_control.time_control import DAY
from tests.support import owed_by_mails
from tests.support.composed_mails import message_of, read_mail
from tests.support.every_mail import STRANGE_NAME
from tests.support.factories import EntryFactory, EventFactory, MembershipFactory, UserFactory
from tests.support.markup import compact
from tests.support.pages import words
from tests.support.people import LogIn
from tests.support.rows import refresh
from tests.support.seasons import club as seasons_club
from tests.support.seasons import league, opened, organiser_of
from timekeeping import clock
from tournaments.decisions import digest_schedule, inbox
from tournaments.entries import entry_causes
from tournaments.home.home_tags import decisions_for
from tournaments.models import Entry, Event, Membership, Round, Season
from tournaments.rounds import organiser_causes

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 11, 30, 18, 5, tzinfo=ZoneInfo("Europe/Berlin"))


def waiting(event: Event, count: int = 1) -> None:
    for _ in range(count):
        EntryFactory(event=event, status=Entry.Status.APPLIED)


@pytest.fixture
def busy() -> User:
    """Something waits for the organiser in an event of their own, in a season, and in their club and its event."""
    club = seasons_club()
    organiser = organiser_of(club)
    waiting(EventFactory(name="Spring Cup", organisers=[organiser]))
    waiting(EventFactory(name="Club Cup", club=club))
    Season.objects.filter(pk=opened(league(club)).pk).update(closes_at=clock.now() - DAY)
    MembershipFactory(club=club, status=Membership.Status.APPLIED)
    quiet: Event = EventFactory(name="Quiet", stage=Event.Stage.RUNNING, begun_at=clock.now(), organisers=[organiser])
    Round.objects.create(event=quiet, number=1, stage=Round.Stage.RUNNING)
    return organiser


SHOWN = ["1 player to approve", "1 player to approve", "Registration has closed", "1 request to join"]


def test_it_has_all_of_ones_events_seasons_and_clubs(busy: User) -> None:
    lines = inbox.waiting_for(busy)
    assert [line.decision.title for line in lines] == SHOWN
    assert [line.about for line in lines][:2] == ["Spring Cup", "Club Cup"]


def test_the_first_page_and_the_header_show_it_and_lead_to_the_acts(busy: User, log_in: LogIn) -> None:
    inbox.count_all()
    page = log_in(refresh(busy)).get("/").content.decode()
    assert "4 decisions to make" in words(page)
    assert '<a href="/decisions/">4 decisions</a>' in compact(page).replace("> ", ">").replace(" <", "<")
    assert all(line.decision.url in page for line in inbox.waiting_for(busy))
    everything = words(log_in(busy).get("/decisions/").content.decode())
    assert all(title in everything for title in SHOWN)


def test_the_count_follows_what_is_decided_and_is_nobody_elses(busy: User, stranger: User) -> None:
    assert inbox.count_all() == 1
    assert (refresh(busy).decisions, refresh(stranger).decisions) == (4, 0)
    Entry.objects.filter(status=Entry.Status.APPLIED).update(status=Entry.Status.ENTERED)
    inbox.count_all()
    assert refresh(busy).decisions == 2
    assert inbox.count_all() == 0


def test_players_who_organise_nothing_pay_nothing(
    stranger: User, log_in: LogIn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = log_in(stranger)
    with django_assert_num_queries(0):
        assert decisions_for(stranger) == {"lines": [], "count": 0}
    assert "/decisions/" not in browser.get("/").content.decode()


@pytest.mark.parametrize("events", [1, 12])
def test_its_queries_do_not_grow_with_what_one_organises(
    events: int, organiser: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(events):
        waiting(EventFactory(organisers=[organiser]), 3)
        running: Event = EventFactory(stage=Event.Stage.RUNNING, begun_at=clock.now(), organisers=[organiser])
        Round.objects.create(event=running, number=1, work=Round.Work.DONE)
    with django_assert_max_num_queries(22):
        assert len(inbox.waiting_for(organiser)) == 2 * events


class TestTheDailyEmail:
    @pytest.fixture
    def reader(self, busy: User) -> User:
        User.objects.filter(pk=busy.pk).update(
            organiser_mail=OrganiserMail.DIGEST, time_zone="Europe/Berlin", language="de", digest_hour=18
        )
        inbox.count_all()
        return refresh(busy)

    def mails(self, reader: User) -> list[OutboxMail]:
        return list(OutboxMail.objects.filter(user=reader, kind="decisions").order_by("pk"))

    def test_it_comes_at_the_readers_hour_and_in_their_language(self, reader: User) -> None:
        with time_machine.travel(EVENING - timedelta(hours=3), tick=False):
            assert digest_schedule.send_due() == 0
        with time_machine.travel(EVENING, tick=False):
            assert digest_schedule.send_due() == 1
            assert digest_schedule.send_due() == 0
            (mail,) = self.mails(reader)
            letter = read_mail(mail)
        assert "4 Entscheidungen" in letter
        assert "Spring Cup: " in letter

    def test_the_same_is_not_told_twice_but_news_are(self, reader: User) -> None:
        with time_machine.travel(EVENING - timedelta(hours=3), tick=False):
            digest_schedule.send_due()
        for day, event_name in enumerate(("", "", "News Cup")):
            with time_machine.travel(EVENING + day * DAY, tick=False):
                if event_name:
                    waiting(EventFactory(name=event_name, organisers=[reader]))
                digest_schedule.send_due()
        assert [mail.queued_at.day for mail in self.mails(reader)] == [30, 2]

    def test_it_is_written_as_every_mail_is_and_can_be_stopped(self, reader: User, client: Client) -> None:
        User.objects.filter(pk=reader.pk).update(display_name=STRANGE_NAME, language="en-gb")
        Event.objects.filter(name="Spring Cup").update(name=f"{STRANGE_NAME} Cup")
        digest_schedule.queue_digest(refresh(reader), EVENING.date())
        (mail,) = self.mails(reader)
        letter = message_of(mail)
        owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
        address = str(letter.extra_headers["List-Unsubscribe"]).strip("<>").removeprefix(settings.SITE_URL)
        assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
        assert refresh(reader).organiser_mail == OrganiserMail.NONE
        assert compose(refresh(mail)) is None

    @pytest.mark.parametrize(
        ("wish", "at_once"),
        [
            (OrganiserMail.EACH, ["event_applications", "event_organising", "event_organising"]),
            (OrganiserMail.DIGEST, ["event_organising"]),
            (OrganiserMail.NONE, []),
        ],
    )
    def test_only_what_holds_up_everyone_comes_before(self, wish: str, at_once: list[str]) -> None:
        reader: User = UserFactory(organiser_mail=wish)
        event: Event = EventFactory(stage=Event.Stage.RUNNING, begun_at=clock.now(), organisers=[reader])
        made = Round.objects.create(event=event, number=1, work=Round.Work.DONE, due_at=clock.now())
        entry_causes.applied(event)
        organiser_causes.round_drafted(made)
        organiser_causes.round_due(made)
        assert sorted(OutboxMail.objects.filter(user=reader).values_list("kind", flat=True)) == at_once
