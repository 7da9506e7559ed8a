"""Leaving an event and coming back."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.refusals import refuses
from tests.support.rows import refresh
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Entry, Event, Round
from tournaments.standings.history import is_here

Status, Stage = Entry.Status, Event.Stage
pytestmark = pytest.mark.django_db


@pytest.fixture
def swiss() -> Event:
    """It runs, and its first round is published."""
    event: Event = EventFactory(stage=Stage.RUNNING, begun_at=timezone.now())
    Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    return event


@pytest.fixture
def entry(swiss: Event, player: User) -> Entry:
    made: Entry = EntryFactory(event=swiss, player=player, number=1)
    return made


def kinds(player: User) -> list[str]:
    return list(OutboxMail.objects.filter(user=player).values_list("kind", flat=True))


def test_who_withdraws_is_paired_no_more_from_the_next_round_on(entry: Entry, player: User) -> None:
    gone = withdraw.withdraw(entry, by=player)
    assert (gone.status, gone.gone_from, gone.number) == (Status.WITHDRAWN, 2, 1)
    assert not is_here(gone.event, gone, 2)
    assert gone.event.log.get().words == "Ada withdrew from round 2 on."
    assert kinds(player) == []


def test_withdrawing_twice_does_it_once(entry: Entry, player: User) -> None:
    withdraw.withdraw(entry, by=player)
    withdraw.withdraw(entry, by=player)
    assert entry.event.log.count() == 1


def test_an_organiser_gives_a_reason_which_the_player_and_the_log_tell(entry: Entry, player: User) -> None:
    organiser = UserFactory()
    with refuses(field="reason"):
        withdraw.withdraw(entry, by=organiser, reason="  ")
    withdraw.withdraw(entry, by=organiser, reason="Two accounts.")
    line = entry.event.log.get()
    assert (line.words, line.reason, line.by) == ("Ada was withdrawn from round 2 on.", "Two accounts.", organiser)
    assert OutboxMail.objects.get(user=player, kind="event_withdrawn").context["reason"] == "Two accounts."


def test_a_no_show_is_withdrawn_with_a_mail_and_may_come_back(entry: Entry, player: User) -> None:
    gone = withdraw.withdraw_no_show(entry)
    assert (gone.status, gone.is_no_show) == (Status.WITHDRAWN, True)
    assert kinds(player) == ["event_withdrawn"]
    back = return_to_event.rejoin(gone, by=player)
    assert (back.status, back.is_no_show, back.back_from) == (Status.ENTERED, False, 2)


def test_who_comes_back_is_paired_from_the_next_round_on(entry: Entry, player: User) -> None:
    withdraw.withdraw(entry, by=player)
    Round.objects.create(event=entry.event, number=2, stage=Round.Stage.RUNNING, work=Round.Work.DONE)
    back = return_to_event.rejoin(entry, by=player)
    assert (back.status, back.back_from, back.gone_from) == (Status.ENTERED, 3, None)
    assert is_here(back.event, back, 3)
    assert "Ada is back from round 3 on." in [line.words for line in entry.event.log.all()]


def test_who_was_taken_out_for_good_is_brought_back_by_an_organiser_alone(entry: Entry, player: User) -> None:
    organiser = UserFactory()
    gone = withdraw.withdraw(entry, by=organiser, reason="Insults.", for_good=True)
    with pytest.raises(TournamentRefused, match="Ask them to bring you back"):
        return_to_event.rejoin(gone, by=player)
    assert return_to_event.rejoin(gone, by=organiser).status == Status.ENTERED
    assert kinds(player) == ["event_withdrawn", "event_entered"]


def test_nobody_comes_back_after_the_last_round(entry: Entry, player: User) -> None:
    withdraw.withdraw(entry, by=player)
    for number in range(2, entry.event.rounds + 1):
        Round.objects.create(event=entry.event, number=number, stage=Round.Stage.RUNNING)
    with pytest.raises(TournamentRefused, match="no round left"):
        return_to_event.rejoin(entry, by=player)


def test_leaving_before_it_begins_gives_the_place_to_who_waits_longest(player: User) -> None:
    event = EventFactory(places=1)
    entry = EntryFactory(event=event, player=player)
    first, second = (EntryFactory(event=event, status=Status.WAITING) for _ in range(2))
    withdraw.withdraw(entry, by=player)
    assert (refresh(first).status, refresh(second).status) == (Status.ENTERED, Status.WAITING)
    assert OutboxMail.objects.get(user=first.player).context["how"] == "moved_up"


def test_a_round_that_waits_to_be_published_is_paired_again_without_the_player(entry: Entry, player: User) -> None:
    draft = Round.objects.create(event=entry.event, number=2, work=Round.Work.DONE, work_key="old")
    withdraw.withdraw(entry, by=player)
    assert refresh(draft).work == Round.Work.QUEUED
    assert draft.work_key != "old"


@pytest.mark.parametrize(("format", "work"), [("swiss", Round.Work.QUEUED), ("cup", Round.Work.DONE)])
def test_a_draft_changed_by_hand_is_paired_around_it_and_in_a_cup_left_to_the_organisers(
    entry: Entry, player: User, format: str, work: str
) -> None:
    Event.objects.update(format=format)
    draft = Round.objects.create(event=entry.event, number=2, work=Round.Work.DONE)
    draft.pairings.create(board=1, white=EntryFactory(event=entry.event, number=2), is_by_hand=True)
    withdraw.withdraw(entry, by=player)
    assert refresh(draft).work == work
    assert draft.pairings.get().is_by_hand


def test_nobody_leaves_an_event_that_is_over(entry: Entry, player: User) -> None:
    Event.objects.update(stage=Stage.FINISHED)
    with pytest.raises(TournamentRefused, match="over"):
        withdraw.withdraw(entry, by=player)


def test_who_deletes_the_account_leaves_all_events_that_go_on(entry: Entry, player: User) -> None:
    over = EntryFactory(event=EventFactory(stage=Stage.FINISHED), player=player)
    withdraw.withdraw_from_all(player)
    assert (refresh(entry).status, refresh(over).status) == (Status.WITHDRAWN, Status.ENTERED)
