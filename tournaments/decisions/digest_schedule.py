"""The daily email with all decisions, for organisers who want one: at the hour they chose, if anything new waits."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import OrganiserMail, User
from mail.outbox.queue import queue_mail
from mail.preferences import wall_clock
from timekeeping import clock

from . import inbox
from .inbox import InboxLine

log = logging.getLogger(__name__)

KIND = "decisions"
BATCH = 200
A_DAY = timedelta(days=1)
A_WEEK = timedelta(days=7)  # after which the same is told again


def send_due() -> int:
    """Write to each organiser whose hour has come and who has something to decide; return how many emails that is."""
    now = clock.now()
    due = Q(organiser_digest_at__lte=now) | Q(organiser_digest_at=None)
    readers = User.objects.filter(due, decisions__gt=0, organiser_mail=OrganiserMail.DIGEST, is_active=True)
    return sum(_told(reader, now) for reader in list(readers.order_by("organiser_digest_at", "pk")[:BATCH]))


def _told(reader: User, now: datetime) -> bool:
    try:
        return _tell(reader, now)
    except Exception:  # an organiser whose day cannot be worked out must not keep others uninformed
        log.exception("could not write the daily email to organiser %s", reader.pk)
        return False


@transaction.atomic
def _tell(reader: User, now: datetime) -> bool:
    """Queue the reader's daily email if its hour has come and anything new waits; return whether it is queued.

    The process that moves the hour on writes the email. An hour more than a day ago, at which nothing waited, is
    skipped.
    """
    planned = reader.organiser_digest_at
    next_at = wall_clock.next_at(reader.digest_hour, wall_clock.zone_of(reader), now)
    unmoved = User.objects.filter(pk=reader.pk, organiser_digest_at=planned)
    if not unmoved.update(organiser_digest_at=next_at) or planned is None or planned < now - A_DAY:
        return False
    told = _digest(inbox.waiting_for(reader), now)
    if told in ("", reader.organiser_digest_of):
        return False
    User.objects.filter(pk=reader.pk).update(organiser_digest_of=told)
    return queue_digest(reader, wall_clock.day_of(planned, wall_clock.zone_of(reader)))


def queue_digest(reader: User, day: date) -> bool:
    """Queue the daily list of decisions, once a day; return whether it is new."""
    return queue_mail(KIND, user=reader, key=f"{KIND}:{reader.pk}:{day.isoformat()}") is not None


def _digest(lines: Iterable[InboxLine], now: datetime) -> str:
    """Return a text that differs when anything new waits, and from week to week; "" if nothing does."""
    said = sorted(f"{line.about} {line.decision.title}" for line in lines)
    week = int(now.timestamp() // A_WEEK.total_seconds())
    return hashlib.sha256(repr((week, said)).encode()).hexdigest()[:16] if said else ""
