"""What an event has for tie-breaks where its organiser does not care."""

from __future__ import annotations

from competition.standings.tie_break import parse
from tournaments.models import Event

SWISS = ("BH/C1", "BH", "SB", "VPD")
ROUND_ROBIN = ("DE", "SB", "KS", "VPD")


def usual_tie_breaks(event_format: str, *, scores_count: bool = True) -> list[str]:
    """``scores_count``: whether those by scores make sense in the event's game."""
    if event_format == Event.Format.CUP:
        return []
    usual = SWISS if event_format == Event.Format.SWISS else ROUND_ROBIN
    return [code for code in usual if scores_count or not parse(code).kind.needs_scores]
