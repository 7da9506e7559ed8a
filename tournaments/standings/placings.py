"""A player's placings in events, for their page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, QuerySet
from django.urls import reverse

from accounts.models import User
from tournaments.models import Division, Entry, Event
from tournaments.permissions.events import Reader, visible_to

from .standings import Ranks, final_ranks

IN_IT = (Entry.Status.ENTERED, Entry.Status.WITHDRAWN)
MEDALS = 3


@dataclass(frozen=True)
class Placing:
    """A player's placing in an event.

    ``rank`` of ``players`` is that in the final standings, 0 before the end and if the player never played;
    ``is_league_title`` is for first place in the top division of a season.
    """

    entry: Entry
    rank: int
    players: int
    is_league_title: bool

    @property
    def event(self) -> Event:
        return self.entry.event

    @property
    def is_honour(self) -> bool:
        return 0 < self.rank <= MEDALS

    @property
    def url(self) -> str:
        """The address of the player's card in the event, or of the team's; of the event before the first pairing."""
        if in_table(self.entry).number:
            return reverse("tournaments:player", args=[self.event.pk, in_table(self.entry).pk])
        return self.event.get_absolute_url()


def entries_of(player: User, reader: Reader) -> QuerySet[Entry]:
    """Return the player's entries in events that the reader may see: those still to begin first, then the latest."""
    entries = Entry.objects.filter(player=player, status__in=IN_IT, event__in=visible_to(reader))
    return entries.select_related("event", "captain").order_by(
        F("event__begun_at").desc(nulls_first=True), "-event__pk"
    )


def in_table(entry: Entry) -> Entry:
    """Return the entry that has the player's place in the standings: for a member of a team, the captain's."""
    return entry.captain or entry


def placings_of(entries: Sequence[Entry]) -> list[Placing]:
    """Return the placings of entries, in their order. Two queries for standings that are kept."""
    over = [entry.event for entry in entries if entry.event.stage == Event.Stage.FINISHED and in_table(entry).number]
    if not over:
        return [Placing(entry, 0, 0, is_league_title=False) for entry in entries]
    ranks = final_ranks(over)
    top_divisions = set(Division.objects.filter(event__in=over, level=1).values_list("event", flat=True))
    return [_placing(entry, ranks.get(entry.event_id, []), is_top=entry.event_id in top_divisions) for entry in entries]


def _placing(entry: Entry, ranks: Ranks, *, is_top: bool) -> Placing:
    rank = next((rank for rank, pk in ranks if pk == in_table(entry).pk), 0)
    return Placing(entry, rank, len(ranks), is_league_title=is_top and rank == 1)
