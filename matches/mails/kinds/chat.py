"""The others in a match have written something to the reader."""

from __future__ import annotations

from typing import Any

from mail.outbox.recipient import Recipient
from matches.models import OutboxMail, Turn

from .match_context import MatchContext
from .recent_turns import name_of

MOST_LINES = 40


def said(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """What was written since the line for which the email was queued, that one included. Moot once nothing of it is
    there any more, and for a reader who has turned such emails off."""
    table = MatchContext.of(mail, reader)
    if table is None or table.own.is_deaf or not reader.wants_turn_mail:
        return None
    lines = table.match.turns.filter(kind=Turn.Kind.SAID, pk__gte=mail.context["turn"]).exclude(message="")
    written = lines.exclude(seat=table.own).order_by("index").values_list("seat", "message")[:MOST_LINES]
    if not written:
        return None
    return {
        **table.context(),
        **table.watching(),
        "lines": [{"who": name_of(table, seat_id), "text": message} for seat_id, message in written],
        "is_over": table.match.is_over,
        "url": table.turn_url(),
    }
