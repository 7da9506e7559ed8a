"""A seat's clock as its readers see it at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from matches.models import Seat
from matches.time_control import time_control
from matches.time_control.time_control import TimeControl, Why
from matches.time_control.words import MINUTE

from . import seat_clock, waiting_for_delivery


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The face of a clock: everything it shows at one moment.

    ``deadline``: when it ends as far as is known now. ``stopped``: in words, why it doesn't run at all.
    ``paused_until`` and ``why``: the current pause. ``left``: the time on it, if the deadline alone doesn't tell;
    ``full``: the time on a clock that is full again for every turn, which only a clock beside the board shows.
    ``is_to_follow``: a change of vacation or time zone must still be worked out. ``waits_until``: when a clock that
    waits for an email runs again at the latest.
    """

    is_asked: bool
    deadline: datetime | None = None
    stopped: str = ""
    paused_until: datetime | None = None
    why: Why | None = None
    left: timedelta | None = None
    full: timedelta | None = None
    is_to_follow: bool = False
    waits_until: datetime | None = None


def face_of(seat: Seat, control: TimeControl, now: datetime) -> ClockFace:
    is_asked = seat.asked_turn is not None
    pauses = seat.loaded_pauses
    paused_until = time_control.paused_until(now, pauses) if seat.running_since else None
    return ClockFace(
        is_asked=is_asked,
        deadline=seat.deadline,
        stopped=str(Seat.Stopped(seat.stopped).label) if seat.stopped else "",
        paused_until=paused_until,
        why=time_control.why_paused(now, pauses) if paused_until else None,
        left=_left(seat, control, now),
        full=seat.bank if _is_always_full(seat, control) else None,
        is_to_follow=is_asked and seat.pauses_changed_at is not None,
        waits_until=waiting_for_delivery.waits_until(seat),
    )


def _left(seat: Seat, control: TimeControl, now: datetime) -> timedelta | None:
    """Return the time on the clock.

    ``None`` if it runs straight to its deadline, is full again for every turn, or is a computer's.
    """
    if seat.stopped == Seat.Stopped.COMPUTER or _is_always_full(seat, control):
        return None
    left = seat_clock.time_left(seat, now)
    if seat.deadline is not None:
        return left if seat.deadline - now - left >= MINUTE else None
    return left


def _is_always_full(seat: Seat, control: TimeControl) -> bool:
    return seat.asked_turn is None and not seat.stopped and control.is_fixed and seat.bank == control.cap


def next_face(seats: list[Seat], control: TimeControl, now: datetime) -> ClockFace | None:
    """Return the clock that ends first, of the seats that are asked; clocks that don't run come last."""
    asked = [seat for seat in seats if seat.asked_turn is not None]
    first = min(asked, key=lambda seat: seat.deadline or time_control.FOREVER, default=None)
    return None if first is None else face_of(first, control, now)
