"""Deadlines: who has run out of time, found by the indexed column and decided one by one."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q

from . import clocks, play
from .models import Seat

log = logging.getLogger(__name__)


def sweep_deadlines(batch: int = 200) -> int:
    """Decide every deadline that has passed; how many were. Two sweepers at once do the work of one: a match that is
    locked is left to whoever has it, or to the next sweep."""
    return sum(_decide(seat) for seat in _due(clocks.now(), batch))


def _decide(seat: Seat) -> bool:
    try:
        return play.time_out(seat.pk, seat.number or 0, skip_locked=True) is not None
    except Exception:  # a match that cannot be decided, for whatever reason, must not stop the clocks of all others
        log.exception("could not decide the deadline of %s, turn %s", seat, seat.number)
        return False


def _due(now: datetime, batch: int) -> Iterator[Seat]:
    """Seats past their deadline, the longest overdue first. Goes on from the last one seen, so that a seat that stays
    due does not come again in this sweep."""
    due = Seat.objects.filter(deadline__lt=now, number__isnull=False).order_by("deadline", "pk")
    rows = due
    while found := list(rows[:batch]):
        yield from found
        last = found[-1]
        rows = due.filter(Q(deadline__gt=last.deadline) | Q(deadline=last.deadline, pk__gt=last.pk))
