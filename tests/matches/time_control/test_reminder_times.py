"""When a player is reminded of a turn."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.time_control.time_control import (
    DAY,
    FIFTH,
    HOUR,
    LAST_DAY,
    NO_PAUSES,
    NOTHING,
    Pauses,
    advance,
    due_reminders,
    elapsed,
    next_reminder,
    thresholds,
)

from .random_pauses import exact_starts

MONDAY = datetime.fromisoformat("2026-11-23T12:00:00+00:00")
FIFTH_OF_THREE_DAYS = timedelta(hours=14, minutes=24)


@pytest.mark.parametrize(
    ("turn_bank", "expected"),
    [
        (10 * DAY, {FIFTH: 2 * DAY, LAST_DAY: DAY}),
        (5 * DAY, {FIFTH: DAY, LAST_DAY: DAY}),
        (3 * DAY, {FIFTH: FIFTH_OF_THREE_DAYS, LAST_DAY: DAY}),
        (30 * HOUR, {FIFTH: 6 * HOUR, LAST_DAY: DAY}),
        (29 * HOUR, {FIFTH: timedelta(hours=5, minutes=48)}),
        (DAY, {FIFTH: timedelta(hours=4, minutes=48)}),
    ],
)
def test_how_much_time_is_left_when_a_player_is_reminded(turn_bank: timedelta, expected: dict[str, timedelta]) -> None:
    assert thresholds(turn_bank) == expected


@pytest.mark.parametrize(
    ("left", "kinds"),
    [
        (3 * DAY, []),
        (DAY + timedelta(microseconds=1), []),
        (DAY, [LAST_DAY]),
        (FIFTH_OF_THREE_DAYS + timedelta(microseconds=1), [LAST_DAY]),
        (FIFTH_OF_THREE_DAYS, [FIFTH, LAST_DAY]),
        (NOTHING, [FIFTH, LAST_DAY]),
    ],
)
def test_which_reminders_are_due_with_so_much_left_of_three_days(left: timedelta, kinds: list[str]) -> None:
    assert sorted(due_reminders(left, 3 * DAY)) == sorted(kinds)


def test_the_next_one_comes_when_a_day_is_left_and_then_when_a_fifth_is() -> None:
    at_a_day, at_a_fifth = MONDAY + 2 * DAY, MONDAY + 3 * DAY - FIFTH_OF_THREE_DAYS
    assert next_reminder(MONDAY, 3 * DAY, 3 * DAY, MONDAY, NO_PAUSES) == at_a_day
    assert next_reminder(MONDAY, 3 * DAY, 3 * DAY, at_a_day, NO_PAUSES) == at_a_fifth
    assert next_reminder(MONDAY, 3 * DAY, 3 * DAY, at_a_fifth, NO_PAUSES) is None


def test_it_waits_while_the_clock_stands_still() -> None:
    # From Thursday noon: 36 hours until Saturday; then from Monday, 00:00, twelve more until a day is left.
    thursday, weekends = MONDAY + 3 * DAY, Pauses("UTC", weekends=True)
    assert next_reminder(thursday, 3 * DAY, 3 * DAY, thursday, weekends) == MONDAY + 7 * DAY


def test_none_comes_for_a_clock_that_began_to_run_with_less() -> None:
    assert next_reminder(MONDAY, 20 * HOUR, 3 * DAY, MONDAY, NO_PAUSES) == MONDAY + 20 * HOUR - FIFTH_OF_THREE_DAYS
    assert next_reminder(MONDAY, 10 * HOUR, 3 * DAY, MONDAY, NO_PAUSES) is None


def test_time_that_was_given_moves_it_on() -> None:
    assert next_reminder(MONDAY, 8 * DAY, 3 * DAY, MONDAY, NO_PAUSES) == MONDAY + 7 * DAY


turn_banks = st.timedeltas(HOUR, timedelta(days=40))


@given(start=exact_starts(), bank=turn_banks, turn_bank=turn_banks, later=st.timedeltas(NOTHING, timedelta(days=40)))
def test_the_next_one_is_the_first_moment_at_which_another_kind_is_due(
    start: tuple[datetime, Pauses], bank: timedelta, turn_bank: timedelta, later: timedelta
) -> None:
    since, pauses = start
    now = advance(since, min(later, bank), pauses)

    def due_at(moment: datetime) -> set[str]:
        return set(due_reminders(bank - elapsed(since, moment, pauses), turn_bank))

    moment = next_reminder(since, bank, turn_bank, now, pauses)
    if moment is None:
        assert due_at(advance(since, bank, pauses)) == due_at(now)
    else:
        assert moment > now
        assert due_at(moment) > due_at(moment - timedelta(microseconds=1)) == due_at(now)
