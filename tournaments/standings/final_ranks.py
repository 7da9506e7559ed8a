"""The ranks of final standings, worked out once until something is changed in the event after all."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.cache import cache

from tournaments.models import Event

from .standings import table_of

KEPT_SECONDS = 30 * 24 * 3600
Ranks = list[tuple[int, int]]
"""Rank and entry, best first."""


def ranks_of(event: Event) -> Ranks:
    table = table_of(event)
    return [(row.rank, table.entries[row.number].pk) for row in table.rows]


def final_ranks(events: Sequence[Event]) -> dict[int, Ranks]:
    """By event, of events that are over. One query for those that were asked for before."""
    keys = {event.pk: f"ranks:{event.pk}:{event.changed_at.timestamp()}" for event in events}
    known = cache.get_many(keys.values())
    new = {keys[event.pk]: ranks_of(event) for event in events if keys[event.pk] not in known}
    if new:
        cache.set_many(new, KEPT_SECONDS)
    found = {**known, **new}
    return {event.pk: found[keys[event.pk]] for event in events}
