"""The email of the day: all turns that wait."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from accounts.models import TurnMail
from jobs import clock
from mail.outbox.recipient import Recipient
from matches.models import OutboxMail, Seat

from .clock import LeaveLeft
from .waiting_turns import listing, with_matches


def digest(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:  # noqa: ARG001 (it is about all that waits)
    """Moot where nothing waits, and for a reader who wishes for it no more. The turn whose time ends first comes
    first; those whose clocks stand still come last."""
    if reader.user is None or reader.user.turn_mail != TurnMail.DIGEST:
        return None
    asked = Seat.objects.filter(player=reader.user, finished_at=None, number__isnull=False)
    waiting = list(with_matches(asked).order_by(F("deadline").asc(nulls_last=True), "pk"))
    return listing(waiting, reader, LeaveLeft(clock.now())) if waiting else None
