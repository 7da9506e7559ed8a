"""When what an event's pages show has changed."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Sum

from .models import Event, LogLine, Pairing, Round


class Version(NamedTuple):
    """Differs whenever the event, or a match that is played in it, has changed. Clocks that were turned back, and two
    changes in one moment, are told apart by the lines of both logs."""

    changed_at: datetime
    lines: int
    running: int
    turns: int
    last_turn_at: datetime | None

    @property
    def modified_at(self) -> datetime:
        return self.changed_at if self.last_turn_at is None else max(self.changed_at, self.last_turn_at)


def version_of(event: Event) -> Version:
    """Two queries, over the event's undecided matches at most."""
    lines = LogLine.objects.filter(event=event).aggregate(last=Max("pk"))["last"]
    running = Pairing.objects.filter(decided_at__isnull=True, round__event=event, round__stage=Round.Stage.RUNNING)
    found = running.aggregate(
        count=Count("pk"), turns=Sum("match__log_length"), last_turn_at=Max("match__last_turn_at")
    )
    return Version(event.changed_at, lines or 0, found["count"], found["turns"] or 0, found["last_turn_at"])
