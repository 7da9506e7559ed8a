"""Emails about turns that didn't reach a player: how many clocks they stop, and sending them again."""

from __future__ import annotations

from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import TurnMail, User
from mail.bounces import dead_addresses
from mail.models import OutboxMail
from mail.outbox.queue import resend_mail
from matches.models import Seat
from timekeeping import clock

from . import causes, turn_delivery

AGAIN_AFTER = timedelta(minutes=10)
MOST_AT_ONCE = 50
CHALLENGES_OF = timedelta(days=14)  # as long as one is open
Status = OutboxMail.Status


class TooSoon(Exception):
    """A refusal to send the emails again, since they were sent again a moment ago."""


def held_turns(player: User) -> QuerySet[Seat]:
    """Return the player's seats whose clocks are stopped, since no email told them about the turn."""
    return Seat.objects.filter(player=player, finished_at=None, stopped=Seat.Stopped.MAIL, asked_turn__isnull=False)


def send_again(player: User) -> int:
    """Send emails that were given up, and at once those waiting for their next try. Raises ``TooSoon``.

    Return how many are on their way, including any that a worker is sending already.
    """
    keys = [turn_delivery.turn_key(seat) for seat in held_turns(player).order_by("asked_at")[:MOST_AT_ONCE]]
    mails = list(OutboxMail.objects.filter(key__in=keys, status__in=(Status.PARKED, Status.QUEUED)))
    if mails and not cache.add(f"mail_again:{player.pk}", 1, AGAIN_AFTER.total_seconds()):
        raise TooSoon
    with transaction.atomic():
        for mail in mails:
            resend_mail(mail)
    return len(mails)


def send_what_waited(user: User, **_: object) -> None:
    """Send the emails that didn't reach the player and still ask for something, to their current address.

    Other emails aren't sent again: what they said is on the site. An email that is moot is dropped on its way; turns
    that were never announced are announced.
    """
    if not user.is_active or dead_addresses.trouble_of(user.email):
        return
    asked = Seat.objects.filter(player=user, asked_turn__isnull=False)
    about_turns = Q(key__in=[turn_delivery.turn_key(seat) for seat in asked])
    challenges = Q(kind="challenge", queued_at__gt=clock.now() - CHALLENGES_OF)
    lost = OutboxMail.objects.filter(user=user, status__in=(Status.PARKED, Status.BOUNCED))
    for mail in lost.filter(about_turns | challenges):
        resend_mail(mail)
    if user.turn_mail != TurnMail.NONE:
        causes.announce_waiting_turns(user)
