"""Banks: what a turn costs, what it adds, and which times make a clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clocks.time_control import NOTHING, AtZero, TimeControl, left, settle
from matches.models import Match

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


def test_without_an_increment_there_is_one_bank_for_the_whole_match() -> None:
    control = TimeControl(timedelta(days=30), NOTHING, timedelta(days=30))
    assert settle(control, timedelta(days=30), timedelta(days=4)) == timedelta(days=26)


def test_more_time_than_the_bank_held_leaves_the_increment() -> None:
    control = TimeControl(timedelta(days=10), timedelta(days=1), timedelta(days=10))
    assert settle(control, timedelta(days=2), timedelta(days=5)) == timedelta(days=1)


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
