"""A seat's clock in memory: whatever is done to it, no time is made or lost that was not meant to be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.clocks import seat_clock
from matches.models import Seat
from matches.time_control import time_control
from matches.time_control.time_control import DAY, HOUR, NO_PAUSES, Pauses, TimeControl
from tests.matches.time_control.random_pauses import exact_starts

MONDAY = datetime(2026, 5, 4, 10, tzinfo=UTC)
CONTROL = TimeControl(3 * DAY, 2 * DAY, 4 * DAY)
spells = st.timedeltas(timedelta(0), timedelta(days=20))
banks = st.timedeltas(timedelta(microseconds=1), timedelta(days=20))


def asked(at: datetime = MONDAY, bank: timedelta = 3 * DAY, pauses: Pauses = NO_PAUSES) -> Seat:
    seat = Seat(index=0, bank=bank, pauses=pauses.dump())
    seat_clock.ask(seat, 7, at)
    return seat


def check_is_wound(seat: Seat) -> None:
    """The stored deadline is when the bank is used up, and the reminder lies before it."""
    assert seat.running_since is not None
    assert seat.deadline == time_control.advance(seat.running_since, seat.bank, seat.loaded_pauses)
    assert seat.remind_at is None or seat.remind_at <= seat.deadline


def check_stands(seat: Seat) -> None:
    assert (seat.running_since, seat.deadline, seat.remind_at) == (None, None, None)


# -- asked and answered --------------------------------------------------------------------------------------------


def test_a_clock_runs_from_the_moment_at_which_its_seat_is_asked() -> None:
    seat = asked()
    assert (seat.asked_turn, seat.asked_at, seat.running_since, seat.turn_bank) == (7, MONDAY, MONDAY, 3 * DAY)
    assert seat.deadline == MONDAY + 3 * DAY
    assert seat.remind_at == MONDAY + 2 * DAY  # a day before; a fifth, 14.4 hours, comes later


def test_an_answer_stops_the_clock_and_adds_the_increment() -> None:
    seat = asked()
    seat_clock.answer(seat, CONTROL, MONDAY + DAY)
    assert (seat.asked_turn, seat.asked_at, seat.turn_bank, seat.bank) == (None, None, None, 4 * DAY)
    check_stands(seat)


def test_an_answer_stamped_before_the_clock_began_costs_nothing() -> None:
    seat = asked()
    seat_clock.answer(seat, CONTROL, MONDAY - HOUR)
    assert seat.bank == 4 * DAY  # three and two more, cut at the cap


@pytest.mark.parametrize(
    ("stopped", "left"), [(Seat.Stopped.MAIL, ""), (Seat.Stopped.ORGANISER, Seat.Stopped.ORGANISER)]
)
def test_what_the_organiser_stopped_stays_so_over_an_answer(stopped: str, left: str) -> None:
    seat = asked()
    seat.stopped, seat.runs_unnoticed = stopped, True
    seat_clock.answer(seat, CONTROL, MONDAY)
    assert (seat.stopped, seat.runs_unnoticed) == (left, False)


def test_a_clock_that_is_stopped_is_asked_and_does_not_run() -> None:
    seat = Seat(index=0, bank=3 * DAY, pauses={}, stopped=Seat.Stopped.ORGANISER)
    seat_clock.ask(seat, 7, MONDAY)
    assert (seat.asked_turn, seat.turn_bank) == (7, 3 * DAY)
    check_stands(seat)
    seat_clock.resume(seat, MONDAY + 9 * DAY)
    assert seat.deadline == MONDAY + 12 * DAY


# -- properties ----------------------------------------------------------------------------------------------------


@given(begin=exact_starts(), bank=banks, before=spells, between=spells)
def test_stopping_and_starting_keeps_what_is_left(
    begin: tuple[datetime, Pauses], bank: timedelta, before: timedelta, between: timedelta
) -> None:
    start, pauses = begin
    seat = asked(start, bank, pauses)
    left = seat_clock.time_left(seat, start + before)
    seat_clock.stop(seat, start + before)
    check_stands(seat)
    assert seat_clock.time_left(seat, start + before + between) == left
    seat_clock.resume(seat, start + before + between)
    assert seat_clock.time_left(seat, start + before + between) == left
    check_is_wound(seat)


@given(begin=exact_starts(), bank=banks, before=spells, amount=spells)
def test_time_given_is_what_is_left_more(
    begin: tuple[datetime, Pauses], bank: timedelta, before: timedelta, amount: timedelta
) -> None:
    start, pauses = begin
    seat = asked(start, bank, pauses)
    spent = seat_clock.spent(seat, start + before)
    seat_clock.give(seat, amount, start + before)
    assert seat_clock.time_left(seat, start + before) == max(timedelta(0), bank + amount - spent)
    check_is_wound(seat)


@given(begin=exact_starts(), other=exact_starts(), bank=banks, before=spells)
def test_changed_pauses_leave_what_was_spent_before_them(
    begin: tuple[datetime, Pauses], other: tuple[datetime, Pauses], bank: timedelta, before: timedelta
) -> None:
    (start, pauses), (_, changed) = begin, other
    seat = asked(start, bank, pauses)
    left = seat_clock.time_left(seat, start + before)
    seat_clock.change_pauses(seat, changed, start + before)
    assert seat.loaded_pauses == (changed if changed.recur else Pauses(vacation=changed.vacation))
    assert seat_clock.time_left(seat, start + before) == left
    check_is_wound(seat)


@given(begin=exact_starts(), bank=banks, before=spells, gap=spells)
def test_an_outage_costs_nothing(
    begin: tuple[datetime, Pauses], bank: timedelta, before: timedelta, gap: timedelta
) -> None:
    start, pauses = begin
    began, ended = start + before, start + before + gap
    seat = asked(start, bank, pauses)
    left = bank - seat_clock.spent(seat, began)
    seat_clock.give_back(seat, began, ended)
    assert seat.bank - seat_clock.spent(seat, ended) == left
    if gap:
        check_is_wound(seat)


@given(begin=exact_starts(), bank=banks, into=spells, rest=spells)
def test_a_clock_that_began_in_an_outage_gets_the_rest_of_it(
    begin: tuple[datetime, Pauses], bank: timedelta, into: timedelta, rest: timedelta
) -> None:
    start, pauses = begin
    seat = asked(start, bank, pauses)
    seat_clock.give_back(seat, start - into, start + rest)
    assert seat_clock.time_left(seat, start + rest) == bank


@given(begin=exact_starts(), other=exact_starts(), bank=banks, spent=spells, amount=spells, gap=spells)
def test_who_was_not_told_has_everything_that_was_given_for_the_turn(
    begin: tuple[datetime, Pauses],
    other: tuple[datetime, Pauses],
    bank: timedelta,
    spent: timedelta,
    amount: timedelta,
    gap: timedelta,
) -> None:
    """Whatever has happened to the clock since."""
    (start, pauses), (_, changed) = begin, other
    now = start + spent
    for whole in (seat_clock.stop_for_mail, seat_clock.restart):
        seat = asked(start, bank, pauses)
        seat_clock.give(seat, amount, start)
        seat_clock.change_pauses(seat, changed, now)
        seat_clock.give_back(seat, start, start + gap)
        whole(seat, now)
        assert seat_clock.time_left(seat, now) == bank + amount


# -- beside the bank -----------------------------------------------------------------------------------------------


def test_an_outage_that_was_over_before_the_clock_began_gives_nothing() -> None:
    seat = asked()
    seat_clock.give_back(seat, MONDAY - DAY, MONDAY)
    assert seat.deadline == MONDAY + 3 * DAY


def test_a_clock_that_stands_gets_nothing_back() -> None:
    seat = asked()
    seat_clock.stop(seat, MONDAY + DAY)
    seat_clock.give_back(seat, MONDAY, MONDAY + 2 * DAY)
    assert seat.bank == 2 * DAY
    check_stands(seat)


@pytest.mark.parametrize("pauses", [NO_PAUSES, Pauses(vacation=((MONDAY + 9 * DAY, MONDAY + 10 * DAY),))])
def test_a_reminder_moves_with_its_clock_and_one_that_was_due_stays_due(pauses: Pauses) -> None:
    seat = asked(pauses=pauses)
    began, ended = MONDAY + DAY, MONDAY + DAY + 5 * HOUR
    seat_clock.give_back(seat, began, ended)
    assert seat.remind_at == MONDAY + 2 * DAY + 5 * HOUR
    seat_clock.give_back(seat, MONDAY + 3 * DAY, MONDAY + 4 * DAY)
    assert seat.remind_at == MONDAY + 4 * DAY


def test_the_clocks_are_kept_as_data_in_whole_microseconds() -> None:
    seat = asked(bank=timedelta(0))
    (data,) = seat_clock.dump([seat])
    assert data == {
        "number": 7,
        "turn_bank": 0,
        "bank": 0,
        "since": "2026-05-04T10:00:00+00:00",
        "deadline": "2026-05-04T10:00:00+00:00",
        "stopped": "",
        "pauses": {},
    }
    seat_clock.answer(seat, CONTROL, MONDAY)
    seat_clock.stop_for_mail(seat, MONDAY)
    (data,) = seat_clock.dump([seat])
    assert (data["bank"], data["turn_bank"], data["stopped"], data["since"]) == (2 * 86400 * 10**6, None, "mail", None)
