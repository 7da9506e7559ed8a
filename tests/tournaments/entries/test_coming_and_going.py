"""Players come late, go, miss rounds and come back in an event that is played."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from jobs.broker import broker
from mail.models import OutboxMail
from matches.gate import turns
from matches.models import Match
from tests.support.factories import UserFactory
from tests.support.rows import refresh, require
from tests.support.running_events import (
    begun,
    entry_of,
    pairing_of,
    pairs,
    play_round,
    round_of,
    with_entries,
    work_off,
)
from tournaments import sweep
from tournaments.entries import check_in, enter, invite
from tournaments.entries.withdrawals import return_to_event, withdraw
from tournaments.events import start
from tournaments.models import Event, Round
from tournaments.rounds import requested_byes
from tournaments.standings.history import history_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


def letters(event: Event, name: str) -> str:
    number = entry_of(event, name).number or 0
    return "".join(result.code for result in history_of(event).players[number - 1].results)


def seated(event: Event, number: int) -> set[str]:
    """The players with a match in that round."""
    return {name for white, black in pairs(event, number) if len(black) > 1 for name in (white, black)}


def go_on(event: Event, number: int) -> None:
    play_round(event, number)
    work_off()


def test_each_has_the_rounds_that_are_theirs() -> None:
    """Of six Ben leaves and comes back, Cleo misses two rounds, and Zoe comes for round 2."""
    event = begun(6, rounds=5, late_until=3, half_byes=1)
    ben, cleo = entry_of(event, "Ben"), entry_of(event, "Cleo")
    assert ben.player is not None
    withdraw.withdraw(ben, by=ben.player)
    requested_byes.request_byes(cleo, [2, 3])
    enter.enter(event, UserFactory(display_name="Zoe"))
    go_on(event, 1)
    assert {name for pair in pairs(event, 2) for name in pair if pair[1] not in ("H", "Z")} - {"U"} == {
        *("Ada", "Dora", "Emil", "Fay", "Zoe")
    }
    return_to_event.rejoin(ben, by=ben.player)
    go_on(event, 2)
    assert "Ben" in seated(event, 3)
    assert "Cleo" not in seated(event, 3)
    go_on(event, 3)
    assert "Cleo" in seated(event, 4)
    assert letters(event, "Zoe")[0] == "H"
    assert letters(event, "Ben")[1] == "Z"
    assert letters(event, "Cleo")[1:3] == "HZ"
    assert all(len(letters(event, name)) == 4 for name in ("Ada", "Ben", "Cleo", "Zoe"))


def test_who_comes_while_a_draft_waits_is_in_it_after_all() -> None:
    event = begun(4, late_until=2, publishes_itself=False)
    assert round_of(event, 1).stage == Round.Stage.DRAFT
    player = UserFactory(display_name="Zoe")
    enter.enter(event, player)
    work_off()
    draft = round_of(event, 1)
    assert (draft.stage, draft.work) == (Round.Stage.DRAFT, Round.Work.DONE)
    assert "Zoe" in {name for pair in pairs(event, 1) for name in pair}
    withdraw.withdraw(entry_of(event, "Zoe"), by=player)
    work_off()
    assert "Zoe" not in seated(event, 1)


@pytest.mark.parametrize("asks", ["player", "organiser"])
def test_an_absence_for_the_round_in_draft_pairs_it_again_at_once(asks: str) -> None:
    """Of seven the last had the bye of the draft; with one away the six who are left all play."""
    event = begun(7, publishes_itself=False, half_byes=1)
    assert [white for white, black in pairs(event, 1) if black == "U"] == ["Gus"]
    ada = entry_of(event, "Ada")
    if asks == "player":
        requested_byes.request_byes(ada, [1])
    else:
        requested_byes.grant(ada, 1, "Z", by=UserFactory(), reason="Rang me up.")
    work_off()
    draft = round_of(event, 1)
    assert (draft.stage, draft.work) == (Round.Stage.DRAFT, Round.Work.DONE)
    assert pairs(event, 1)[-1] == ("Ada", "H" if asks == "player" else "Z")
    assert seated(event, 1) == {"Ben", "Cleo", "Dora", "Emil", "Fay", "Gus"}
    if asks == "player":
        requested_byes.request_byes(ada, [])
        work_off()
        assert "Ada" in seated(event, 1)


def test_who_comes_or_goes_has_a_draft_paired_without_waiting_for_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun(5, publishes_itself=False)
    handed_over: list[int] = []
    monkeypatch.setattr(broker, "ask_soon", lambda _job, round_id, _key: handed_over.append(round_id))
    requested_byes.request_byes(entry_of(event, "Ada"), [1])
    assert handed_over == [round_of(event, 1).pk]
    work_off()
    ben = entry_of(event, "Ben")
    withdraw.withdraw(ben, by=ben.player)
    assert len(handed_over) == 2


def test_an_absence_while_the_round_is_being_paired_holds() -> None:
    event = with_entries(4)
    start.begin(event)
    requested_byes.request_byes(entry_of(event, "Ada"), [1])
    work_off()
    assert ("Ada", "H") in pairs(event, 1)


def test_a_late_entry_takes_its_number_by_rating_in_the_middle_of_play() -> None:
    event = begun(4, late_until=3)
    go_on(event, 1)
    entry = invite.put_in(event, UserFactory(display_name="Zoe"), by=UserFactory())
    numbers = list(event.entries.order_by("number").values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4, 5]
    ratings = list(event.entries.order_by("number").values_list("rating", flat=True))
    assert ratings == sorted(ratings, reverse=True)
    assert entry.back_from == 3
    go_on(event, 2)
    assert "Zoe" in {name for pair in pairs(event, 3) for name in pair}


def test_who_leaves_a_round_robin_frees_the_round() -> None:
    """The only match of the round that still runs is the leaver's: the round closes, and the next one begins."""
    event = begun(4, format="round_robin")
    other = next(white for white, black in pairs(event, 1) if "Ada" not in (white, black))
    match = pairing_of(event, 1, other).match
    turns.resign(require(match).seats.get(player__display_name=other), "site")  # type: ignore[arg-type]
    leaver = entry_of(event, "Ada")
    withdraw.withdraw(leaver, by=leaver.player)
    sweep.advance_events()
    work_off()
    assert round_of(event, 1).stage == Round.Stage.CLOSED
    assert round_of(event, 2).stage == Round.Stage.RUNNING
    assert "Ada" not in {
        seat.name for running in Match.objects.filter(status="running") for seat in running.seats.all()
    }


def test_who_has_not_checked_in_is_not_paired_and_comes_late() -> None:
    event = with_entries(5, check_in=True, late_until=2, starts_at=timezone.now() + timedelta(hours=3))
    sweep.sweep_events()
    assert OutboxMail.objects.filter(kind="event_check_in").count() == 5
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        entry = entry_of(event, name)
        check_in.check_in(entry, by=require(entry.player))
    with time_machine.travel(timezone.now() + timedelta(hours=4)):
        sweep.sweep_events()
        work_off()
        assert refresh(event).stage == Event.Stage.RUNNING
        assert seated(event, 1) == {"Ada", "Ben", "Cleo", "Dora"}
        emil = entry_of(event, "Emil")
        check_in.check_in(emil, by=require(emil.player))
        go_on(event, 1)
        assert letters(event, "Emil")[0] == "H"
        assert "Emil" in {name for pair in pairs(event, 2) for name in pair}


def test_a_site_that_stood_still_over_the_hour_asks_first_and_gives_time() -> None:
    event = with_entries(4, check_in=True, check_in_hours=24, starts_at=timezone.now() - timedelta(hours=1))
    sweep.sweep_events()
    entries = list(event.entries.select_related("player"))
    for entry in entries[:2]:
        check_in.check_in(entry, by=require(entry.player))
    sweep.sweep_events()
    assert refresh(event).stage == Event.Stage.REGISTRATION
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        Event.objects.filter(pk=event.pk).update(rounds=1)
        sweep.sweep_events()
    assert refresh(event).stage == Event.Stage.RUNNING
