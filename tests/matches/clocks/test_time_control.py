"""Banks: what a turn costs, what it adds, and which times make a clock."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clocks.time_control import (
    DAY,
    FIFTH,
    HOUR,
    LAST_DAY,
    NO_PAUSES,
    NOTHING,
    AtZero,
    Pauses,
    TimeControl,
    advance,
    bank_after_turn,
    due_reminders,
    elapsed,
    left,
    next_reminder,
    thresholds,
)
from matches.models import Match

from .random_pauses import exact_starts

spells = st.timedeltas(min_value=NOTHING, max_value=timedelta(days=60))


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    start = draw(st.timedeltas(min_value=timedelta(seconds=1), max_value=timedelta(days=60)))
    return TimeControl(start, draw(spells), start + draw(spells))


@pytest.mark.parametrize(
    ("control", "bank", "spent", "left"),
    [
        (TimeControl.fixed(3), 3 * DAY, 68 * HOUR, 3 * DAY),  # full again for every turn
        (TimeControl(10 * DAY, DAY, 20 * DAY), 10 * DAY, 4 * DAY, 7 * DAY),  # what is left grows by the increment
        (TimeControl(10 * DAY, 2 * DAY, 10 * DAY), 10 * DAY, HOUR, 10 * DAY),  # and is cut at the cap
        (TimeControl(30 * DAY, NOTHING, 30 * DAY), 30 * DAY, 4 * DAY, 26 * DAY),  # one bank for the whole match
        (TimeControl(10 * DAY, DAY, 10 * DAY), 2 * DAY, 5 * DAY, DAY),  # more than it held leaves the increment
    ],
)
def test_what_a_turn_leaves_in_the_bank(
    control: TimeControl, bank: timedelta, spent: timedelta, left: timedelta
) -> None:
    assert bank_after_turn(control, bank, spent) == left


@pytest.mark.parametrize(("start", "increment", "cap"), [(0, 1, 1), (-1, 1, 1), (1, -1, 1), (2, 1, 1)])
def test_it_refuses_times_that_make_no_clock(start: int, increment: int, cap: int) -> None:
    with pytest.raises(ValueError, match="A clock"):
        TimeControl(timedelta(days=start), timedelta(days=increment), timedelta(days=cap))


@pytest.mark.parametrize(
    ("at_zero", "passes", "increment"),
    [("pass", 0, 1), ("lose", 1, 1), ("leave", 2, 1), ("pass", -1, 1), ("pass", 1, 0)],
)
def test_it_refuses_passes_that_cannot_be(at_zero: AtZero, passes: int, increment: int) -> None:
    with pytest.raises(ValueError, match="A clock that passes"):
        TimeControl(timedelta(days=3), timedelta(days=increment), timedelta(days=3), at_zero=at_zero, passes=passes)


@pytest.mark.parametrize(("at_zero", "passes"), [("lose", 0), ("leave", 0), ("pass", 2)])
def test_a_match_stores_it_whole(at_zero: AtZero, passes: int) -> None:
    days = (timedelta(days=10), timedelta(days=1), timedelta(days=12))
    control = TimeControl(*days, weekends=True, nights=True, at_zero=at_zero, passes=passes)
    assert Match(**control.columns()).control == control


def test_only_a_time_that_is_full_again_for_every_turn_is_fixed() -> None:
    assert TimeControl.fixed(3).is_fixed
    assert not TimeControl(timedelta(days=3), timedelta(days=3), timedelta(days=4)).is_fixed
    assert not TimeControl(timedelta(days=2), timedelta(days=3), timedelta(days=3)).is_fixed


@given(control=controls(), spells=st.lists(spells, max_size=20))
def test_the_bank_stays_between_the_increment_and_the_cap(control: TimeControl, spells: list[timedelta]) -> None:
    bank = control.start
    for spent in spells:
        bank = bank_after_turn(control, bank, spent)
        assert min(control.increment, control.cap) <= bank <= control.cap


@given(control=controls(), bank=spells, quick=spells, more=spells)
def test_taking_longer_never_leaves_more(
    control: TimeControl, bank: timedelta, quick: timedelta, more: timedelta
) -> None:
    assert bank_after_turn(control, bank, quick + more) <= bank_after_turn(control, bank, quick)


@given(bank=spells, spent=spells)
def test_no_time_is_made_or_lost_before_the_increment(bank: timedelta, spent: timedelta) -> None:
    assert left(bank, spent) + min(bank, spent) == bank


@given(bank=spells)
def test_a_clock_that_was_set_back_costs_and_gives_nothing(bank: timedelta) -> None:
    assert left(bank, timedelta(hours=-2)) == bank


# -- when a player is reminded: at a fifth of the time, and at a day --------------------------------------------------


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
