"""The email that a club's archive causes, queued in the transaction of its cause."""

from __future__ import annotations

from accounts.models import User
from mail.outbox.queue import queue_mail
from tournaments.models import Arrival

KIND = "club_place"


def place_waits(arrival: Arrival, reader: User, by: User) -> None:
    """Queue "this place in the club is yours" to a person from its archive."""
    if reader.is_active:
        context = {"arrival": arrival.pk, "thread": f"club-{arrival.club_id}", "by": by.pk}
        queue_mail(KIND, user=reader, context=context)
