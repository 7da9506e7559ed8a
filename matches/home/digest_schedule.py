"""The daily email for players who want one: all turns that wait, at the hour they chose, once a day."""

from __future__ import annotations

import logging
from datetime import date, datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import TurnMail, User
from mail.outbox.queue import queue_mail
from mail.preferences import wall_clock
from matches.models import Seat

log = logging.getLogger(__name__)

BATCH = 500
MOVED_BY = frozenset({"turn_mail", "digest_hour", "time_zone"})  # fields of a player


def plan_digest(player: User, now: datetime) -> None:
    """Work out when the player's next daily email is due, in memory."""
    is_wished = player.turn_mail == TurnMail.DIGEST
    player.digest_at = wall_clock.next_at(player.digest_hour, wall_clock.zone_of(player), now) if is_wished else None


def send_due(now: datetime) -> int:
    """Queue the email to everyone whose hour has come, and return how many. Two calls at once queue one."""
    due = User.objects.filter(Q(digest_at__lte=now) | Q(digest_at=None), turn_mail=TurnMail.DIGEST, is_active=True)
    return sum(_told(player, now) for player in list(due.order_by("digest_at", "pk")[:BATCH]))


def _told(player: User, now: datetime) -> bool:
    try:
        return _tell(player, now)
    except Exception:  # a player whose day cannot be worked out, for whatever reason, must not keep others uninformed
        log.exception("could not write the daily email to player %s", player.pk)
        return False


@transaction.atomic
def _tell(player: User, now: datetime) -> bool:
    """Plan the next daily email and queue the one that is due; return whether it was queued.

    Only the process that moves the hour on writes the email. It is late if no sweep ran, but not lost.
    """
    planned = player.digest_at
    plan_digest(player, now)
    unmoved = User.objects.filter(pk=player.pk, digest_at=planned, turn_mail=TurnMail.DIGEST)
    if not unmoved.update(digest_at=player.digest_at) or planned is None:
        return False
    if not Seat.objects.filter(player=player, finished_at=None, asked_turn__isnull=False).exists():
        return False
    return queue_digest(player, wall_clock.day_of(planned, wall_clock.zone_of(player)), now)


def queue_digest(player: User, day: date, now: datetime) -> bool:
    """Queue the daily email of that day."""
    key = f"digest:{player.pk}:{day.isoformat()}"
    return bool(queue_mail("digest", user=player, key=key, now=now))
