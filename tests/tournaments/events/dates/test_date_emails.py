"""A date that players have seen has moved: they hear of both dates and of the reason, and their calendars follow."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from icalendar import Calendar

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from matches.home import calendar_feed
from tests.support import owed_by_mails
from tests.support.composed_mails import message_of, read_mail
from tests.support.every_mail import STRANGE_NAME
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.rows import refresh
from tests.support.seasons import club, league, opened, register
from tournaments.entries import check_in
from tournaments.events.dates import date_causes
from tournaments.events.settings.save import VacationTerms, change_settings
from tournaments.models import Entry, Event, Season

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
FIRST, SECOND = NOW + timedelta(days=20), NOW + timedelta(days=12)
WHY = "The hall & <garden> are free only then."


@pytest.fixture(autouse=True)
def _today() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def event(organiser: User) -> Event:
    made: Event = EventFactory(
        name=f"{STRANGE_NAME} Cup", organisers=[organiser], starts_at=FIRST, check_in=True, check_in_hours=48
    )
    EntryFactory(event=made, player=UserFactory(display_name=STRANGE_NAME))
    return made


def move(event: Event, by: User, **settings: Any) -> None:
    change_settings(event, by, settings, VacationTerms.of(event), WHY)


def moved() -> list[OutboxMail]:
    return list(OutboxMail.objects.filter(kind="event_moved").order_by("pk"))


def test_entrants_hear_of_both_dates_and_the_reason(event: Event, organiser: User, client: Client) -> None:
    move(event, organiser, starts_at=SECOND)
    (mail,) = moved()
    text = read_mail(mail)
    assert "Start: Fri 13 Nov 2026, 12:00 UTC" in text
    assert "Before: Sat 21 Nov 2026, 12:00 UTC" in text
    assert WHY in text.replace("\n", " ")
    owed_by_mails.it_is_written_as_every_mail_is(mail, message_of(mail))


def test_other_settings_are_no_news(event: Event, organiser: User) -> None:
    move(event, organiser, description="With cake.")
    assert moved() == []


def test_a_date_that_moves_again_is_told_as_it_is_then(event: Event, organiser: User) -> None:
    move(event, organiser, starts_at=SECOND)
    move(event, organiser, starts_at=FIRST)
    first, second = moved()
    assert compose(first) is None
    assert compose(second) is not None


def test_players_check_in_again_for_a_later_start(event: Event, organiser: User) -> None:
    with time_machine.travel(FIRST - timedelta(hours=40), tick=False):
        check_in.ask_due(FIRST - timedelta(hours=40))
        Entry.objects.update(checked_in_at=FIRST - timedelta(hours=39))
        move(refresh(event), organiser, starts_at=FIRST + timedelta(days=8))
        assert "We’ll ask you to check in before the new start." in read_mail(moved()[0])
    assert refresh(event).check_in_asked_at is None
    assert not Entry.objects.filter(checked_in_at__isnull=False).exists()
    check_in.ask_due(FIRST + timedelta(days=7))
    assert OutboxMail.objects.filter(kind="event_check_in").count() == 2


def test_the_calendar_follows(event: Event, organiser: User) -> None:
    player = Entry.objects.get().player
    assert player is not None

    def start() -> tuple[str, datetime, int]:
        found: Any
        (found,) = Calendar.from_ical(calendar_feed.calendar(player)).walk("VEVENT")
        return str(found["uid"]), found["dtstart"].dt, int(found["sequence"])

    uid, at, sequence = start()
    assert at == FIRST
    with time_machine.travel(NOW + timedelta(hours=1), tick=False):
        move(event, organiser, starts_at=SECOND)
        after = start()
    assert after[:2] == (uid, SECOND)
    assert after[2] > sequence


def test_those_registered_for_a_season_hear_of_its_dates() -> None:
    season = opened(league(club()), starts_at=FIRST)
    register(season, "Ann Ben")
    before = date_causes.dates_of(season)
    Season.objects.filter(pk=season.pk).update(starts_at=SECOND)
    season.refresh_from_db()
    date_causes.moved(season, before)
    assert [mail.user and mail.user.display_name for mail in moved()] == ["Ann", "Ben"]
    assert "The organisers write" not in read_mail(moved()[0])
