from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clocks import NOTHING, TimeControl, deadline, left, settle

spells = st.timedeltas(min_value=NOTHING, max_value=timedelta(days=60))


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    start = draw(st.timedeltas(min_value=timedelta(seconds=1), max_value=timedelta(days=60)))
    return TimeControl(start, draw(spells), start + draw(spells))


def test_a_fixed_time_is_full_again_for_every_turn() -> None:
    control = TimeControl.fixed(3)
    assert settle(control, timedelta(days=3), timedelta(days=2, hours=20)) == timedelta(days=3)


def test_what_is_left_grows_by_the_increment() -> None:
    control = TimeControl(timedelta(days=10), timedelta(days=1), timedelta(days=20))
    assert settle(control, timedelta(days=10), timedelta(days=4)) == timedelta(days=7)


def test_what_is_left_is_cut_at_the_cap() -> None:
    control = TimeControl(timedelta(days=10), timedelta(days=2), timedelta(days=10))
    assert settle(control, timedelta(days=10), timedelta(hours=1)) == timedelta(days=10)


def test_the_deadline_is_when_the_bank_is_empty() -> None:
    asked_at = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert deadline(asked_at, timedelta(days=3)) == datetime(2026, 3, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(("start", "increment", "cap"), [(0, 1, 1), (-1, 1, 1), (1, -1, 1), (2, 1, 1)])
def test_it_refuses_times_that_make_no_clock(start: int, increment: int, cap: int) -> None:
    with pytest.raises(ValueError, match="A clock"):
        TimeControl(timedelta(days=start), timedelta(days=increment), timedelta(days=cap))


@given(control=controls(), spells=st.lists(spells, max_size=20))
def test_the_bank_stays_between_the_increment_and_the_cap(control: TimeControl, spells: list[timedelta]) -> None:
    bank = control.start
    for spent in spells:
        bank = settle(control, bank, spent)
        assert min(control.increment, control.cap) <= bank <= control.cap


@given(control=controls(), bank=spells, quick=spells, more=spells)
def test_taking_longer_never_leaves_more(
    control: TimeControl, bank: timedelta, quick: timedelta, more: timedelta
) -> None:
    assert settle(control, bank, quick + more) <= settle(control, bank, quick)


@given(bank=spells, spent=spells)
def test_no_time_is_made_or_lost_before_the_increment(bank: timedelta, spent: timedelta) -> None:
    assert left(bank, spent) + min(bank, spent) == bank


@given(bank=spells)
def test_a_clock_that_was_set_back_costs_and_gives_nothing(bank: timedelta) -> None:
    assert left(bank, timedelta(hours=-2)) == bank
