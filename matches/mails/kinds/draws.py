"""A draw was offered, or declined."""

from __future__ import annotations

from typing import Any

from mail.outbox.recipient import Recipient
from matches.models import OutboxMail, Turn

from .match_context import MatchContext


def draw_offered(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the offer is answered or has lapsed."""
    table = MatchContext.of(mail, reader)
    if table is None or not reader.wants_turn_mail:
        return None
    offerer = next((seat for seat in table.others if seat.pk == table.match.draw_offered_by_id), None)
    if offerer is None:
        return None
    return {**table.context(), "offerer": offerer.name, "url": table.turn_url()}


def draw_declined(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the match is over."""
    table = MatchContext.of(mail, reader)
    if table is None or table.match.is_over or not reader.wants_turn_mail:
        return None
    answer = Turn.objects.filter(pk=mail.context["turn"]).select_related("seat__player").first()
    context = table.context()
    who = answer.seat.name if answer and answer.seat else context["opponents"]
    return {**context, **table.watching(), "who": who, "url": table.turn_url()}
