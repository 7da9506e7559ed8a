"""After a time in which no sweep ran, every running clock gets it back, and no one runs out of time meanwhile."""

from __future__ import annotations

import platform
from collections.abc import Callable
from copy import copy
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jobs.models import Heartbeat
from mail.models import OutboxMail
from matches import sweep
from matches.clocks import outages, seat_clock
from matches.gate import clock_acts, mail_clocks, turns
from matches.home import reminders
from matches.models import LogEntry, Match, Outage, Seat
from matches.time_control import time_control
from matches.time_control.time_control import DAY, HOUR, Pauses, TimeControl
from tests.matches.time_control.random_pauses import exact_starts
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import fresh, kinds, later, submit, told
from tests.support.toy_game import Toy
from timekeeping import clock

pytestmark = pytest.mark.django_db
MICROSECOND = timedelta(microseconds=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def match(toy_match: Match) -> Match:
    """Three days a turn; both are asked and told, and a sweep ran when the match began."""
    outages.beat(toy_match.started_at)
    return told(toy_match)


def clock_of(seat: Seat) -> tuple[Any, ...]:
    seat = fresh(seat)
    return seat.bank, seat.running_since, seat.deadline, seat.remind_at


def left(seat: Seat, now: datetime) -> timedelta:
    return seat_clock.time_left(fresh(seat), now)


# -- the heartbeat -------------------------------------------------------------------------------------------------


def test_the_first_sweep_of_all_gives_nothing_back(toy_match: Match, first: Seat) -> None:
    before = clock_of(first)
    with later(toy_match, days=2):
        assert outages.beat(clock.now()) is None
    assert (clock_of(first), Outage.objects.count()) == (before, 0)


def test_a_sweep_notes_when_it_ran_and_where() -> None:
    before = timezone.now()
    outages.beat(before - timedelta(seconds=90))
    heartbeat = Heartbeat.objects.get(name=Heartbeat.Name.SWEEP)
    assert (heartbeat.at, heartbeat.machine) == (before - timedelta(seconds=90), platform.node())
    assert heartbeat.skew == pytest.approx(90, abs=20)  # how far this machine's clock is ahead of the database's


def test_a_heartbeat_never_goes_back(match: Match) -> None:
    assert outages.beat(match.started_at - HOUR) is None
    assert Heartbeat.objects.get().at == match.started_at


# -- a gap in which everybody was at work ----------------------------------------------------------------------------


@pytest.fixture
def live(match: Match, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """``live(from, to)`` lets the beat and a worker give signs of life each eight minutes."""
    monkeypatch.setattr(outages, "OFTEN", 0.0)

    def live(start: int, end: int, *who: str) -> None:
        for minutes in range(start, end, 8):
            with later(match, minutes=minutes):
                for each in who or outages.ALIVE:
                    outages.note_life(each)

    return live


def test_time_is_not_given_for_a_sweep_that_comes_late_because_its_worker_was_busy(
    match: Match, first: Seat, live: Callable[..., None]
) -> None:
    live(0, 60)
    before = clock_of(first)
    ended_at = match.started_at + HOUR
    assert outages.is_only_busy(ended_at)
    assert outages.under_way_since(ended_at) is None
    assert outages.beat(ended_at) is None
    assert (clock_of(first), Outage.objects.count()) == (before, 0)
    assert outages.beat(ended_at + HOUR) is not None  # in which nobody lived


@pytest.mark.parametrize("who", outages.ALIVE)
def test_it_is_given_where_only_one_of_them_was_there(match: Match, live: Callable[..., None], who: str) -> None:
    live(0, 60, who)
    assert outages.under_way_since(match.started_at + HOUR) == match.started_at
    assert outages.beat(match.started_at + HOUR) is not None


@pytest.mark.parametrize("who", outages.ALIVE)
def test_it_is_given_whole_where_one_of_them_stopped_on_the_way(
    match: Match, live: Callable[..., None], who: str
) -> None:
    live(0, 60, *(each for each in outages.ALIVE if each != who))
    live(0, 20, who)
    live(40, 60, who)
    outage = outages.beat(match.started_at + HOUR)
    assert outage is not None
    assert outage.ended_at - outage.began_at == HOUR


def test_it_is_given_where_a_worker_did_jobs_and_the_sweep_failed(match: Match, live: Callable[..., None]) -> None:
    live(0, 30)
    outages.note_failure()
    live(31, 60)
    assert outages.beat(match.started_at + HOUR) is not None


def test_a_database_that_is_away_notes_no_life_and_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise OperationalError("away")

    monkeypatch.setattr(clock, "now", away)
    outages._noted.clear()
    outages.note_life(Heartbeat.Name.BEAT)
    assert not outages._noted


# -- a gap ---------------------------------------------------------------------------------------------------------


def test_ten_minutes_without_a_sweep_are_no_outage(match: Match, first: Seat) -> None:
    before = clock_of(first)
    assert outages.beat(match.started_at + 10 * MINUTE) is None
    assert (clock_of(first), Outage.objects.count()) == (before, 0)


@pytest.mark.parametrize("gap", [10 * MINUTE + MICROSECOND, HOUR, 3 * DAY])
def test_a_longer_gap_is_given_back_exactly(match: Match, first: Seat, gap: timedelta) -> None:
    bank, since, deadline, remind_at = clock_of(first)
    ended_at = match.started_at + gap
    outage = outages.beat(ended_at)
    assert outage == Outage.objects.get()
    assert (outage.began_at, outage.ended_at, outage.clocks) == (match.started_at, ended_at, 2)
    assert clock_of(first) == (bank, since + gap, deadline + gap, remind_at + gap)
    assert left(first, ended_at) == 3 * DAY


def test_an_outage_is_given_back_once(match: Match, first: Seat) -> None:
    outages.beat(match.started_at + DAY)
    before = clock_of(first)
    for minutes in range(3):
        assert outages.beat(match.started_at + DAY + minutes * MINUTE) is None
    assert (clock_of(first), Outage.objects.count()) == (before, 1)


def test_who_was_asked_in_the_gap_gets_the_rest_of_it(match: Match, first: Seat, second: Seat) -> None:
    with later(match, hours=7):
        submit(first, "pick 1")
        submit(second, "pick 2")
    outages.beat(match.started_at + 24 * HOUR)
    assert left(first, match.started_at + 24 * HOUR) == 3 * DAY
    assert clock_of(second)[1:] == (None, None, None)


@pytest.mark.parametrize("held", ["mail", "organiser", "over"])
def test_a_clock_that_stands_gets_nothing(match: Match, first: Seat, second: Seat, held: str) -> None:
    if held == "mail":
        mail_clocks.stop_for_failed_mail(first.pk, 1)
    elif held == "organiser":
        clock_acts.stop_clock(first, "ill", 0)
    else:
        turns.resign(second, LogEntry.Via.SITE)
    before = clock_of(first)
    outage = outages.beat(match.started_at + DAY)
    assert outage is not None
    assert (clock_of(first), outage.clocks) == (before, 0 if held == "over" else 1)


def test_where_clocks_stand_still_at_times_only_the_time_they_ran_is_given_back(toy: Toy) -> None:
    friday = datetime(2026, 5, 8, 20, tzinfo=UTC)
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, weekends=True)
    with time_machine.travel(friday, tick=False):
        seat = MatchFactory(game_slug="toy", control=control).seats.get(index=0)
    outages.beat(friday)
    monday = friday + 2 * DAY + 8 * HOUR  # 4:00: the clock has run four hours before the weekend and four after
    outage = outages.beat(monday)
    assert outage is not None
    assert outage.clocks == 2
    assert left(seat, monday) == 3 * DAY
    assert fresh(seat).deadline == monday + 3 * DAY


@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    begin=exact_starts(),
    since=st.timedeltas(timedelta(days=-9), timedelta(days=9)),
    bank=st.timedeltas(timedelta(seconds=1), timedelta(days=12)),
    gap=st.timedeltas(10 * MINUTE + MICROSECOND, timedelta(days=9)),
    has_pauses=st.booleans(),
)
def test_what_was_left_before_the_gap_is_left_after_it(
    first: Seat, begin: tuple[datetime, Pauses], since: timedelta, bank: timedelta, gap: timedelta, has_pauses: bool
) -> None:
    """In the database, where most clocks are moved all at once, as in memory."""
    began_at, pauses = begin
    seat = fresh(first)
    seat.bank, seat.pauses = bank, pauses.dump() if has_pauses else {}
    seat_clock.ask(seat, 1, began_at + since)
    seat.save()
    expected = copy(seat)
    Heartbeat.objects.update_or_create(name=Heartbeat.Name.SWEEP, defaults={"at": began_at})
    assert outages.beat(began_at + gap) is not None
    seat_clock.give_back(expected, began_at, began_at + gap)
    found = fresh(first)
    assert (found.bank, found.running_since, found.deadline) == (
        expected.bank,
        expected.running_since,
        expected.deadline,
    )
    due = [moment and max(moment, began_at + gap) for moment in (found.remind_at, expected.remind_at)]
    assert due[0] == due[1]
    spent_before = seat_clock.spent(seat, began_at)
    assert found.bank - seat_clock.spent(found, began_at + gap) == bank - spent_before


def test_more_clocks_with_pauses_than_one_batch_are_moved(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "BATCH", 2)
    control = TimeControl(3 * DAY, 3 * DAY, 3 * DAY, nights=True)
    matches = [MatchFactory(game_slug="toy", players=[UserFactory()], control=control) for _ in range(5)]
    outages.beat(matches[-1].started_at)
    outage = outages.beat(matches[-1].started_at + DAY)
    assert outage is not None
    assert outage.clocks == 5
    for match in matches:
        assert left(match.seats.get(), match.started_at + DAY) >= 3 * DAY - MINUTE


# -- the sweep after it --------------------------------------------------------------------------------------------


def test_in_the_round_after_an_outage_nothing_is_decided_and_nobody_reminded(
    match: Match, first: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    with later(match, days=3, minutes=5):
        swept = sweep.sweep_matches()
    assert swept == sweep.Swept(Outage.objects.get())
    assert str(swept).startswith("no sweep since ")
    assert kinds(match) == []
    assert not OutboxMail.objects.exclude(kind="your_turn").exists()
    assert left(first, match.started_at + 3 * DAY + 5 * MINUTE) == 3 * DAY


def test_the_rounds_after_that_decide_as_ever(match: Match, first: Seat, second: Seat) -> None:
    submit(second, "pick 2")
    gap = timedelta(days=3, minutes=5)
    for after in (gap, gap + MINUTE):
        with later(match, seconds=after.total_seconds()):
            assert sweep.sweep_matches().decided == 0
    end = match.started_at + gap + 3 * DAY
    Heartbeat.objects.update(at=end)
    with time_machine.travel(end + time_control.GRACE + MICROSECOND, tick=False):
        assert sweep.sweep_matches().decided == 1
    assert kinds(match) == ["play", "time"]


def test_a_reminder_that_was_due_when_the_sweeps_ended_comes_when_they_go_on(match: Match, first: Seat) -> None:
    """The last sweep noted that it ran, and died before it reminded anybody."""
    due_at = fresh(first).remind_at
    assert due_at is not None
    Heartbeat.objects.update(at=due_at + MINUTE)
    assert outages.beat(due_at + HOUR) is not None
    assert reminders.send_due(due_at + HOUR) == 2
