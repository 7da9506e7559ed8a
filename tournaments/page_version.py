"""When what an event's pages show has changed."""

from __future__ import annotations

from collections.abc import Collection
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
    return versions_of([event])[event.pk]


def versions_of(events: Collection[Event]) -> dict[int, Version]:
    """By the events' ids. Two queries, over their undecided matches at most."""
    lines = LogLine.objects.filter(event__in=events).order_by().values_list("event").annotate(Max("pk"))
    running = Pairing.objects.filter(decided_at__isnull=True, round__event__in=events, round__stage=Round.Stage.RUNNING)
    plays = (
        running.order_by()
        .values_list("round__event")
        .annotate(Count("pk"), Sum("match__log_length"), Max("match__last_turn_at"))
    )
    last_lines, played = dict(lines), {pk: found for pk, *found in plays}
    nothing = [0, None, None]
    return {
        event.pk: Version(event.changed_at, last_lines.get(event.pk, 0), count, turns or 0, last_turn_at)
        for event in events
        for count, turns, last_turn_at in [played.get(event.pk, nothing)]
    }
