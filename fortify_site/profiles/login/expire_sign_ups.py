"""Deletion of sign-ups whose address was never confirmed, since they keep a name and an address from others."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from matches.models import Offer, Place, Seat
from matches.offers.guests import forget_all, still_needed

KEPT_FOR = timedelta(days=14)


def forget_unproved(now: datetime, limit: int = 500) -> int:
    """Delete sign-ups older than ``KEPT_FOR`` that were never confirmed or played with, and return how many."""
    return forget_all(unproved(now), limit)


def unproved(now: datetime) -> QuerySet[User]:
    """Return the sign-ups to delete. Guests aren't among them: they are deleted with their challenges."""
    proved = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    waiting = Place.objects.filter(player=OuterRef("pk"), offer__status=Offer.Status.OPEN)
    forgettable = User.objects.filter(
        ~Exists(proved),
        ~Exists(waiting),
        ~Exists(Seat.objects.filter(player=OuterRef("pk"))),
        is_guest=False,
        is_staff=False,
        last_login=None,
        joined_at__lt=now - KEPT_FOR,
    )
    return still_needed(forgettable)
