"""An outage never costs a player a game: the sweep's heartbeat, and what is given back after a gap."""

from __future__ import annotations

import logging
import platform
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F, QuerySet, Value
from django.utils import timezone

from . import timekeeping
from .models import Heartbeat, Outage, Seat
from .models.sweeping import Here

log = logging.getLogger(__name__)

GAP = timedelta(minutes=10)
BATCH = 500


@transaction.atomic
def beat(now: datetime) -> Outage | None:
    """Note that the sweep runs. After a gap longer than ``GAP`` every running clock gets it back, in the same
    transaction: the outage, or ``None``. Two sweeps at once find one."""
    skew = timezone.now() - now  # before anything has taken time
    _wait_longer()
    last, is_first = Heartbeat.objects.select_for_update().get_or_create(name=Heartbeat.SWEEP, defaults={"at": now})
    outage = None if is_first or now - last.at <= GAP else give_back(last.at, now)
    Heartbeat.objects.filter(pk=last.pk).update(
        at=max(now, last.at), machine=platform.node()[:100], skew=skew.total_seconds(), place=Here()
    )
    return outage


def under_way_since(now: datetime) -> datetime | None:
    """When the last sweep ran, if that is so long ago that the time since will be given back."""
    return beginning(last_sweep(), now)


def last_sweep() -> datetime | None:
    return Heartbeat.objects.filter(pk=Heartbeat.SWEEP).values_list("at", flat=True).first()


def beginning(last_sweep: datetime | None, now: datetime) -> datetime | None:
    """The last sweep, if it was the beginning of an outage."""
    return last_sweep if last_sweep is not None and last_sweep < now - GAP else None


def _wait_longer() -> None:
    """Giving back waits for turns that are being played."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '60s'")


def give_back(began_at: datetime, ended_at: datetime, *, is_restoration: bool = False) -> Outage:
    _wait_longer()
    running = Seat.objects.filter(running_since__lt=ended_at, number__isnull=False)
    clocks = _shift(running.filter(pauses={}), began_at, ended_at) + _work_out(
        running.exclude(pauses={}), began_at, ended_at
    )
    return Outage.objects.create(began_at=began_at, ended_at=ended_at, clocks=clocks, is_restoration=is_restoration)


def _shift(seats: QuerySet[Seat], began_at: datetime, ended_at: datetime) -> int:
    """Clocks without pauses: each has run so much later. What ``timekeeping.give_back`` does to one."""
    gap = ended_at - began_at
    since_start = ExpressionWrapper(Value(ended_at) - F("running_since"), output_field=DurationField())
    meanwhile = seats.filter(running_since__gt=began_at).update(
        deadline=F("deadline") + since_start, remind_at=F("remind_at") + since_start, running_since=ended_at
    )
    before = seats.filter(running_since__lte=began_at).update(
        deadline=F("deadline") + gap, remind_at=F("remind_at") + gap, running_since=F("running_since") + gap
    )
    return meanwhile + before


def _work_out(seats: QuerySet[Seat], began_at: datetime, ended_at: datetime) -> int:
    """Clocks with pauses, one by one."""
    count, last = 0, 0
    while batch := list(seats.filter(pk__gt=last).order_by("pk").select_for_update()[:BATCH]):
        moved = [seat for seat in batch if _given_back(seat, began_at, ended_at)]
        Seat.objects.bulk_update(moved, timekeeping.FIELDS)
        count, last = count + len(moved), batch[-1].pk
    return count


def _given_back(seat: Seat, began_at: datetime, ended_at: datetime) -> bool:
    try:
        timekeeping.give_back(seat, began_at, ended_at)
    except Exception:  # one clock that cannot be worked out, for whatever reason, must not keep all others from theirs
        log.exception("could not give the time of an outage back to %s", seat)
        return False
    return True
