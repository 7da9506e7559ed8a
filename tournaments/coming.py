"""Which round comes next, for those who come and go."""

from __future__ import annotations

from django.db.models import Max

from .models import Event, Round


def coming_round(event: Event) -> int:
    """The number of the first round that is not published; past the last where all are."""
    published = event.round_set.exclude(stage=Round.Stage.DRAFT)
    return (published.aggregate(last=Max("number"))["last"] or 0) + 1


def first_open_round(event: Event) -> int:
    """The first round for which a player may still say to be absent: neither published nor paired, nor being paired."""
    number = coming_round(event)
    return number + 1 if is_under_way(event, number) else number


def is_under_way(event: Event, number: int) -> bool:
    """Whether the round is being paired, or stands as a draft."""
    return event.round_set.filter(number=number).exclude(work__in=(Round.Work.NONE, Round.Work.FAILED)).exists()


def is_left(event: Event, number: int) -> bool:
    return event.stage == Event.Stage.RUNNING and number <= event.rounds
