"""Your turn, or whatever else a seat is asked for."""

from __future__ import annotations

from typing import Any

from matches import timekeeping
from matches.mail import announcing
from matches.mail.reader import Reader
from matches.models import OutboxMail, Seat

from .log import since_own_turn
from .table import Table


def your_turn(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    """Moot once the seat is no longer asked for the turn of that number."""
    table = Table.of(mail, reader)
    if table is None or not reader.wants_turn_mail:
        return None
    if table.own.pk != mail.context["seat"] or table.own.number != mail.context["number"]:
        return None
    is_late = announcing.begins_clock(table.own, mail.queued_at, table.now)
    if is_late:
        timekeeping.begin_anew(table.own, table.now)
    return {
        **table.context(),
        **table.asking(),
        "happened": since_own_turn(table),
        "is_draw_offered": table.match.draw_offered_by_id in {seat.pk for seat in table.others},
        "is_late": is_late,
        "ahead_dropped": table.own.ahead == Seat.Ahead.DROPPED,
    }
