"""Your turn, or whatever else a seat is asked for."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from matches.mail import words
from matches.mail.reader import Reader
from matches.models import OutboxMail

from .log import since_own_turn
from .table import Table


def your_turn(mail: OutboxMail, reader: Reader) -> dict[str, Any] | None:
    """Moot once the seat is no longer asked for the turn of that number."""
    table = Table.of(mail, reader)
    if table is None or not reader.wants_turn_mail:
        return None
    if table.own.pk != mail.context["seat"] or table.own.number != mail.context["number"]:
        return None
    return {
        **table.context(),
        "decision": table.game.decision(table.state, table.own.index),
        "happened": since_own_turn(table),
        "is_draw_offered": table.match.draw_offered_by_id in {seat.pk for seat in table.others},
        **deadline_of(table),
        "url": table.turn_url(),
    }


def deadline_of(table: Table) -> dict[str, str]:
    """Until when the reader has time; empty where no clock runs."""
    when = table.own.deadline
    if when is None:
        return {"deadline": "", "time_left": ""}
    return {"deadline": words.moment(when), "time_left": words.in_how_long(when, timezone.now())}
