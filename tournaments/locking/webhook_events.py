"""Webhooks about what happens in events and seasons."""

from __future__ import annotations

from enum import Enum

from tournaments import hooks
from tournaments.models import Event, Season


class WebhookEvent(Enum):
    ROUND_PUBLISHED = "round.published"
    MATCH_ENDED = "match.ended"
    TABLE_CHANGED = "table.changed"
    SEASON_PUBLISHED = "season.published"
    SEASON_ENDED = "season.ended"


def emit(where: Event | Season, what: WebhookEvent, **about: int) -> None:
    """Tell webhooks what happened, with the ids of what it is about, and with the event or season locked."""
    hooks.happened.send(None, where=where, what=what, about=about)
