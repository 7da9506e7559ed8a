"""News of a match that a player must hear of, as the gate collects it for the emails."""

from __future__ import annotations

from typing import Literal, NamedTuple

from matches.models import LogEntry, Seat

NewsKind = Literal[
    "your_turn",
    "match_over",
    "taken_back",
    "said",
    "draw_offered",
    "draw_declined",
    "clock_changed",
    "vacation_day",
    "passed_over",
    "conditional_played",
    "handed_over",
    "pick_made",
    "seat_left",
    "baton_passed",
    "marked",
]


class News(NamedTuple):
    """The news that an email tells the player of a seat; ``line`` is the line of the log it is about, if any."""

    kind: NewsKind
    seat: Seat
    line: LogEntry | None
    context: dict[str, int]
