"""Banks: what a turn costs, what it adds, and which times make a clock."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Match
from matches.time_control.time_control import DAY, HOUR, NOTHING, AtZero, TimeControl, bank_after_turn, left

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
