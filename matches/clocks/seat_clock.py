"""A seat's clock: asked, answered, stopped, given time.

Each function changes the seat in memory; ``lock.save`` of the gate writes it.

While the clock runs, ``bank`` is what it held at ``running_since``; the time left now is never stored, only worked out.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from datetime import datetime, timedelta
from typing import Any

from matches.models import Seat
from matches.time_control import time_control
from matches.time_control.time_control import NOTHING, Pauses, TimeControl

MICROSECOND = timedelta(microseconds=1)
AT_LEAST = timedelta(minutes=2)  # left to a player who takes a turn back, if that much was left then
FIELDS = (
    *(
        "asked_turn",
        "asked_at",
        "turn_bank",
        "bank",
        "running_since",
        "deadline",
        "remind_at",
        "stopped",
        "runs_unnoticed",
    ),
    *("stopped_at", "waited", "pauses", "pauses_changed_at", "passes_used"),
)


def ask(seat: Seat, number: int, now: datetime) -> None:
    """Ask the seat for the turn of that number, and start its clock unless the organiser has stopped it."""
    seat.asked_turn, seat.asked_at, seat.turn_bank = number, now, seat.bank
    seat.runs_unnoticed = False
    if not seat.stopped:
        resume(seat, now)


def answer(seat: Seat, control: TimeControl, answered_at: datetime, *, all_stopped: bool = False) -> None:
    """Stop the clock of a seat that has answered, and add the increment.

    A clock that the organiser has stopped stays stopped. ``all_stopped``: all clocks of the event are stopped.
    """
    _note_wait(seat, answered_at)
    seat.bank = time_control.bank_after_turn(control, seat.bank, spent(seat, answered_at))
    seat.asked_turn = seat.asked_at = seat.turn_bank = None
    seat.runs_unnoticed = False
    if seat.stopped == Seat.Stopped.MAIL:
        seat.stopped = Seat.Stopped.EVENT if all_stopped else ""
    _stop(seat)


def withdraw_request(seat: Seat, *, all_stopped: bool = False) -> None:
    """Stop asking the seat, as if it had never been asked: its clock stops with all it was given for this turn."""
    _refill(seat)
    seat.asked_turn = seat.asked_at = seat.turn_bank = seat.stopped_at = None
    seat.runs_unnoticed = False
    if seat.stopped == Seat.Stopped.MAIL:
        seat.stopped = Seat.Stopped.EVENT if all_stopped else ""
    _stop(seat)


def snapshot(seat: Seat, answered_at: datetime) -> dict[str, Any]:
    """Return the clock of a seat that answers at that moment, as JSON from which ``restored`` makes it again."""
    return {
        "turn_bank": None if seat.turn_bank is None else seat.turn_bank // MICROSECOND,
        "bank": seat.bank // MICROSECOND,
        "since": seat.running_since and seat.running_since.isoformat(),
        "deadline": seat.deadline and seat.deadline.isoformat(),
        "stopped": str(seat.stopped),
        "pauses": seat.pauses,
        "left": time_left(seat, answered_at) // MICROSECOND,
    }


def restored(seat: Seat, number: int | None, clock: dict[str, Any]) -> Seat:
    """Return a copy of the seat, with its clock as it was when it was asked for the turn of that number."""
    seat = copy(seat)
    seat.asked_turn = number
    seat.turn_bank = None if clock["turn_bank"] is None else clock["turn_bank"] * MICROSECOND
    seat.bank = clock["bank"] * MICROSECOND
    seat.running_since = clock["since"] and datetime.fromisoformat(clock["since"])
    seat.deadline = clock["deadline"] and datetime.fromisoformat(clock["deadline"])
    seat.stopped, seat.pauses = clock["stopped"], clock["pauses"]
    return seat


def set_back(seat: Seat, clock: Seat, left: timedelta, now: datetime) -> None:
    """Undo the seat's answer: until it is asked again it keeps the time now left on ``clock``, which ran meanwhile.

    Of the time that was ``left`` when it answered it keeps at least ``AT_LEAST``, so that no one runs out of time by
    taking a turn back.
    """
    seat.bank = max(time_left(clock, now), min(left, AT_LEAST))
    seat.stopped, seat.pauses = clock.stopped, clock.pauses
    seat.stopped_at = now if seat.stopped == Seat.Stopped.MAIL else None
    seat.asked_turn = seat.asked_at = seat.turn_bank = None
    seat.runs_unnoticed = False
    _stop(seat)


def resume_clock(seat: Seat, clock: Seat, now: datetime) -> None:
    """Resume the given clock for a seat that is asked again, so that an outage still under way is credited in full."""
    if None not in {seat.running_since, clock.running_since} and seat.bank == time_left(clock, now):
        seat.bank, seat.running_since = clock.bank, clock.running_since
        _set_deadline(seat, now)


def hand_over(
    seat: Seat, pauses: dict[str, Any], amount: timedelta, now: datetime, *, all_stopped: bool = False
) -> None:
    """Give the seat to another player, with the time left on its clock plus ``amount``, and the new player's pauses.

    The seat has no turn to play until ``ask`` is called for it. ``all_stopped``: all clocks of the event are stopped.
    """
    seat.bank = time_left(seat, now) + amount
    seat.stopped, seat.pauses, seat.pauses_changed_at = Seat.Stopped.EVENT if all_stopped else "", pauses, None
    seat.stopped_at, seat.waited = None, timedelta(0)
    seat.asked_turn = seat.asked_at = seat.turn_bank = None
    seat.runs_unnoticed = False
    _stop(seat)


def resume(seat: Seat, now: datetime) -> None:
    """Start counting down from the bank."""
    _note_wait(seat, now)
    seat.stopped = ""
    if seat.asked_turn is not None:
        seat.running_since = now
        _set_deadline(seat, now)


def stop(seat: Seat, now: datetime, *, is_by_rule: bool = False) -> None:
    """Stop the clock for the organiser or by a rule, and keep the time left."""
    _note_wait(seat, now)
    seat.bank = time_left(seat, now)
    seat.stopped = Seat.Stopped.LEFT if is_by_rule else Seat.Stopped.ORGANISER
    _stop(seat)


def keep_with_all(seat: Seat, now: datetime) -> None:
    """Keep the clock stopped with all others of the event, though its own reason is gone."""
    _note_wait(seat, now)
    if seat.stopped == Seat.Stopped.MAIL:
        _refill(seat)
    seat.stopped = Seat.Stopped.EVENT


def stop_with_all(seat: Seat, at: datetime) -> None:
    """Stop the clock with all others of the event, as of that moment. One stopped for another reason stays as it is."""
    if not seat.stopped:
        seat.bank, seat.stopped = time_left(seat, at), Seat.Stopped.EVENT
        _stop(seat)


def start_with_all(seat: Seat, now: datetime) -> None:
    if seat.stopped == Seat.Stopped.EVENT:
        resume(seat, now)


def give_with_all(seat: Seat, amount: timedelta, now: datetime) -> None:
    """Give time to a clock that runs, or that would run if all clocks weren't stopped together."""
    if seat.asked_turn is not None and seat.stopped in {"", Seat.Stopped.EVENT}:
        give(seat, amount, now)


def stop_for_mail(seat: Seat, now: datetime) -> None:
    """Stop the clock, as the player never heard of the turn, and refill it with all it was given for this turn.

    The time it gets back counts as waited.
    """
    seat.waited += spent(seat, now)
    _refill(seat)
    seat.stopped, seat.stopped_at = Seat.Stopped.MAIL, now
    _stop(seat)


def restart(seat: Seat, now: datetime) -> None:
    """Start the clock afresh for a player who has only now heard of the turn, with all it was given for this turn."""
    seat.waited += spent(seat, now)
    _refill(seat)
    resume(seat, now)


def give(seat: Seat, amount: timedelta, now: datetime) -> None:
    seat.bank += amount
    if seat.turn_bank is not None:
        seat.turn_bank += amount
    if seat.running_since is not None:
        _set_deadline(seat, now)


def give_back(seat: Seat, began_at: datetime, ended_at: datetime) -> None:
    """Undo what an outage cost a running clock."""
    if seat.running_since is None or seat.running_since >= ended_at:
        return
    start = max(seat.running_since, began_at)
    was_due = seat.remind_at is not None and seat.remind_at <= start
    if seat.pauses:
        seat.bank += time_control.elapsed(start, ended_at, seat.loaded_pauses)
    else:
        seat.running_since += ended_at - start
    deadline = _set_deadline(seat, ended_at)
    if was_due:  # the sweep that was to see to it is the one that did not come
        seat.remind_at = min(deadline, ended_at)


def change_pauses(seat: Seat, pauses: Pauses, changed_at: datetime) -> None:
    """Pause the clock at other times from that moment on; time spent before stays spent.

    A clock that had run out before ended when it did: no one can put a decision off by changing pauses again and again.
    """
    if seat.running_since is not None and seat.running_since < changed_at:
        moment = changed_at if seat.deadline is None else min(changed_at, seat.deadline)
        seat.bank = time_left(seat, moment)
        seat.running_since = moment
    seat.pauses = pauses.dump()
    if seat.running_since is not None:
        _set_deadline(seat, changed_at)


def spent(seat: Seat, now: datetime) -> timedelta:
    """Return how much of the bank has been used since the clock began to run."""
    if seat.running_since is None:
        return NOTHING
    return time_control.elapsed(seat.running_since, now, seat.loaded_pauses)


def time_left(seat: Seat, now: datetime) -> timedelta:
    """Return what the clock shows at that moment, whether it runs or not."""
    return time_control.left(seat.bank, spent(seat, now))


def is_away(seat: Seat, now: datetime) -> bool:
    """Return whether the player is on a vacation that pauses this clock."""
    return any(start <= now < end for start, end in seat.loaded_pauses.vacation)


def dump(seats: Iterable[Seat]) -> list[dict[str, Any]]:
    """Return the clocks as JSON, in seat order, with banks in microseconds."""
    return [
        {
            "number": seat.asked_turn,
            "turn_bank": None if seat.turn_bank is None else seat.turn_bank // MICROSECOND,
            "bank": seat.bank // MICROSECOND,
            "since": seat.running_since and seat.running_since.isoformat(),
            "deadline": seat.deadline and seat.deadline.isoformat(),
            "stopped": str(seat.stopped),
            "pauses": seat.pauses,
        }
        for seat in seats
    ]


def _refill(seat: Seat) -> None:
    if seat.turn_bank is not None:
        seat.bank = seat.turn_bank


def _note_wait(seat: Seat, now: datetime) -> None:
    """Note how long the clock has waited for an email, if it did, and end the wait."""
    if seat.stopped_at is not None:
        seat.waited += max(now - seat.stopped_at, timedelta(0))
        seat.stopped_at = None


def _stop(seat: Seat) -> None:
    seat.running_since = seat.deadline = seat.remind_at = None


def _set_deadline(seat: Seat, now: datetime) -> datetime:
    assert seat.running_since is not None
    pauses = seat.loaded_pauses
    seat.deadline = time_control.advance(seat.running_since, seat.bank, pauses)
    turn_bank = seat.bank if seat.turn_bank is None else seat.turn_bank
    seat.remind_at = time_control.next_reminder(seat.running_since, seat.bank, turn_bank, now, pauses)
    return seat.deadline
