"""The emails to all who play in an event or a season: what holds for every email."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support import owed_by_mails
from tests.support.composed_mails import latest, message_of
from tests.support.every_mail import STRANGE_NAME, strange_player
from tests.support.factories import EntryFactory
from tests.support.running_events import organiser_of
from tests.support.season_at_its_end import season_at_its_end
from tests.support.seasons import organiser_of as organiser_of_club
from tests.tournaments.rounds.test_round_emails import begun
from tournaments.clocks import all_clocks, clock_emails
from tournaments.events.dates import end_date, end_date_emails
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct, Event, League, Season

pytestmark = pytest.mark.django_db
LATER = timedelta(days=30)


def _season() -> Season:
    season = season_at_its_end((2,))
    League.objects.update(name=f"{STRANGE_NAME} League")
    ann = strange_player()
    EntryFactory(event=Event.objects.get(division__season=season), player=ann)
    return Season.objects.get(pk=season.pk)


def _moved(whole: Event | Season, to: timedelta | None = LATER) -> OutboxMail:
    scope = Scope(whole)
    by = organiser_of(whole) if isinstance(whole, Event) else organiser_of_club(whole.league.club)
    ends_at = timezone.now() + to if to else None
    end_date.move(scope, ends_at, by=by, reason="It rained <all> week.", seen=scope.end_key)
    return OutboxMail.objects.get(kind="event_end_moved", user__display_name=STRANGE_NAME)


def event_end_moved() -> OutboxMail:
    return _moved(begun())


def event_end_taken_away() -> OutboxMail:
    event = begun()
    Event.objects.filter(pk=event.pk).update(ends_at=timezone.now() + LATER)
    return _moved(Event.objects.get(pk=event.pk), None)


def event_end_moved_of_a_season() -> OutboxMail:
    return _moved(_season())


def _clocks(whole: Event | Season, *kinds: ClockAct.Kind) -> OutboxMail:
    scope = Scope(whole)
    by = organiser_of(whole) if isinstance(whole, Event) else organiser_of_club(whole.league.club)
    for kind in kinds:
        amount = timedelta(days=2, hours=3) if kind == ClockAct.Kind.ADD else None
        seen = all_clocks.last_of(scope)
        all_clocks.act(scope, kind, by=by, reason="It rained <all> week.", seen=seen, amount=amount)
    return OutboxMail.objects.filter(kind="event_clocks", user__display_name=STRANGE_NAME).latest("pk")


def event_clocks() -> OutboxMail:
    return _clocks(begun(), ClockAct.Kind.STOP)


def event_clocks_started() -> OutboxMail:
    return _clocks(begun(), ClockAct.Kind.STOP, ClockAct.Kind.START)


def event_clocks_given_time() -> OutboxMail:
    return _clocks(begun(), ClockAct.Kind.ADD)


MAKERS = (
    event_clocks,
    event_clocks_started,
    event_clocks_given_time,
    event_end_moved,
    event_end_taken_away,
    event_end_moved_of_a_season,
)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_it_is_written_as_every_mail_is_and_its_addresses_work(make: object, client: Client) -> None:
    mail: OutboxMail = make()  # type: ignore[operator]
    letter = message_of(mail)
    owed_by_mails.it_is_written_as_every_mail_is(mail, letter)
    owed_by_mails.its_addresses_work(mail, letter, client)


def test_every_kind_is_tried_here() -> None:
    assert {mail.__name__ for mail in MAKERS} >= {*clock_emails.KINDS, *end_date_emails.KINDS}


def test_a_seasons_mail_is_called_by_its_season() -> None:
    event_end_moved_of_a_season()
    ann = OutboxMail.objects.get(kind="event_end_moved", user__display_name=STRANGE_NAME).user
    assert ann is not None
    assert message_of(latest("event_end_moved", ann)).subject.startswith(
        f"{STRANGE_NAME} League, Spring: play now ends"
    )


def test_that_clocks_are_paused_is_moot_once_they_run_again() -> None:
    event_clocks_started()
    stopped, started = OutboxMail.objects.filter(kind="event_clocks", user__display_name=STRANGE_NAME).order_by("pk")
    assert compose(stopped) is None
    assert message_of(started).subject == f"{STRANGE_NAME} Cup: the clocks are running again"


def test_it_says_how_much_time_was_added() -> None:
    subject = message_of(event_clocks_given_time()).subject
    assert subject == f"{STRANGE_NAME} Cup: 2 days 3 hours added to every running clock"
