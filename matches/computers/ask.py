"""Asking a worker to think. The rows are the truth: the sweep finds a lost request within a minute.

There is a job for each turn that waits, but the worker looks up which turn it plays when it begins (``work``).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from jobs.broker import Job, broker
from matches.models import Seat

THINK = Job[()]("matches.tasks.think")
MOST_WAITING = 100  # jobs
ASKED_AGAIN_AFTER = timedelta(seconds=50)


def ask_when_its_turn(seat: Seat, **_: Any) -> None:
    """Ask a worker, once the transaction is committed, if a computer's seat is asked for a turn."""
    if seat.player is not None and seat.player.is_computer and seat.asked_turn is not None:
        transaction.on_commit(partial(broker.ask_soon, THINK), robust=True)


def waiting_seats() -> QuerySet[Seat]:
    """Return the computers' seats that are asked for a turn, the longest waiting first."""
    seats = Seat.objects.filter(stopped=Seat.Stopped.COMPUTER, asked_turn__isnull=False)
    return seats.order_by("asked_at", "pk")


def ask_again(now: datetime) -> int:
    """Ask again for turns that should have been played by now, and return how many."""
    return ask_for(waiting_seats().filter(asked_at__lt=now - ASKED_AGAIN_AFTER)[:MOST_WAITING].count())


def ask_for(number: int) -> int:
    """Ask for that many thoughts, as long as not too many wait for a worker; return how many were asked for."""
    room = broker.room(THINK, MOST_WAITING) if number else 0
    return sum(broker.publish(THINK) for _ in range(min(number, room)))
