"""The clock with pauses against one that is read off minute by minute, and what holds at any microsecond."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matches.time_control.time_control import (
    FOREVER,
    NOTHING,
    Pauses,
    advance,
    elapsed,
    paused_until,
    running,
    why_paused,
)

from . import by_the_minute
from .by_the_minute import MINUTE
from .random_pauses import FIRST, LAST, ODD_ZONES, banks, exact_starts, starts

TICK = timedelta(microseconds=1)
Start = tuple[datetime, Pauses]


@settings(max_examples=60, deadline=None)
@given(start=starts(), length=st.integers(0, 5 * 24 * 60))
def test_a_deadline_is_where_counting_minutes_leads(start: Start, length: int) -> None:
    now, pauses = start
    assert advance(now, length * MINUTE, pauses) == by_the_minute.advance(now, length, pauses)


@settings(max_examples=60, deadline=None)
@given(start=starts(), length=st.integers(-60, 12 * 24 * 60))
def test_the_time_a_clock_ran_is_the_minutes_counted(start: Start, length: int) -> None:
    now, pauses = start
    end = now + length * MINUTE
    assert elapsed(now, end, pauses) == by_the_minute.elapsed(now, end, pauses) * MINUTE


@settings(max_examples=60, deadline=None)
@given(start=starts(), length=st.integers(0, 3 * 24 * 60))
def test_a_clock_stands_still_in_the_minutes_that_are_paused(start: Start, length: int) -> None:
    now, pauses = start
    for moment in (now, now + length * MINUTE):
        assert (why_paused(moment, pauses) is not None) == by_the_minute.is_paused(moment, pauses)
        assert (paused_until(moment, pauses) is not None) == by_the_minute.is_paused(moment, pauses)


@settings(max_examples=40, deadline=None)
@given(start=starts())
def test_it_runs_again_at_the_first_minute_that_is_not_paused(start: Start) -> None:
    now, pauses = start
    first = now
    while by_the_minute.is_paused(first, pauses):
        first += MINUTE
    assert paused_until(now, pauses) == (None if first == now else first)


@pytest.mark.parametrize("zone", ODD_ZONES)
def test_every_change_of_the_clocks_is_counted_right(zone: str) -> None:
    """The day before to the day after, with a night that the change falls into."""
    pauses = Pauses(zone, weekends=True, night=datetime(2000, 1, 1, 20).time())  # noqa: DTZ001
    for change in by_the_minute.clock_changes(zone, FIRST, LAST):
        start, end = change - timedelta(hours=30), change + timedelta(hours=30)
        assert elapsed(start, end, pauses) == by_the_minute.elapsed(start, end, pauses) * MINUTE, change


# -- what holds at any microsecond ---------------------------------------------------------------------------------


@given(start=exact_starts(), bank=banks)
def test_the_time_until_the_deadline_is_the_bank(start: Start, bank: timedelta) -> None:
    now, pauses = start
    assert elapsed(now, advance(now, bank, pauses), pauses) == bank


@given(start=exact_starts(), bank=banks.filter(bool))
def test_the_deadline_is_the_first_moment_at_which_the_bank_is_empty(start: Start, bank: timedelta) -> None:
    now, pauses = start
    assert elapsed(now, advance(now, bank, pauses) - TICK, pauses) == bank - TICK


@given(start=exact_starts(), bank=banks, more=banks)
def test_it_does_not_matter_whether_a_bank_is_counted_down_at_once_or_in_two_parts(
    start: Start, bank: timedelta, more: timedelta
) -> None:
    now, pauses = start
    assert advance(now, bank + more, pauses) == advance(advance(now, bank, pauses), more, pauses)


@given(start=exact_starts(), first=banks, second=banks)
def test_nothing_is_lost_between_two_spans(start: Start, first: timedelta, second: timedelta) -> None:
    now, pauses = start
    middle, end = now + first, now + first + second
    assert elapsed(now, middle, pauses) + elapsed(middle, end, pauses) == elapsed(now, end, pauses)


@given(start=exact_starts(), bank=banks, more=banks, later=banks)
def test_more_time_and_a_later_start_never_make_an_earlier_deadline(
    start: Start, bank: timedelta, more: timedelta, later: timedelta
) -> None:
    now, pauses = start
    deadline = advance(now, bank, pauses)
    assert now + bank <= deadline <= advance(now, bank + more, pauses)
    assert deadline <= advance(now + later, bank, pauses)


@given(start=exact_starts(), spell=banks)
def test_a_clock_never_runs_faster_than_time(start: Start, spell: timedelta) -> None:
    now, pauses = start
    assert NOTHING <= elapsed(now, now + spell, pauses) <= spell
    assert elapsed(now, now - spell, pauses) == NOTHING


@given(start=exact_starts(), bank=banks)
def test_a_vacation_moves_a_deadline_by_the_time_the_clock_would_have_run_in_it(start: Start, bank: timedelta) -> None:
    now, pauses = start
    without = Pauses(pauses.zone, pauses.weekends, pauses.night)
    deadline = advance(now, bank, pauses)
    on_vacation = sum((elapsed(max(now, a), min(deadline, b), without) for a, b in pauses.vacation), NOTHING)
    assert elapsed(now, deadline, without) == bank + on_vacation


@given(start=exact_starts())
def test_the_spans_in_which_it_runs_are_in_order_and_no_pause_is_in_them(start: Start) -> None:
    now, pauses = start
    last = now
    for _, (span_start, span_end) in zip(range(8), running(now, pauses), strict=False):
        assert last <= span_start < span_end
        assert why_paused(span_start, pauses) is None
        assert span_end == FOREVER or why_paused(span_end - TICK, pauses) is None
        last = span_end


@given(start=exact_starts())
def test_an_empty_bank_runs_out_at_once(start: Start) -> None:
    now, pauses = start
    assert advance(now, NOTHING, pauses) == advance(now, -MINUTE, pauses) == now


@given(start=exact_starts())
def test_pauses_come_back_from_json_as_they_were(start: Start) -> None:
    now, pauses = start
    loaded = Pauses.load(pauses.dump())
    assert advance(now, timedelta(days=9), loaded) == advance(now, timedelta(days=9), pauses)
    assert (loaded.weekends, loaded.night, loaded.vacation) == (pauses.weekends, pauses.night, pauses.vacation)
    assert loaded.zone == pauses.zone or not loaded.recur
