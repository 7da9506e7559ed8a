"""Outages, which never cost a player a game: the sweep's heartbeat, and the time given back after a gap.

A gap is no outage if the beat asked for sweeps and the sweeps' worker did jobs all the time, and only had too much to
do: pages and emails continued then, and no one can stop the clocks by giving the site work. Both note that they live
(``note_life``), the worker with each job that it begins. A pause of either that is longer than ``GAP``, or a sweep that
failed, makes the gap an outage, and all of it is given back. ``MatchesConfig.ready`` connects the signals of the beat
and of Celery.
"""

from __future__ import annotations

import logging
import platform
import time
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import Error, close_old_connections, connection, transaction
from django.db.models import Case, DurationField, ExpressionWrapper, F, QuerySet, Value, When
from django.utils import timezone

from jobs.models import DatabaseIdentity, Heartbeat
from matches.models import Outage, Seat
from timekeeping import clock

from . import seat_clock

log = logging.getLogger(__name__)

GAP = timedelta(minutes=10)
BATCH = 500
OFTEN = 20.0  # seconds between two notes of one process
ALIVE = (Heartbeat.Name.BEAT, Heartbeat.Name.WORKER)
_noted: dict[str, float] = {}


@transaction.atomic
def beat(now: datetime) -> Outage | None:
    """Note that the sweep runs, and after a gap longer than ``GAP`` give every running clock its time back.

    Both happen in one transaction. Return the outage, or ``None``; of two sweeps at once only one finds it.
    """
    skew = timezone.now() - now  # before anything has taken time
    _wait_longer()
    last, is_first = Heartbeat.objects.select_for_update().get_or_create(
        name=Heartbeat.Name.SWEEP, defaults={"at": now}
    )
    is_outage = not is_first and now - last.at > GAP and not _was_only_busy(last.at, now)
    outage = give_back(last.at, now) if is_outage else None
    Heartbeat.objects.filter(pk=last.pk).update(
        at=max(now, last.at), machine=platform.node()[:100], skew=skew.total_seconds(), database=DatabaseIdentity()
    )
    return outage


def under_way_since(now: datetime) -> datetime | None:
    """Return when the last sweep ran, if that is so long ago that the time since will be given back."""
    return beginning(last_sweep(), now)


def is_only_busy(now: datetime) -> bool:
    """Return whether the sweep is late although the beat and a worker, which must run it, are alive."""
    last = Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP, at__lt=now).first()
    return last is not None and _was_only_busy(last.at, now)


def note_beat(**_: Any) -> None:
    close_old_connections()  # Django does it only for processes that serve requests
    note_life(Heartbeat.Name.BEAT)


def note_worker(task: Any, **_: Any) -> None:
    """Note that a worker of the sweeps' queue begins a job: neither it nor the database hangs."""
    if (task.request.delivery_info or {}).get("routing_key") == settings.CELERY_TASK_DEFAULT_QUEUE:
        note_life(Heartbeat.Name.WORKER)


def note_failed_sweep(sender: Any, **_: Any) -> None:
    if sender.name == "matches.tasks.sweep_matches":
        note_failure()


def note_life(who: str) -> None:
    """Note a sign of life of the beat, or of a worker.

    Only some of many signs are written down, and none while the database is away.
    """
    if time.monotonic() - _noted.get(who, float("-inf")) < OFTEN:
        return
    try:
        _note(who, clock.now())
    except Error as error:
        log.warning("the sign of life of the %s could not be noted: %s", who, error)
    else:
        _noted[who] = time.monotonic()


def note_failure() -> None:
    """Note that a sweep failed: whatever else its worker does, it doesn't sweep."""
    _noted.pop(Heartbeat.Name.WORKER, None)
    try:
        Heartbeat.objects.filter(pk=Heartbeat.Name.WORKER).delete()
    except Error as error:  # nor is there a database that would note a sign of life
        log.warning("that a sweep failed could not be noted: %s", error)


def _note(who: str, now: datetime) -> None:
    since = Case(When(at__lt=now - GAP, then=Value(now)), default=F("since"))
    seen = {"at": now, "machine": platform.node()[:100]}
    if not Heartbeat.objects.filter(pk=who).update(since=since, **seen):
        Heartbeat.objects.get_or_create(name=who, defaults={"since": now, **seen})


def _was_only_busy(last: datetime, now: datetime) -> bool:
    """Return whether the beat and a worker have been alive since then, without a long pause."""
    alive = Heartbeat.objects.filter(pk__in=ALIVE, since__lte=last, at__gte=now - GAP)
    return alive.count() == len(ALIVE)


def last_sweep() -> datetime | None:
    return Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).values_list("at", flat=True).first()


def beginning(last_sweep: datetime | None, now: datetime) -> datetime | None:
    """Return the time of the last sweep, if it was the beginning of an outage."""
    if last_sweep is None or last_sweep >= now - GAP or _was_only_busy(last_sweep, now):
        return None
    return last_sweep


def lost_since(began_at: datetime, now: datetime) -> timedelta:
    """Return how much of the time since then was given back to clocks that ran all the while."""
    rows = Outage.objects.filter(ended_at__gt=began_at, began_at__lt=now).values_list("began_at", "ended_at")
    return sum((min(end, now) - max(start, began_at) for start, end in rows), timedelta(0))


def _wait_longer() -> None:
    """Allow longer waits for locks: giving time back waits for turns that are being played."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '60s'")


def give_back(began_at: datetime, ended_at: datetime, *, is_restoration: bool = False) -> Outage:
    _wait_longer()
    running = Seat.objects.filter(running_since__lt=ended_at, asked_turn__isnull=False)
    number = _shift(running.filter(pauses={}), began_at, ended_at) + _work_out(
        running.exclude(pauses={}), began_at, ended_at
    )
    return Outage.objects.create(began_at=began_at, ended_at=ended_at, clocks=number, is_restoration=is_restoration)


def _shift(seats: QuerySet[Seat], began_at: datetime, ended_at: datetime) -> int:
    """Give an outage back to clocks without pauses, in bulk, as ``seat_clock.give_back`` does to one."""
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
    """Give an outage back to clocks with pauses, one by one."""
    count, last = 0, 0
    while batch := list(seats.filter(pk__gt=last).order_by("pk").select_for_update()[:BATCH]):
        moved = [seat for seat in batch if _given_back(seat, began_at, ended_at)]
        Seat.objects.bulk_update(moved, seat_clock.FIELDS)
        count, last = count + len(moved), batch[-1].pk
    return count


def _given_back(seat: Seat, began_at: datetime, ended_at: datetime) -> bool:
    try:
        seat_clock.give_back(seat, began_at, ended_at)
    except Exception:  # one clock that cannot be worked out, for whatever reason, must not keep all others from theirs
        log.exception("could not give the time of an outage back to %s", seat)
        return False
    return True
