"""Your turn, or whatever else a seat is asked for."""

from __future__ import annotations

from typing import Any

from accounts.models import TurnMail
from mail.outbox.recipient import Recipient
from mail.preferences import when
from matches.clocks import seat_clock
from matches.mails import turn_delivery
from matches.models import OutboxMail, Seat

from .match_context import MatchContext
from .recent_turns import since_own_turn


def your_turn(mail: OutboxMail, reader: Recipient) -> dict[str, Any] | None:
    """Moot once the seat is no longer asked for the turn of that number, and where the reader wishes for no more mail
    until they have been back. Raises ``Postponed``."""
    table = MatchContext.of(mail, reader)
    if table is None or not reader.wants_each_turn:
        return None
    if table.own.pk != mail.context["seat"] or table.own.number != mail.context["number"]:
        return None
    if reader.user is not None and not when.is_to_be_told(mail, reader.user):
        return None
    is_late = turn_delivery.begins_clock(table.own, mail.queued_at, table.now, mail.due_at)
    if is_late and table.match.all_stopped:
        is_late = False
        seat_clock.keep_with_all(table.own, table.now)
    elif is_late:
        seat_clock.restart(table.own, table.now)
    return {
        **table.context(),
        **table.asking(),
        "happened": since_own_turn(table),
        "is_draw_offered": table.match.draw_offered_by_id in {seat.pk for seat in table.others},
        "is_late": is_late,
        "is_last": reader.user is not None and reader.user.turn_mail == TurnMail.UNTIL_RETURN,
        "taken_back": mail.context.get("taken_back"),
        "ahead_dropped": table.own.ahead == Seat.Ahead.DROPPED,
    }
