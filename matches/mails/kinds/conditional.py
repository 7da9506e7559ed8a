"""A turn was played as its player had set it ahead."""

from __future__ import annotations

from typing import Any

from mail.outbox.recipient import Recipient
from matches import conditional
from matches.models import OutboxMail

from .match_context import MatchContext
from .recent_turns import since_own_turn


def conditional_played(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the match is over or the reader is asked again: the emails about that tell this as well."""
    table = MatchContext.of(mail, reader)
    if table is None or table.match.is_over or table.own.number is not None or not reader.wants_turn_mail:
        return None
    waiting = conditional.lines_of(table.match, table.seats, table.own)
    return {
        **table.context(),
        **table.watching(),
        "happened": since_own_turn(table),
        "waiting": waiting.lines if waiting else (),
        "url": "",
    }
