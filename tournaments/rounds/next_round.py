"""The number of the coming round, for players who come and go."""

from __future__ import annotations

from django.db.models import Max

from tournaments.models import Event, Round


def coming_round(event: Event) -> int:
    """Return the number of the first round that isn't published; after the last one, the next number."""
    published = event.round_set.exclude(stage=Round.Stage.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def is_left(event: Event, number: int) -> bool:
    return event.stage == Event.Stage.RUNNING and number <= event.rounds
