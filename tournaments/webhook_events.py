"""What happens in events and seasons, told to whoever follows it from outside."""

from __future__ import annotations

from enum import Enum

from . import hooks
from .models import Event, Season


class WebhookEvent(Enum):
    ROUND_PUBLISHED = "round.published"
    MATCH_ENDED = "match.ended"
    TABLE_CHANGED = "table.changed"
    SEASON_PUBLISHED = "season.published"
    SEASON_ENDED = "season.ended"


def emit(where: Event | Season, what: WebhookEvent, **about: int) -> None:
    """Tell webhooks, with the event or season held, and the ids of what happened."""
    hooks.happened.send(None, where=where, what=what, about=about)
