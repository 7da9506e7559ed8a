"""Which round comes next, for those who come and go."""

from __future__ import annotations

from django.db.models import Max

from tournaments.models import Event, Round


def coming_round(event: Event) -> int:
    """The number of the first round that is not published; past the last where all are."""
    published = event.round_set.exclude(stage=Round.Stage.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def is_left(event: Event, number: int) -> bool:
    return event.stage == Event.Stage.RUNNING and number <= event.rounds
