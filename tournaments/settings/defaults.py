"""What an event has for tie-breaks where its organiser does not care."""

from __future__ import annotations

from tournaments.models import Event

SWISS = ("BH/C1", "BH", "SB", "VPD")
ROUND_ROBIN = ("DE", "SB", "KS", "VPD")


def usual_tie_breaks(event_format: str) -> list[str]:
    if event_format == Event.Format.CUP:
        return []
    return list(SWISS if event_format == Event.Format.SWISS else ROUND_ROBIN)
