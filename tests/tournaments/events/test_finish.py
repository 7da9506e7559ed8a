"""Events that are ended or called off."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match
from tests.support.refusals import refuses
from tests.support.rows import refresh
from tests.support.running_events import (
    begun,
    lines,
    match_of,
    organiser_of,
    play_round,
    round_of,
    win,
    work_off,
)
from tournaments import sweep
from tournaments.events import finish
from tournaments.gate.refused import Refused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds import publish

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


def test_it_does_not_end_while_a_round_runs(event: Event, organiser: User) -> None:
    with pytest.raises(Refused, match="Round 1 is still running"):
        finish.end(event, by=organiser, reason=WHY)


def test_it_ends_early_with_a_reason() -> None:
    event = begun(4, publishes_itself=False)
    organiser = organiser_of(event)
    publish.publish(round_of(event, 1))
    work_off()
    play_round(event, 1)
    work_off()
    with refuses(field="reason"):
        finish.end(event, by=organiser)
    finish.end(event, by=organiser, reason=WHY)
    assert refresh(event).stage == Event.Stage.FINISHED
    assert [each.number for each in event.round_set.all()] == [1]
    assert lines(event)[-1] == "The event was ended after 1 of 3 rounds."
    sweep.sweep()
    assert event.round_set.count() == 1


def test_when_all_rounds_are_closed_the_organisers_are_told_and_end_it(event: Event, organiser: User) -> None:
    for number in (1, 2, 3):
        play_round(event, number)
        work_off()
    sweep.sweep()
    assert mails("event_organising") == ["Olga"]
    finish.end(event, by=organiser)
    assert lines(event)[-1] == "The event was ended."


def test_it_is_called_off_and_its_matches_are_annulled(event: Event, organiser: User) -> None:
    win(match_of(event, 1, "Ada"), "Ada")
    finish.cancel(event, by=organiser, reason=WHY)
    finish.cancel(event, by=organiser, reason=WHY)
    sweep.sweep()
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    assert Pairing.objects.filter(is_annulled=True).count() == 1
    assert refresh(event).stage == Event.Stage.CANCELLED
    assert not event.round_set.filter(number=2).exists()
    assert lines(event).count("The event was called off.") == 1
