"""What a division's season has set."""

from __future__ import annotations

from tournaments.models import Event, Season


def season_of(event: Event) -> Season | None:
    """The season of which the event is a division."""
    found = Season.objects.filter(divisions__event=event)
    return found.select_related("league__club").first()
