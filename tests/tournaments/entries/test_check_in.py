"""Check-in before round 1."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from tests.support.concurrently import at_once
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.rows import refresh
from tournaments.entries import check_in
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Round
from tournaments.standings.history import is_here

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def event(*, hours: float = 24, **more: object) -> Event:
    made: Event = EventFactory(check_in=True, starts_at=timezone.now() + hours * HOUR, **more)
    return made


def asked() -> set[str]:
    mails = OutboxMail.objects.filter(kind="event_check_in")
    return set(mails.values_list("user__display_name", flat=True))


def test_everybody_who_is_in_is_asked_when_the_time_has_come(player: User, opponent: User) -> None:
    early, due = event(hours=49), event(hours=47)
    EntryFactory(event=early, player=player)
    EntryFactory(event=due, player=opponent)
    EntryFactory(event=due, status=Entry.Status.WAITING)
    EntryFactory(event=due, checked_in_at=timezone.now())
    assert check_in.ask_due(timezone.now()) == 1
    assert asked() == {"Ben"}
    assert (refresh(early).check_in_asked_at, refresh(due).check_in_asked_at is not None) == (None, True)


def test_they_are_asked_once_and_late_rather_than_never(player: User) -> None:
    EntryFactory(event=event(hours=-5), player=player)
    assert [check_in.ask_due(timezone.now()) for _ in range(2)] == [1, 0]
    assert OutboxMail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_ask_once(player: User) -> None:
    EntryFactory(event=event(), player=player)
    done = at_once(*[partial(check_in.ask_due, timezone.now())] * 2)
    assert sum(done) == 1
    assert OutboxMail.objects.count() == 1


def test_who_has_not_checked_in_is_not_paired(player: User) -> None:
    entry = EntryFactory(event=event(check_in_asked_at=timezone.now()), player=player)
    assert not is_here(entry.event, entry, 1)
    assert is_here(entry.event, check_in.check_in(entry, by=player), 1)


def test_checking_in_twice_does_it_once(player: User) -> None:
    entry = EntryFactory(event=event(check_in_asked_at=timezone.now()), player=player)
    first = check_in.check_in(entry, by=player)
    assert check_in.check_in(entry, by=player).checked_in_at == first.checked_in_at
    assert entry.event.log.get().words == "Ada checked in."


def test_it_is_not_open_before_players_are_asked_but_for_organisers(player: User) -> None:
    entry = EntryFactory(event=event(), player=player)
    with pytest.raises(TournamentRefused, match="isn’t open yet"):
        check_in.check_in(entry, by=player)
    assert check_in.check_in(entry, by=UserFactory()).checked_in_at is not None


@pytest.mark.parametrize(("late_until", "may"), [(2, True), (1, False)])
def test_who_checks_in_after_the_beginning_comes_late(player: User, late_until: int, may: bool) -> None:
    running = event(stage=Event.Stage.RUNNING, begun_at=timezone.now(), late_until=late_until)
    Round.objects.create(event=running, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    entry: Entry = EntryFactory(event=running, player=player)
    if not may:
        with pytest.raises(TournamentRefused, match="too late"):
            check_in.check_in(entry, by=player)
    entry = check_in.check_in(entry, by=player if may else UserFactory())
    assert (entry.back_from, entry.number) == (2, 1)
    assert entry.pairings_as_white.get().round.number == 1


def test_an_event_without_check_in_has_none(player: User) -> None:
    entry = EntryFactory(event=EventFactory(), player=player)
    with pytest.raises(TournamentRefused, match="Check-in isn’t open"):
        check_in.check_in(entry, by=player)
    with pytest.raises(TournamentRefused, match="ask for it"):
        check_in.ask_to_check_in(entry.event)
