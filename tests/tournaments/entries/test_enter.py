"""How players come into an event by their own will."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.refusals import refuses
from tournaments.entries import enter
from tournaments.entries.withdrawals import withdraw
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Round

Status, Stage, Registration = Entry.Status, Event.Stage, Event.Registration
pytestmark = pytest.mark.django_db


def make(**fields: Any) -> Event:
    event: Event = EventFactory(**fields)
    return event


def mails_to(player: User) -> list[str]:
    return list(OutboxMail.objects.filter(user=player).order_by("pk").values_list("kind", flat=True))


def test_who_enters_an_open_event_is_in_and_hears_of_it(player: User) -> None:
    event = make()
    assert enter.enter(event, player).status == Status.ENTERED
    assert mails_to(player) == ["event_entered"]
    assert event.log.get().words == "Ada entered."


def test_entering_twice_does_it_once(player: User) -> None:
    event = make()
    assert enter.enter(event, player) == enter.enter(event, player)
    assert mails_to(player) == ["event_entered"]
    assert event.log.count() == 1


def test_who_has_to_be_approved_waits_for_that(player: User) -> None:
    event = make(registration=Registration.APPROVAL)
    assert enter.enter(event, player).status == Status.APPLIED
    assert not event.log.exists()


def test_an_event_by_invitation_is_for_those_invited(player: User, stranger: User) -> None:
    event = make(registration=Registration.INVITATION)
    EntryFactory(event=event, player=player, status=Status.INVITED, name="ada@players.example")
    entry = enter.enter(event, player)
    assert (entry.status, entry.name) == (Status.ENTERED, "")
    with pytest.raises(TournamentRefused, match="by invitation"):
        enter.enter(event, stranger)


def test_an_invitation_takes_the_place_of_an_approval(player: User) -> None:
    event = make(registration=Registration.APPROVAL)
    EntryFactory(event=event, player=player, status=Status.INVITED)
    assert enter.enter(event, player).status == Status.ENTERED


def test_who_finds_all_places_taken_goes_on_the_waiting_list(player: User) -> None:
    event = make(places=1)
    EntryFactory(event=event)
    assert enter.enter(event, player).status == Status.WAITING
    assert mails_to(player) == ["event_waiting"]


def test_who_was_turned_down_cannot_enter_again(player: User) -> None:
    event = make()
    EntryFactory(event=event, player=player, status=Status.REFUSED)
    with refuses("declined your entry", status=403):
        enter.enter(event, player)


def test_who_withdrew_before_it_began_may_enter_again(player: User) -> None:
    event = make()
    EntryFactory(event=event, player=player, status=Status.WITHDRAWN)
    assert enter.enter(event, player).status == Status.ENTERED


@pytest.mark.parametrize(("hours", "is_open"), [(1, True), (-1, False)])
def test_registration_closes_at_its_deadline(player: User, hours: int, is_open: bool) -> None:
    event = make(closes_at=timezone.now() + timedelta(hours=hours))
    if is_open:
        assert enter.enter(event, player).status == Status.ENTERED
        return
    with pytest.raises(TournamentRefused, match="Registration has closed"):
        enter.enter(event, player)


def test_an_invitation_holds_after_the_deadline(player: User) -> None:
    event = make(closes_at=timezone.now() - timedelta(hours=1))
    EntryFactory(event=event, player=player, status=Status.INVITED)
    assert enter.enter(event, player).status == Status.ENTERED


@pytest.mark.parametrize("stage", [Stage.DRAFT, Stage.FINISHED, Stage.CANCELLED])
def test_nobody_enters_an_event_that_is_not_open(player: User, stage: str) -> None:
    with pytest.raises(TournamentRefused):
        enter.enter(make(stage=stage), player)


def test_who_enters_after_check_in_was_asked_for_is_there(player: User) -> None:
    event = make(check_in=True, check_in_asked_at=timezone.now())
    assert enter.enter(event, player).checked_in_at is not None
    assert enter.enter(make(check_in=True), player).checked_in_at is None


@pytest.mark.parametrize(("rounds_so_far", "may"), [(1, True), (2, False)])
def test_one_enters_late_until_the_round_the_organiser_says(player: User, rounds_so_far: int, may: bool) -> None:
    event = make(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=2)
    for number in range(1, rounds_so_far + 1):
        Round.objects.create(event=event, number=number, stage=Round.Stage.CLOSED, work=Round.Work.DONE)
    if may:
        entry = enter.enter(event, player)
        assert (entry.status, entry.back_from) == (Status.ENTERED, 2)
        return
    with pytest.raises(TournamentRefused, match="until round 2"):
        enter.enter(event, player)


def test_nobody_enters_a_round_robin_late(player: User) -> None:
    event = make(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=2, format="round_robin")
    with pytest.raises(TournamentRefused, match="no late entries"):
        enter.enter(event, player)


def test_who_comes_late_to_a_full_event_waits_for_the_next_free_place(player: User) -> None:
    event = make(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=2, places=1)
    leaver = EntryFactory(event=event, number=1)
    for _ in range(2):
        assert enter.enter(event, player).status == Status.WAITING
    withdraw.withdraw(leaver, by=leaver.player)
    entry = Entry.objects.get(player=player)
    assert (entry.status, entry.number, entry.back_from) == (Status.ENTERED, 2, 1)
    assert mails_to(player) == ["event_waiting", "event_entered"]


def test_nobody_moves_up_once_late_entry_is_over(player: User) -> None:
    event = make(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=1, places=1)
    leaver = EntryFactory(event=event, number=1)
    enter.enter(event, player)
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING)
    withdraw.withdraw(leaver, by=leaver.player)
    assert Entry.objects.get(player=player).status == Status.WAITING


def test_whom_an_organiser_invites_late_can_enter_as_long_as_there_is_a_round(player: User) -> None:
    event = make(stage=Stage.RUNNING, begun_at=timezone.now(), late_until=0, rounds=3)
    early, late = (EntryFactory(event=event, player=each, status=Status.INVITED) for each in (player, UserFactory()))
    Entry.objects.filter(pk=early.pk).update(entered_at=timezone.now() - timedelta(days=1))
    assert enter.enter(event, late.player).status == Status.ENTERED
    with pytest.raises(TournamentRefused, match="no late entries"):
        enter.enter(event, player)


@pytest.mark.parametrize("registration", Event.Registration)
def test_who_waited_in_vain_enters_late_where_a_place_is_free(player: User, registration: str) -> None:
    event = EventFactory(places=1, late_until=2)
    leaver = EntryFactory(event=event)
    assert enter.enter(event, player).status == Status.WAITING
    Event.objects.update(stage=Event.Stage.RUNNING, begun_at=timezone.now(), registration=registration)
    withdraw.withdraw(leaver, by=leaver.player)
    assert Entry.objects.get(player=player).status == Status.WAITING  # they may have made other plans by now
    for _ in range(2):
        assert enter.enter(event, player).status == Status.ENTERED


def test_it_says_beforehand_why_one_cannot_enter(player: User) -> None:
    event = make(registration=Registration.INVITATION)
    refused = enter.why_cannot_enter(event, None, timezone.now())
    assert refused is not None
    assert "by invitation" in refused.message
    assert enter.why_cannot_enter(make(), None, timezone.now()) is None


def test_the_work_does_not_grow_with_the_entries(player: User, django_assert_max_num_queries: Any) -> None:
    event = make(places=100)
    EntryFactory.create_batch(30, event=event)
    with django_assert_max_num_queries(16):
        enter.enter(event, UserFactory())
