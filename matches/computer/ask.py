"""Having a worker think. The rows are the truth: a request that is lost is found by the sweep, each minute."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from jobs.broker import Job, broker
from matches.models import Seat

THINK = Job[int, int]("matches.tasks.think")
MOST_WAITING = 100  # jobs
ASKED_AGAIN_AFTER = timedelta(seconds=50)


def ask_when_its_turn(seat: Seat, **_: Any) -> None:
    """Once the transaction is committed in which the computer's seat is asked for a turn."""
    if seat.player is not None and seat.player.is_computer and seat.number is not None:
        transaction.on_commit(partial(broker.ask, THINK, seat.pk, seat.number), robust=True)


def waiting_seats() -> QuerySet[Seat]:
    """Computers' seats that are asked for a turn, the longest waiting first."""
    seats = Seat.objects.filter(held=Seat.Held.COMPUTER, number__isnull=False)
    return seats.order_by("asked_at", "pk")


def sweep(now: datetime) -> int:
    """Ask again for turns that should have been played by now; how many."""
    late = waiting_seats().filter(asked_at__lt=now - ASKED_AGAIN_AFTER).values_list("pk", "number")[:MOST_WAITING]
    found = list(late)
    room = broker.room(THINK, MOST_WAITING) if found else 0
    return sum(broker.ask(THINK, pk, number or 0) for pk, number in found[:room])
