"""Who waits for a place in a season whose divisions are full."""

from __future__ import annotations

from tournaments.models import Season, SeasonEntry

Status = SeasonEntry.Status


def in_line(season: Season) -> list[SeasonEntry]:
    """Whose turn it is first comes first; whoever came after the line-up was worked out stands behind the others."""
    waiting = season.entries.filter(status=Status.REGISTERED, division=None, player__isnull=False)
    found = waiting.select_related("player").order_by("entered_at", "pk")
    return sorted(found, key=lambda entry: (not entry.place, entry.place))
