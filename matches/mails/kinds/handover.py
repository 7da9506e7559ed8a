"""Another player has taken an opponent's place over."""

from __future__ import annotations

from typing import Any

from mail.outbox.recipient import Recipient
from matches.models import Handover, OutboxMail

from .match_context import MatchContext
from .recent_turns import name_of


def handed_over(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the match is over."""
    table = MatchContext.of(mail, reader)
    if table is None or table.match.is_over or not reader.wants_turn_mail:
        return None
    handover = Handover.objects.select_related("player").filter(line=mail.context["turn"]).first()
    if handover is None:
        return None
    return {
        **table.context(),
        **table.watching(),
        "who": name_of(table, handover.seat_id),
        "former": handover.name,
        "url": table.turn_url(),
    }
