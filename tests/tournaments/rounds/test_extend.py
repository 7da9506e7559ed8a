"""A round whose time is over, and one that is given more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from tests.support.running_events import (
    begun,
    lines,
    match_of,
    organiser_of,
    play_round,
    round_of,
    win,
)
from tournaments import sweep
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Round
from tournaments.rounds import extend

pytestmark = pytest.mark.usefixtures("committing")
WHY = "The hall is closed."


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> tuple[int, int]:
    """The event and its organiser."""
    event = begun(4)
    return event.pk, organiser_of(event).pk


@pytest.fixture
def event(_made: tuple[int, int]) -> Event:
    return Event.objects.get(pk=_made[0])


@pytest.fixture
def organiser(_made: tuple[int, int]) -> User:
    return User.objects.get(pk=_made[1])


def overdue(event: Event, number: int = 1) -> None:
    Round.objects.filter(event=event, number=number).update(due_at=timezone.now() - timedelta(hours=1))


def mails(kind: str) -> list[str]:
    found = OutboxMail.objects.filter(kind=kind).order_by("pk").select_related("user")
    return [mail.user.display_name for mail in found if mail.user]


def test_it_waits_and_tells_the_organisers_once() -> None:
    event = begun(4, round_days=7, unfinished="wait")
    organiser_of(event)
    overdue(event)
    for _ in range(3):
        sweep.sweep_events()
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert mails("event_organising") == ["Olga"]
    assert len([line for line in lines(event) if "is unfinished" in line or "are unfinished" in line]) == 1


def test_it_is_given_more_time_once_and_then_the_organisers_are_told() -> None:
    event = begun(4, round_days=7, unfinished="extend", extension_days=5)
    organiser_of(event)
    win(match_of(event, 1, "Ada"), "Ada")
    overdue(event)
    sweep.sweep_events()
    sweep.sweep_events()
    due = round_of(event, 1).due_at
    assert due is not None
    assert timedelta(days=4, hours=23) < due - timezone.now() <= timedelta(days=5)
    playing = match_of(event, 1, "Ben")
    assert sorted(mails("event_extended")) == sorted(seat.name for seat in playing.seats.all())
    assert mails("event_organising") == []
    overdue(event)
    sweep.sweep_events()
    sweep.sweep_events()
    assert mails("event_organising") == ["Olga"]
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert not playing.is_over


def test_a_round_that_is_done_in_time_bothers_nobody() -> None:
    event = begun(4, round_days=7, unfinished="settle")
    organiser_of(event)
    play_round(event, 1)
    overdue(event)
    sweep.sweep_events()
    assert mails("event_organising") == []


def test_an_organiser_gives_a_round_more_days(event: Event, organiser: User) -> None:
    overdue(event)
    extend.extend(round_of(event, 1), 3, by=organiser, reason=WHY)
    due = round_of(event, 1).due_at
    assert due is not None
    assert timedelta(days=2, hours=23) < due - timezone.now() <= timedelta(days=3)
    assert "Round 1 was given 3 more days." in lines(event)
    with pytest.raises(TournamentRefused, match="1 to 60 days"):
        extend.extend(round_of(event, 1), 0, by=organiser, reason=WHY)
