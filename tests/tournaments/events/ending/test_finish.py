"""Events that are ended or called off."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox import deliver
from matches.models import Match, Seat
from tests.support.composed_mails import read_mail
from tests.support.factories import EntryFactory, EventFactory
from tests.support.refusals import refuses
from tests.support.rows import refresh
from tests.support.running_events import (
    begun,
    lines,
    match_of,
    organiser_of,
    pairs,
    play_round,
    round_of,
    win,
    work_off,
)
from tournaments import sweep
from tournaments.clocks import all_clocks
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.locking.scope import Scope
from tournaments.models import ClockAct, Entry, Event, Pairing, Round
from tournaments.rounds import publish

pytestmark = pytest.mark.usefixtures("committing")
WHY = "The hall is closed."
MINUTE = timedelta(minutes=1)


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
    with pytest.raises(TournamentRefused, match="Some matches are still running"):
        finish.end_event(event, by=organiser, reason=WHY)


def test_it_ends_early_with_a_reason() -> None:
    event = begun(4, publishes_itself=False)
    organiser = organiser_of(event)
    publish.publish(round_of(event, 1))
    work_off()
    play_round(event, 1)
    work_off()
    with refuses(field="reason"):
        finish.end_event(event, by=organiser)
    finish.end_event(event, by=organiser, reason=WHY)
    assert refresh(event).stage == Event.Stage.FINISHED
    assert lines(event)[-1] == "The event was ended after 1 of 3 rounds."
    with later(24.1):
        sweep.sweep_events()
    assert [each.number for each in event.round_set.all()] == [1]


def test_when_all_rounds_are_closed_the_organisers_are_told_and_end_it(event: Event, organiser: User) -> None:
    for number in (1, 2, 3):
        play_round(event, number)
        work_off()
    sweep.sweep_events()
    assert mails("event_organising") == ["Olga"]
    finish.end_event(event, by=organiser)
    assert lines(event)[-1] == "The event was ended."


def later(hours: float) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=False)


def open_matches() -> int:
    return Match.objects.filter(status=Match.Status.RUNNING).count()


def left(event: Event) -> list[timedelta | None]:
    """What the clocks of those to move have left, to the minute; ``None`` for one that is paused."""
    seats = Seat.objects.filter(match__pairing__round__event=event, asked_turn__isnull=False, finished_at=None)
    now = timezone.now()
    return [
        None if seat.stopped or seat.deadline is None else timedelta(minutes=round((seat.deadline - now) / MINUTE))
        for seat in seats.order_by("pk")
    ]


def test_it_is_cancelled_and_a_day_later_its_matches_are_annulled(event: Event, organiser: User) -> None:
    win(match_of(event, 1, "Ada"), "Ada")
    finish.cancel(event, by=organiser, reason=WHY)
    finish.cancel(event, by=organiser, reason=WHY)
    sweep.sweep_events()
    assert refresh(event).stage == Event.Stage.CANCELLED
    assert (open_matches(), left(event)) == (1, [None])
    assert event.server_digest
    assert refresh(event).shown_server == ""
    with later(24.1):
        sweep.sweep_events()
    assert open_matches() == 0
    assert Pairing.objects.filter(is_annulled=True).count() == 1
    assert not event.round_set.filter(number=2).exists()
    assert lines(event).count("The event was called off.") == 1
    assert refresh(event).shown_server


def test_cancelling_is_taken_back_with_all_that_was_there(event: Event, organiser: User) -> None:
    before = left(event)
    with later(2):
        finish.cancel(event, by=organiser, reason=WHY)
    with later(20):
        finish.undo(event, by=organiser)
        finish.undo(event, by=organiser)
        sweep.sweep_events()
        event = refresh(event)
        assert (event.stage, event.ended_at, event.undo_until) == (Event.Stage.RUNNING, None, None)
        assert left(event) == [each and each - timedelta(hours=2) for each in before]
    with later(50):
        sweep.sweep_events()
        assert open_matches() == 2
        assert lines(event)[-1] == "The event continues: cancelling it was a mistake."
        win(match_of(event, 1, "Ada"), "Ada")
    assert Pairing.objects.filter(decided_at__isnull=False).count() == 1


def test_a_mistake_that_is_noticed_within_the_hour_is_emailed_to_nobody(event: Event, organiser: User) -> None:
    finish.cancel(event, by=organiser, reason=WHY)
    assert mails("event_called_off") == ["Ada", "Ben", "Cleo", "Dora"]
    with later(0.9):
        deliver.deliver_due()
        finish.undo(event, by=organiser)
    with later(2):
        deliver.deliver_due()
    assert {mail.status for mail in OutboxMail.objects.filter(kind="event_called_off")} == {"dropped"}
    assert mails("event_back_on") == []


def test_players_who_heard_of_it_hear_that_it_was_a_mistake(event: Event, organiser: User) -> None:
    finish.cancel(event, by=organiser, reason=WHY)
    with later(1.1):
        deliver.deliver_due()
        told = OutboxMail.objects.filter(kind="event_called_off").first()
        assert told is not None
        letter = read_mail(told)
        assert "Running matches are paused" in letter
        assert "The organisers write: “The hall is closed.”" in letter
        finish.undo(event, by=organiser)
        assert mails("event_back_on") == ["Ada", "Ben", "Cleo", "Dora"]
        back = OutboxMail.objects.filter(kind="event_back_on").first()
        assert back is not None
        assert "takes place after all" in read_mail(back)
        finish.cancel(event, by=organiser, reason="Now it is.")
    assert mails("event_called_off") == ["Ada", "Ben", "Cleo", "Dora"] * 2


def test_it_is_too_late_to_take_it_back_after_a_day(event: Event, organiser: User) -> None:
    finish.cancel(event, by=organiser, reason=WHY)
    with later(24.1), pytest.raises(TournamentRefused, match="too late"):
        finish.undo(event, by=organiser)


def test_clocks_that_were_paused_before_stay_paused(event: Event, organiser: User) -> None:
    all_clocks.act(Scope(event), ClockAct.Kind.STOP, by=organiser, reason="A trip.", seen=0)
    finish.cancel(event, by=organiser, reason=WHY)
    finish.undo(event, by=organiser)
    assert left(event) == [None, None]


def test_an_end_is_taken_back_and_the_next_round_comes(organiser: User) -> None:
    event = begun(4, publishes_itself=False)
    publish.publish(round_of(event, 1))
    work_off()
    play_round(event, 1)
    work_off()
    draft = pairs(event, 2)
    assert draft
    finish.end_event(event, by=organiser, reason=WHY)
    sweep.sweep_events()
    assert refresh(event).shown_server == ""
    finish.undo(event, by=organiser)
    work_off()
    assert (refresh(event).stage, pairs(event, 2)) == (Event.Stage.RUNNING, draft)
    finish.end_event(event, by=organiser, reason=WHY)
    with later(24.1):
        sweep.sweep_events()
    assert not event.round_set.filter(number=2).exists()
    assert refresh(event).shown_server


class TestAnEventThatNobodyHasEntered:
    @pytest.fixture
    def event(self, organiser: User) -> Event:
        made: Event = EventFactory(name="A mistake", organisers=[organiser])
        return made

    def test_it_is_cancelled_without_a_reason(self, event: Event, organiser: User) -> None:
        finish.cancel(event, by=organiser)
        assert refresh(event).stage == Event.Stage.CANCELLED

    def test_it_is_deleted(self, event: Event, organiser: User) -> None:
        finish.delete(event, by=organiser)
        assert not Event.objects.filter(pk=event.pk).exists()

    def test_once_somebody_has_entered_it_is_not(self, event: Event, organiser: User) -> None:
        EntryFactory(event=event, status=Entry.Status.WITHDRAWN)
        with refuses(field="reason"):
            finish.cancel(event, by=organiser)
        with pytest.raises(TournamentRefused, match="Someone has entered"):
            finish.delete(event, by=organiser)
