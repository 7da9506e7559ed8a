"""Mails about turns that did not reach a player: how many clocks they hold, and sending them again."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet

from fortify_site.accounts.models import User

from .mail import announcing
from .mail.queue import resend_mail
from .models import OutboxMail, Seat

AGAIN_AFTER = timedelta(minutes=10)
MOST_AT_ONCE = 50
Status = OutboxMail.Status


class TooSoon(Exception):
    """The mails were sent again a moment ago."""


def held_turns(player: User) -> QuerySet[Seat]:
    """The player's seats whose clocks are held, since nobody told them of the turn."""
    return Seat.objects.filter(player=player, finished_at=None, held=Seat.Held.MAIL, number__isnull=False)


def send_again(player: User) -> int:
    """Send what was given up, and at once what is waiting for its next try; how many mails. Raises ``TooSoon``."""
    keys = [announcing.turn_key(seat) for seat in held_turns(player).order_by("asked_at")[:MOST_AT_ONCE]]
    mails = list(OutboxMail.objects.filter(key__in=keys, status__in=(Status.PARKED, Status.QUEUED)))
    if mails and not cache.add(f"mail_again:{player.pk}", 1, AGAIN_AFTER.total_seconds()):
        raise TooSoon
    with transaction.atomic():
        for mail in mails:
            resend_mail(mail)
    return len(mails)
