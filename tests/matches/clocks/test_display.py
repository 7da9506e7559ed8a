from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from matches.clocks import seat_clock
from matches.clocks.display import face_of, next_face
from matches.models import Seat
from matches.time_control.time_control import DAY, HOUR, Pauses, TimeControl

FIXED = TimeControl.fixed(3)
BANK = TimeControl(10 * DAY, DAY, 10 * DAY)
WEDNESDAY = datetime(2026, 11, 18, 12, tzinfo=UTC)
SATURDAY, MONDAY = WEDNESDAY + 3 * DAY, datetime(2026, 11, 23, tzinfo=UTC)
WEEKENDS = Pauses("UTC", weekends=True)


def waiting(control: TimeControl = FIXED, pauses: Pauses | None = None) -> Seat:
    return Seat(bank=control.start, pauses=(pauses or Pauses()).dump())


def asked(control: TimeControl = FIXED, pauses: Pauses | None = None, at: datetime = WEDNESDAY) -> Seat:
    seat = waiting(control, pauses)
    seat_clock.ask(seat, 1, at)
    return seat


def test_of_a_clock_that_runs_straight_on_the_deadline_says_it_all() -> None:
    face = face_of(asked(), FIXED, WEDNESDAY + DAY)
    assert (face.is_asked, face.deadline, face.left) == (True, WEDNESDAY + 3 * DAY, None)
    assert (face.stopped, face.paused_until, face.why) == ("", None, None)


def test_a_pause_ahead_makes_the_deadline_say_more_than_is_left() -> None:
    face = face_of(asked(pauses=WEEKENDS), FIXED, WEDNESDAY + DAY)
    assert face.deadline == WEDNESDAY + 5 * DAY
    assert face.left == 2 * DAY
    assert face.paused_until is None


def test_in_a_pause_it_says_until_when_and_why() -> None:
    face = face_of(asked(pauses=WEEKENDS), FIXED, SATURDAY)
    assert (face.paused_until, face.why) == (MONDAY, "weekend")
    assert face.left == FIXED.start - (2 * DAY + 12 * HOUR)


def test_the_pauses_of_who_is_not_asked_stop_nothing() -> None:
    face = face_of(waiting(pauses=WEEKENDS), FIXED, SATURDAY)
    assert (face.is_asked, face.paused_until, face.why) == (False, None, None)


@pytest.mark.parametrize(
    ("control", "bank", "left"),
    [
        (FIXED, FIXED.cap, None),
        (FIXED, FIXED.cap + 2 * DAY, FIXED.cap + 2 * DAY),
        (BANK, 4 * DAY, 4 * DAY),
        (BANK, BANK.cap, BANK.cap),
    ],
    ids=["full for every turn", "given time", "a bank", "a full bank"],
)
def test_of_who_is_not_asked_it_shows_a_bank_that_can_differ(
    control: TimeControl, bank: timedelta, left: timedelta | None
) -> None:
    seat = waiting(control)
    seat.bank = bank
    face = face_of(seat, control, WEDNESDAY)
    assert (face.left, face.full) == (left, bank if left is None else None)


def test_what_the_organiser_stopped_has_no_deadline_and_keeps_its_time_whoever_is_asked() -> None:
    for seat, left in ((asked(), 2 * DAY), (waiting(), FIXED.start)):
        seat_clock.stop(seat, WEDNESDAY + DAY)
        face = face_of(seat, FIXED, WEDNESDAY + 9 * DAY)
        assert (face.deadline, face.stopped, face.left) == (None, "paused by the organiser", left)


def test_what_is_held_for_its_mail_says_so_and_nothing_of_an_address() -> None:
    seat = asked()
    seat_clock.stop_for_mail(seat, WEDNESDAY)
    face = face_of(seat, FIXED, WEDNESDAY + DAY)
    assert (face.stopped, face.left) == ("paused (email not delivered)", FIXED.start)


def test_a_change_that_is_still_to_be_worked_out_is_said() -> None:
    seat = asked()
    seat.pauses_changed_at = WEDNESDAY
    assert face_of(seat, FIXED, WEDNESDAY).is_to_follow


class TestOfSeveral:
    def test_the_one_whose_time_ends_first_is_shown(self) -> None:
        late, early = asked(at=WEDNESDAY + DAY), asked()
        face = next_face([waiting(), late, early], FIXED, WEDNESDAY)
        assert face is not None
        assert face.deadline == early.deadline

    def test_one_that_does_not_run_comes_last(self) -> None:
        held, running = asked(), asked(at=WEDNESDAY + DAY)
        seat_clock.stop_for_mail(held, WEDNESDAY)
        face = next_face([held, running], FIXED, WEDNESDAY)
        assert face is not None
        assert face.deadline == running.deadline
        alone = next_face([held], FIXED, WEDNESDAY)
        assert alone is not None
        assert alone.stopped

    def test_where_nobody_is_asked_there_is_none(self) -> None:
        assert next_face([waiting(), waiting()], FIXED, WEDNESDAY) is None
