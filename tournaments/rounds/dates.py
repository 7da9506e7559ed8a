"""When rounds begin and end."""

from __future__ import annotations

from datetime import datetime, timedelta

from matches.clocks.time_control import DAY
from tournaments.models import Event


def length_of(event: Event) -> timedelta | None:
    """Of a round; ``None`` where it takes as long as it takes."""
    return None if event.round_days is None else event.round_days * DAY


def date_of(event: Event, number: int) -> datetime | None:
    """Before when the round of that number does not begin; ``None`` where it begins as soon as the last is done."""
    length = length_of(event)
    if event.begun_at is None or event.round_start != Event.Start.DATE or length is None:
        return None
    first = event.starts_at or event.begun_at
    return first + (number - 1) * length


def break_until(event: Event, number: int) -> datetime | None:
    """Until when a round that publishes itself waits after the one before, so that whoever played to the last can still
    miss it; ``None`` where there is no such moment, as in formats in which no one misses a round."""
    if not (event.is_swiss_like and event.publishes_itself):
        return None
    closed = event.round_set.filter(number=number - 1, closed_at__isnull=False)
    closed_at = closed.values_list("closed_at", flat=True).first()
    return None if closed_at is None else closed_at + timedelta(hours=event.break_hours)


def not_before(event: Event, number: int) -> datetime | None:
    """Before when a round does not begin unless an organiser publishes it; ``None`` where nothing but the round before
    is waited for."""
    moments = (date_of(event, number), break_until(event, number))
    return max((moment for moment in moments if moment is not None), default=None)


def due_at(event: Event, number: int, published_at: datetime) -> datetime | None:
    """When a round that was published at that moment is due: when the next one begins by its date, unless this
    one came so late that less than half of its time would be left."""
    length = length_of(event)
    if length is None:
        return None
    next_date = date_of(event, number + 1)
    if next_date is not None and next_date - published_at >= length / 2:
        return next_date
    return published_at + length
