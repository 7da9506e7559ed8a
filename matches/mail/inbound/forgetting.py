"""What people wrote is not kept for ever: mails that came in are deleted after a time."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress

from fortify_site.accounts.models import User
from matches.models import InboundMail

KEPT_FOR = timedelta(days=30)


def forget_old(now: datetime) -> int:
    """Delete what came in longer ago than that, and is not waiting to be read; how many mails."""
    old = InboundMail.objects.filter(arrived_at__lt=now - KEPT_FOR)
    deleted, _ = old.exclude(status=InboundMail.Status.WAITING).delete()
    return deleted


def forget_player(user: User) -> None:
    """Delete what the player wrote to us, and what others sent to the player's reply addresses."""
    InboundMail.objects.filter(user=user).delete()
    for address in addresses_of(user):
        InboundMail.objects.filter(sender__iexact=address).delete()


def addresses_of(user: User) -> set[str]:
    known = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    return {user.email.lower(), *(each.lower() for each in known)}
