"""The honours board of a club: who won what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.db.models import Exists, Q, QuerySet

from tournaments.models import Club, Entry, Event
from tournaments.permissions import Reader, visible_to
from tournaments.tables import table_of

PLACES = 3
KEPT_SECONDS = 30 * 24 * 3600
Winners = list[tuple[int, int]]
"""Rank and entry, best first."""


@dataclass(frozen=True, slots=True)
class Place:
    """``rank`` may be shared. ``player_id`` leads to the player's page, where there is one."""

    rank: int
    name: str
    player_id: int | None


@dataclass(frozen=True, slots=True)
class Honour:
    """Something that was won. ``group`` is what several are shown under together, the name of a league, say."""

    title: str
    url: str
    ended_at: datetime | None
    places: Sequence[Place]
    group: str = ""


Source = Callable[[Club, Reader], Iterable[Honour]]
_sources: list[Source] = []
_told_elsewhere: list[Callable[[], Exists]] = []


def tell_also(source: Source, *, instead_of: Callable[[], Exists] | None = None) -> None:
    """Let another part of the site add what was won in a club, seasons of leagues, say. ``instead_of`` is a condition
    on the outer query's events that are told of there, and not by themselves."""
    _sources.append(source)
    if instead_of is not None:
        _told_elsewhere.append(instead_of)


def of_others(club: Club, reader: Reader) -> list[Honour]:
    """What other parts of the site have to tell, the latest first."""
    found = [honour for source in _sources for honour in source(club, reader)]
    return sorted(found, key=lambda honour: (honour.ended_at is not None, honour.ended_at), reverse=True)


def events_won(club: Club, reader: Reader) -> QuerySet[Event]:
    """The club's events that are over, the latest first."""
    over = visible_to(reader).filter(club=club, stage=Event.Stage.FINISHED, begun_at__isnull=False)
    for condition in _told_elsewhere:
        over = over.exclude(Q(condition()))
    return over.order_by("-ended_at", "-pk")


def of_events(events: Sequence[Event]) -> list[Honour]:
    """Two queries for tables that were asked for before."""
    winners = _winners_of(events)
    wanted = [entry for found in winners.values() for _rank, entry in found]
    entries = Entry.objects.filter(pk__in=wanted).select_related("player").in_bulk()
    return [
        Honour(event.name, event.get_absolute_url(), event.ended_at, places_of(winners[event.pk], entries))
        for event in events
    ]


def places_of(winners: Winners, entries: Mapping[int, Entry]) -> list[Place]:
    found = [(rank, entries[pk]) for rank, pk in winners if pk in entries]
    return [Place(rank, entry.shown_name, entry.player_id) for rank, entry in found]


def winners_of(event: Event) -> Winners:
    """The first three of the final table; more where they share a place."""
    table = table_of(event)
    return [(row.rank, table.entries[row.number].pk) for row in table.rows if row.rank <= PLACES]


def _winners_of(events: Sequence[Event]) -> dict[int, Winners]:
    """A final table is worked out once, until something is changed in the event after all."""
    keys = {event.pk: f"winners:{event.pk}:{event.changed_at.timestamp()}" for event in events}
    known = cache.get_many(keys.values())
    new = {keys[event.pk]: winners_of(event) for event in events if keys[event.pk] not in known}
    if new:
        cache.set_many(new, KEPT_SECONDS)
    found = {**known, **new}
    return {event.pk: found[keys[event.pk]] for event in events}
