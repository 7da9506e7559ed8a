"""Rounds and events that an organiser brings to an end, prolongs or takes back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import turns
from matches.models import Match, Turn
from tests.support.running_events import (
    begun,
    lines,
    match_of,
    organiser_of,
    pairings,
    pairs,
    play_round,
    round_of,
    win,
    work_off,
)
from tournaments import sweep
from tournaments.events import finish
from tournaments.gate.refused import Refused
from tournaments.models import Event, Pairing, Round
from tournaments.results import adjudicate
from tournaments.results.adjudicate import Verdict
from tournaments.rounds import edit_draft, pairing_job, publish
from tournaments.withdrawals import withdraw

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


# -- taking a round back -------------------------------------------------------------------------------------------


def test_a_round_is_taken_back_while_no_turn_has_been_played(event: Event, organiser: User) -> None:
    before, matches = pairs(event, 1), [each.match for each in pairings(event, 1)]
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    assert round_of(event, 1).stage == Round.Stage.DRAFT
    assert pairs(event, 1) == before
    assert all(each.match is None and each.decided_at is None for each in pairings(event, 1))
    for match in matches:
        assert match is not None
        match.refresh_from_db()
        assert (match.how_it_ended, match.is_over) == ("annulled", True)
        assert "round 1 was taken back: The hall is closed." in match.result_words
    assert lines(event).count("Round 1 was taken back; it is a draft again.") == 1


def test_it_is_not_published_again_by_itself_but_by_an_organiser(event: Event, organiser: User) -> None:
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    sweep.sweep()
    work_off()
    assert round_of(event, 1).stage == Round.Stage.DRAFT
    edit_draft.turn_colours(round_of(event, 1), pairings(event, 1)[0].white_id, by=organiser, reason=WHY)
    publish.publish(round_of(event, 1), by=organiser)
    work_off()
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert [each.match.is_over for each in pairings(event, 1) if each.match] == [False, False]


def test_a_round_in_which_a_turn_was_played_stays(event: Event, organiser: User) -> None:
    match = match_of(event, 1, "Ada")
    seat = match.seats.get(index=0)
    turns.submit_turn(seat, seat.number or 0, "T@b3", Turn.Via.SITE)
    with pytest.raises(Refused, match="A turn has been played") as caught:
        finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    assert caught.value.status == 409
    assert not Match.objects.filter(how_it_ended="annulled").exists()
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_a_round_of_which_a_result_is_known_stays(event: Event, organiser: User) -> None:
    pairing = pairings(event, 1)[0]
    adjudicate.settle(pairing, Verdict.WHITE_BY_FORFEIT, by=organiser, reason=WHY)
    with pytest.raises(Refused, match="Round 1 has a result already"):
        finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_a_round_of_players_without_accounts_stays_once_a_result_is_known(event: Event, organiser: User) -> None:
    Pairing.objects.filter(round__event=event).update(match=None)
    Match.objects.all().delete()
    Pairing.objects.filter(round__event=event, board=1).update(
        white_code="1", black_code="0", decided_at=timezone.now()
    )
    with pytest.raises(Refused, match="Round 1 has a result already"):
        finish.take_back(round_of(event, 1), by=organiser, reason=WHY)


def test_taking_back_needs_a_reason(event: Event, organiser: User) -> None:
    with pytest.raises(Refused) as caught:
        finish.take_back(round_of(event, 1), by=organiser, reason="")
    assert caught.value.field == "reason"
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_what_was_not_annulled_at_once_is_annulled_by_the_sweep_before_the_draft_is_touched(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finish, "AT_ONCE", 1)
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    assert [each.match is None for each in pairings(event, 1)] == [True, False]
    acts: list[Callable[[], object]] = [
        lambda: publish.publish(round_of(event, 1), by=organiser),
        lambda: edit_draft.turn_colours(round_of(event, 1), pairings(event, 1)[0].white_id, by=organiser, reason=WHY),
        lambda: pairing_job.ask(event, 1, by=organiser, reason=WHY),
    ]
    for act in acts:
        with pytest.raises(Refused, match="still being annulled"):
            act()
    assert sweep.sweep().annulled == 1
    assert [each.match for each in pairings(event, 1)] == [None, None]
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    publish.publish(round_of(event, 1), by=organiser)


def test_who_leaves_meanwhile_keeps_no_match_from_being_annulled(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finish, "AT_ONCE", 0)
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    withdraw.withdraw(event.entries.get(number=1), by=organiser, reason=WHY)
    assert pairing_job.take_up_again() == 0
    assert sweep.sweep().annulled == 2
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    work_off()
    assert sorted(pairs(event, 1)) == [("Ada", "Z"), ("Ben", "Cleo"), ("Dora", "U")]


def test_no_match_is_made_in_an_event_that_is_called_off(event: Event, organiser: User) -> None:
    Pairing.objects.filter(round__event=event).update(match=None)
    finish.cancel(event, by=organiser, reason=WHY)
    work_off()
    assert not Pairing.objects.filter(round__event=event, match__isnull=False).exists()


def test_an_event_that_is_called_off_meanwhile_leaves_no_match_running(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finish, "AT_ONCE", 0)
    finish.take_back(round_of(event, 1), by=organiser, reason=WHY)
    finish.cancel(event, by=organiser, reason=WHY)
    sweep.sweep()
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()


# -- a round whose time is over ------------------------------------------------------------------------------------


def test_it_waits_and_tells_the_organisers_once() -> None:
    event = begun(4, round_days=7, unfinished="wait")
    organiser_of(event)
    overdue(event)
    for _ in range(3):
        sweep.sweep()
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert mails("event_organising") == ["Olga"]
    assert len([line for line in lines(event) if "It waits for" in line]) == 1


def test_it_is_given_more_time_once_and_then_the_organisers_are_told() -> None:
    event = begun(4, round_days=7, unfinished="extend", extension_days=5)
    organiser_of(event)
    win(match_of(event, 1, "Ada"), "Ada")
    overdue(event)
    sweep.sweep()
    sweep.sweep()
    due = round_of(event, 1).due_at
    assert due is not None
    assert timedelta(days=4, hours=23) < due - timezone.now() <= timedelta(days=5)
    playing = match_of(event, 1, "Ben")
    assert sorted(mails("event_extended")) == sorted(seat.name for seat in playing.seats.all())
    assert mails("event_organising") == []
    overdue(event)
    sweep.sweep()
    sweep.sweep()
    assert mails("event_organising") == ["Olga"]
    assert round_of(event, 1).stage == Round.Stage.RUNNING
    assert not playing.is_over


def test_a_round_that_is_done_in_time_bothers_nobody() -> None:
    event = begun(4, round_days=7, unfinished="settle")
    organiser_of(event)
    play_round(event, 1)
    overdue(event)
    sweep.sweep()
    assert mails("event_organising") == []


def test_an_organiser_gives_a_round_more_days(event: Event, organiser: User) -> None:
    overdue(event)
    finish.extend(round_of(event, 1), 3, by=organiser, reason=WHY)
    due = round_of(event, 1).due_at
    assert due is not None
    assert timedelta(days=2, hours=23) < due - timezone.now() <= timedelta(days=3)
    assert "Round 1 was given 3 more days." in lines(event)
    with pytest.raises(Refused, match="1 to 60 days"):
        finish.extend(round_of(event, 1), 0, by=organiser, reason=WHY)


# -- the event -----------------------------------------------------------------------------------------------------


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
    with pytest.raises(Refused) as caught:
        finish.end(event, by=organiser)
    assert caught.value.field == "reason"
    finish.end(event, by=organiser, reason=WHY)
    event.refresh_from_db()
    assert event.stage == Event.Stage.FINISHED
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
    event.refresh_from_db()
    assert event.stage == Event.Stage.CANCELLED
    assert not event.round_set.filter(number=2).exists()
    assert lines(event).count("The event was called off.") == 1
