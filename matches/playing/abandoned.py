"""Matches that both sides have left under clocks that cannot run out: reported to the host, never closed silently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from mail.outbox.queue import queue_mail
from matches.models import Match, Seat
from matches.time_control import time_control

AFTER = timedelta(days=60)
BATCH = 200


def report(now: datetime) -> int:
    """Tell the host of matches in which no turn was played for ``AFTER`` and no clock runs; return how many are new."""
    return sum(_report(match, now) for match in _left_alone(now) if all_stand(match.seats.all(), now))


def all_stand(seats: Iterable[Seat], now: datetime) -> bool:
    """Return whether the clocks of all players to move are stopped, or paused by vacation.

    A clock that is paused for a night or a weekend doesn't count: it still runs out.
    """
    asked = [seat for seat in seats if seat.asked_turn is not None]
    return all(
        seat.deadline is None or time_control.why_paused(now, seat.loaded_pauses) == "vacation" for seat in asked
    )


def _left_alone(now: datetime) -> Iterator[Match]:
    rows = Match.objects.filter(status=Match.Status.RUNNING, last_turn_at__lt=now - AFTER, stalled_at=None)
    last = 0
    while batch := list(rows.filter(pk__gt=last).order_by("pk").prefetch_related("seats")[:BATCH]):
        yield from batch
        last = batch[-1].pk


@transaction.atomic
def _report(match: Match, now: datetime) -> bool:
    untold = Match.objects.filter(pk=match.pk, stalled_at=None, last_turn_at=match.last_turn_at)
    if not untold.update(stalled_at=now):
        return False
    for host in User.objects.filter(is_staff=True, is_active=True):
        key = f"standstill:{match.pk}:{match.log_length}:{host.pk}"
        queue_mail("standstill", user=host, match=match, context={"match": match.pk}, key=key)
    return True
