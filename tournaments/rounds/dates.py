"""The dates on which rounds begin and end."""

from __future__ import annotations

from datetime import datetime, timedelta

from matches.time_control.time_control import DAY
from tournaments.models import Event


def length_of(event: Event) -> timedelta | None:
    """Return the length of a round; ``None`` if it has no limit."""
    return None if event.round_days is None else event.round_days * DAY


def date_of(event: Event, number: int) -> datetime | None:
    """Return when the round of that number begins at the earliest; ``None`` if it follows the last one."""
    length = length_of(event)
    if event.begun_at is None or event.round_start != Event.Start.DATE or length is None:
        return None
    first = event.starts_at or event.begun_at
    return first + (number - 1) * length


def break_until(event: Event, number: int) -> datetime | None:
    """Return the end of the break before a round that publishes itself, in which players can still miss it.

    It is ``None`` if there is no break, as in formats in which no one misses a round.
    """
    if event.rules.why_not.miss_a_round or not event.publishes_itself:
        return None
    closed = event.round_set.filter(number=number - 1, closed_at__isnull=False)
    closed_at = closed.values_list("closed_at", flat=True).first()
    return None if closed_at is None else closed_at + timedelta(hours=event.break_hours)


def not_before(event: Event, number: int) -> datetime | None:
    """Return when a round begins at the earliest, unless an organiser publishes it.

    It is ``None`` if the round only waits for the one before.
    """
    moments = (date_of(event, number), break_until(event, number))
    return max((moment for moment in moments if moment is not None), default=None)


def due_at(event: Event, number: int, published_at: datetime) -> datetime | None:
    """Return when a round published at that moment is due.

    That is when the next one begins by date, unless that leaves less than half of its time.
    """
    length = length_of(event)
    if length is None:
        return None
    next_date = date_of(event, number + 1)
    if next_date is not None and next_date - published_at >= length / 2:
        return next_date
    return published_at + length
