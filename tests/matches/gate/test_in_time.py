"""When a turn counts as in time: until the grace after its deadline has ended, and in some cases later."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches import sweep
from matches.clocks import outages
from matches.gate import clock_acts, turns
from matches.gate.refused import MatchRefused
from matches.models import LogEntry, Match, Seat, VacationDay
from matches.time_control.time_control import DAY, GRACE, HOUR, TimeControl
from matches.verify.replay import verify
from tests.support.factories import MatchFactory
from tests.support.matches import SITE, Mails, kinds, submit, told, travel_past_grace_of, travel_to_deadline_of
from tests.support.vacation import event

MICROSECOND = timedelta(microseconds=1)


@pytest.fixture
def seat(toy_match: Match, first: Seat, second: Seat) -> Seat:
    """The only one that is asked still, and it was told."""
    submit(second, "pick 2")
    told(toy_match)
    return first


def deadline_of(seat: Seat) -> datetime:
    seat.refresh_from_db()
    assert seat.deadline is not None
    return seat.deadline


def play_stamped(seat: Seat, at: datetime) -> LogEntry:
    return turns.submit_turn(seat, 1, "pick 4", SITE, stamped_at=at)


# -- by the stamp --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("late", [timedelta(0), MICROSECOND, timedelta(seconds=30)])
def test_a_turn_that_reaches_the_gate_within_the_grace_counts_and_no_sweep_overtakes_it(
    seat: Seat, late: timedelta
) -> None:
    deadline = deadline_of(seat)
    with time_machine.travel(deadline + late, tick=False):
        assert sweep.sweep_matches().decided == 0
        turn = submit(seat, "pick 4")
    assert (turn.kind, turn.stamped_at) == ("play", deadline + late)
    assert [differences for _, differences in verify(Match.objects.filter(pk=seat.match_id))] == [[]]


def test_a_turn_that_reaches_the_gate_a_moment_later_is_late(seat: Seat) -> None:
    with travel_to_deadline_of(seat, seconds=30, microseconds=1), pytest.raises(MatchRefused) as refused:
        submit(seat, "pick 4")
    assert (refused.value.code, refused.value.message) == ("late", "Your time for this turn has run out.")


def test_once_the_sweep_has_decided_no_turn_counts(seat: Seat) -> None:
    deadline = deadline_of(seat)
    with travel_past_grace_of(seat):
        assert sweep.sweep_matches().decided == 1
        with pytest.raises(MatchRefused, match="This match is over"):
            play_stamped(seat, deadline)


def test_an_email_counts_by_its_stamp_when_it_is_read_later(seat: Seat) -> None:
    deadline = deadline_of(seat)
    with travel_to_deadline_of(seat, minutes=5):
        with pytest.raises(MatchRefused, match="has run out"):
            play_stamped(seat, deadline + GRACE + MICROSECOND)
        assert play_stamped(seat, deadline + GRACE).kind == "play"


def test_a_turn_within_the_grace_uses_up_the_clock(toy: Any, player: User, opponent: User) -> None:
    control = TimeControl(10 * DAY, DAY, 20 * DAY)
    match = told(MatchFactory(game_slug="toy", players=[player, opponent], control=control))
    seat = match.seats.get(index=0)
    with travel_to_deadline_of(seat, seconds=30):
        submit(seat, "pick 4")
    seat.refresh_from_db()
    assert seat.bank == DAY  # nothing was left, and 1 more


def test_once_the_deadline_is_decided_no_stamp_helps(seat: Seat) -> None:
    deadline = deadline_of(seat)
    with travel_past_grace_of(seat):
        assert sweep.sweep_matches().decided == 1
        with pytest.raises(MatchRefused, match="This match is over") as refused:
            play_stamped(seat, deadline)
    assert refused.value.code == "over"


def test_the_clock_is_charged_to_the_stamp_and_not_to_the_reading(toy: Any, player: User, opponent: User) -> None:
    control = TimeControl(10 * DAY, DAY, 20 * DAY)
    match: Match = MatchFactory(game_slug="toy", players=[player, opponent], control=control)
    seat = match.seats.get(index=0)
    with time_machine.travel(match.started_at + 4 * DAY, tick=False):
        play_stamped(seat, match.started_at + 3 * DAY)
    seat.refresh_from_db()
    assert seat.bank == 8 * DAY  # 10 less 3, and 1 more


# -- vacation days ----------------------------------------------------------------------------------------------------


@pytest.fixture
def on_vacation_days(toy: Any, player: User, opponent: User) -> Seat:
    """A seat with two vacation days that a clock uses up at zero."""
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, at_zero="leave")
    match: Match = MatchFactory(
        game_slug="toy", players=[player, opponent], control=control, vacation_pool=event(days=2)
    )
    submit(match.seats.get(index=1), "pick 2")
    return told(match).seats.get(index=0)


@pytest.mark.parametrize(
    ("late", "days"),
    [
        (GRACE, 0),
        (timedelta(minutes=1), 1),
        (DAY + GRACE, 1),
        (DAY + GRACE + MICROSECOND, 2),
        (2 * DAY + GRACE, 2),
    ],
)
def test_a_late_turn_counts_where_vacation_days_cover_it(
    on_vacation_days: Seat, mails: Mails, late: timedelta, days: int
) -> None:
    mails()
    deadline = deadline_of(on_vacation_days)
    with time_machine.travel(deadline + late, tick=False):
        turn = submit(on_vacation_days, "pick 4")
    assert (turn.kind, turn.stamped_at) == ("play", deadline + late)
    assert kinds(turn.match) == ["play", *["leave_day"] * days, "play"]
    assert VacationDay.objects.filter(seat=on_vacation_days).count() == days
    assert sorted(mails()) == [*[("vacation_day", "Ada")] * days, ("your_turn", "Ada")]


def test_a_turn_that_vacation_days_do_not_cover_uses_none(on_vacation_days: Seat, mails: Mails) -> None:
    mails()
    deadline = deadline_of(on_vacation_days)
    too_late = time_machine.travel(deadline + 2 * DAY + GRACE + MICROSECOND, tick=False)
    with too_late, pytest.raises(MatchRefused, match="Your time for this turn has run out"):
        submit(on_vacation_days, "pick 4")
    assert (VacationDay.objects.count(), kinds(on_vacation_days.match), mails()) == (0, ["play"], [])
    assert deadline_of(on_vacation_days) == deadline


# -- while no sweep runs -------------------------------------------------------------------------------------------


def last_swept(at: datetime) -> None:
    Heartbeat.objects.update_or_create(name=Heartbeat.Name.SWEEP, defaults={"at": at})


def test_nobody_is_late_while_no_sweep_has_run_for_long(seat: Seat) -> None:
    last_swept(deadline_of(seat) - HOUR)
    with travel_to_deadline_of(seat, days=3):
        assert submit(seat, "pick 4").kind == LogEntry.Kind.PLAY


def test_a_sweep_that_is_a_few_minutes_late_is_no_outage(seat: Seat) -> None:
    last_swept(deadline_of(seat) + MICROSECOND)
    ten_minutes_later = travel_to_deadline_of(seat, microseconds=1, minutes=10)
    with ten_minutes_later, pytest.raises(MatchRefused, match="Your time for this turn has run out"):
        submit(seat, "pick 4")


def test_what_came_in_an_outage_is_charged_up_to_its_beginning(toy: Any, player: User, opponent: User) -> None:
    control = TimeControl(10 * DAY, DAY, 20 * DAY)
    match = told(MatchFactory(game_slug="toy", players=[player, opponent], control=control))
    seat = match.seats.get(index=0)
    last_swept(match.started_at + 9 * DAY)
    with time_machine.travel(match.started_at + 11 * DAY, tick=False):
        submit(seat, "pick 4")
        outages.beat(match.started_at + 12 * DAY)
    seat.refresh_from_db()
    assert seat.bank == 2 * DAY  # 10 less 9, and 1 more


# -- who was not told ----------------------------------------------------------------------------------------------


def test_nobody_is_late_who_was_not_told(toy_match: Match, first: Seat) -> None:
    """The email still waits; the player comes to the site after the deadline and before the sweep."""
    with travel_to_deadline_of(first, seconds=10):
        assert submit(first, "pick 4").kind == LogEntry.Kind.PLAY
    assert kinds(toy_match) == ["clock_held", "play"]
    first.refresh_from_db()
    assert (first.stopped, first.bank) == ("", 3 * DAY)


def test_vacation_days_are_not_used_by_who_was_not_told(on_vacation_days: Seat) -> None:
    OutboxMail.objects.filter(kind="your_turn").update(status=OutboxMail.Status.PARKED)
    with travel_to_deadline_of(on_vacation_days, seconds=10):
        submit(on_vacation_days, "pick 4")
    assert VacationDay.objects.count() == 0


def test_who_was_not_told_is_late_where_the_organiser_let_the_clock_run(toy_match: Match, first: Seat) -> None:
    clock_acts.stop_clock(first, "a mistake", 0)
    clock_acts.start_clock(first, "sorry", 1)
    with travel_past_grace_of(first), pytest.raises(MatchRefused, match="has run out"):
        submit(first, "pick 4")
