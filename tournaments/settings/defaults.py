"""The tie-breaks of an event whose organiser hasn't chosen any."""

from __future__ import annotations

from competition.standings.tie_break import parse_tie_break
from tournaments.models import Event

SWISS = ("BH/C1", "BH", "SB", "VPD")
ROUND_ROBIN = ("DE", "SB", "KS", "VPD")
TABLES = ("TPS", "TWN", "TOP")
USUAL = {
    Event.Format.SWISS: SWISS,
    Event.Format.ROUND_ROBIN: ROUND_ROBIN,
    Event.Format.CUP: (),
    Event.Format.TABLES: TABLES,
    Event.Format.TABLES_ALL: TABLES,
    Event.Format.EXPEDITION: (),
}


def usual_tie_breaks(event_format: str, *, scores_count: bool = True) -> list[str]:
    """Return the default tie-breaks. ``scores_count``: tie-breaks by game points make sense in the event's game."""
    return [
        code
        for code in USUAL[Event.Format(event_format)]
        if scores_count or not parse_tie_break(code).kind.needs_scores
    ]
