"""What happened in a match lately, as a mail tells it."""

from __future__ import annotations

from typing import Any

from matches.models import Turn

from .table import Table

MOST_LINES = 6


def since_own_turn(table: Table) -> list[dict[str, Any]]:
    """The lines of the log since the reader played, oldest first, with that turn itself where something followed
    from it; only the last few where there are many."""
    lines: list[dict[str, Any]] = []
    latest = table.match.turns.filter(index__lt=table.match.log_length).order_by("-index")
    for turn in latest[:MOST_LINES]:
        is_own = turn.seat_id == table.own.pk
        if not is_own or turn.notes:
            lines.append(_line(table, turn, is_own=is_own))
        if is_own and turn.number is not None:
            break
    return lines[::-1]


def _line(table: Table, turn: Turn, *, is_own: bool) -> dict[str, Any]:
    """A turn as the others may read it: notation only where nothing in it is secret."""
    seat = next((seat for seat in table.seats if seat.pk == turn.seat_id), None)
    return {
        "who": "You" if is_own else seat.name if seat else "",
        "words": turn.public_words,
        "text": turn.text if turn.number is not None and not turn.secret else "",
        "notes": turn.notes,
        "message": "" if is_own else turn.message,
    }
