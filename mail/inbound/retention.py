"""Deletion of old incoming emails, since what people wrote isn't kept for ever."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from accounts.models import User
from mail.models import InboundMail, RefusedMail

Status = InboundMail.Status
KEPT_FOR = timedelta(days=30)
MOST_ANONYMOUS = 500  # of each status, for emails not known to be a player's; each may have 1 MiB


def forget_old(now: datetime) -> int:
    """Delete emails that came in longer than ``KEPT_FOR`` ago and aren't waiting to be read; return how many.

    Of those that no player is known to have written, only the newest are kept.
    """
    old = InboundMail.objects.filter(arrived_at__lt=now - KEPT_FOR)
    deleted, _ = old.exclude(status=Status.WAITING).delete()
    RefusedMail.objects.filter(hour__lt=now - KEPT_FOR).delete()
    return deleted + sum(_forget_anonymous(status) for status in (Status.DONE, Status.IGNORED, Status.SET_ASIDE))


def _forget_anonymous(status: InboundMail.Status) -> int:
    anonymous = InboundMail.objects.filter(status=status, user=None).order_by("-arrived_at", "-pk")
    beyond = list(anonymous.values_list("pk", flat=True)[MOST_ANONYMOUS:])
    return InboundMail.objects.filter(pk__in=beyond).delete()[0]


def forget_player(user: User) -> None:
    """Delete what the player wrote to us, and what others sent to the player's reply addresses."""
    InboundMail.objects.filter(user=user).delete()
    for address in addresses_of(user):
        InboundMail.objects.filter(sender__iexact=address).delete()


def addresses_of(user: User) -> set[str]:
    known = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {user.email.lower(), *(each.lower() for each in known)}
