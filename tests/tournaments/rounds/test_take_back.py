"""A published round is taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.running_events import (
    begun,
    lines,
    match_of,
    organiser_of,
    pairings,
    pairs,
    round_of,
    work_off,
)
from timekeeping import clock
from tournaments import sweep
from tournaments.entries.withdrawals import withdraw
from tournaments.events.ending import finish
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event, Pairing, Round
from tournaments.rounds import annul_matches, pairing_job, publish, take_back
from tournaments.rounds.drafts import edit_draft
from tournaments.rounds.results import adjudicate
from tournaments.rounds.results.verdicts import Verdict

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


def test_a_round_is_taken_back_while_no_turn_has_been_played(event: Event, organiser: User) -> None:
    before, matches = pairs(event, 1), [each.match for each in pairings(event, 1)]
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
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
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    sweep.sweep_events()
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
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)
    with pytest.raises(TournamentRefused, match="A turn has been played") as caught:
        take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    assert caught.value.status == 409
    assert not Match.objects.filter(how_it_ended="annulled").exists()
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_a_round_of_which_a_result_is_known_stays(event: Event, organiser: User) -> None:
    pairing = pairings(event, 1)[0]
    adjudicate.settle_pairing(pairing, Verdict.WHITE_BY_FORFEIT, by=organiser, reason=WHY)
    with pytest.raises(TournamentRefused, match="Round 1 has a result already"):
        take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_a_round_of_players_without_accounts_stays_once_a_result_is_known(event: Event, organiser: User) -> None:
    Pairing.objects.filter(round__event=event).update(match=None)
    Match.objects.all().delete()
    Pairing.objects.filter(round__event=event, board=1).update(
        white_code="1", black_code="0", decided_at=timezone.now()
    )
    with pytest.raises(TournamentRefused, match="Round 1 has a result already"):
        take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)


def test_taking_back_needs_a_reason(event: Event, organiser: User) -> None:
    with pytest.raises(TournamentRefused) as caught:
        take_back.take_back_round(round_of(event, 1), by=organiser, reason="")
    assert caught.value.field == "reason"
    assert round_of(event, 1).stage == Round.Stage.RUNNING


def test_what_was_not_annulled_at_once_is_annulled_by_the_sweep_before_the_draft_is_touched(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(annul_matches, "AT_ONCE", 1)
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    assert [each.match is None for each in pairings(event, 1)] == [True, False]
    acts: list[Callable[[], object]] = [
        lambda: publish.publish(round_of(event, 1), by=organiser),
        lambda: edit_draft.turn_colours(round_of(event, 1), pairings(event, 1)[0].white_id, by=organiser, reason=WHY),
        lambda: pairing_job.ask_for_pairing(event, 1, by=organiser, reason=WHY),
    ]
    for act in acts:
        with pytest.raises(TournamentRefused, match="still being annulled"):
            act()
    assert sweep.sweep_events().annulled == 1
    assert [each.match for each in pairings(event, 1)] == [None, None]
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
    publish.publish(round_of(event, 1), by=organiser)


def test_who_leaves_meanwhile_keeps_no_match_from_being_annulled(
    event: Event, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(annul_matches, "AT_ONCE", 0)
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    withdraw.withdraw(event.entries.get(number=1), by=organiser, reason=WHY)
    assert pairing_job.take_up_again() == 0
    assert sweep.sweep_events().annulled == 2
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
    monkeypatch.setattr(annul_matches, "AT_ONCE", 0)
    take_back.take_back_round(round_of(event, 1), by=organiser, reason=WHY)
    finish.cancel(event, by=organiser, reason=WHY)
    with time_machine.travel(clock.now() + finish.UNDO_FOR, tick=False):
        sweep.sweep_events()
    assert not Match.objects.filter(status=Match.Status.RUNNING).exists()
