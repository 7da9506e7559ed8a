"""The honours board of a club: who won what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, overload

from django.db.models import Exists, OuterRef, Q, QuerySet

from i18n.text import listed
from tournaments.models import Club, Division, Entry, Event, Season, with_members
from tournaments.permissions.events import Reader, visible_to
from tournaments.standings.standings import Ranks, final_ranks, ranks_of

PLACES = 3


@dataclass(frozen=True, slots=True)
class Member:
    """A member of a team. Deleted accounts have no id, and guests no page."""

    name: str
    player_id: int | None
    has_page: bool


@dataclass(frozen=True, slots=True)
class HonoursPlace:
    """A place that was won. ``rank`` may be shared. Deleted accounts have no id, and guests no page.

    ``members`` are those of a team, the captain first, who is the player; ``name`` is the team's.
    """

    rank: int
    name: str
    player_id: int | None
    has_page: bool = False
    members: tuple[Member, ...] = ()

    @property
    def team(self) -> str:
        """The team's own name; "" for a player alone, or a team named after its captain."""
        return self.name if self.members and self.name != self.members[0].name else ""

    @property
    def full_name(self) -> str:
        """The name with the members of a team: "The Foxes (Ada and Ben)"."""
        members = listed([each.name for each in self.members])
        return f"{self.team} ({members})" if self.team else members or self.name


@dataclass(frozen=True, slots=True)
class Honour:
    """Something that was won.

    ``group`` is the heading that several share, such as a league; for a season, the event is that of its division.
    """

    title: str
    url: str
    event_id: int
    ended_at: datetime | None
    places: Sequence[HonoursPlace]
    group: str = ""


class HonoursBoard(Sequence[Honour]):
    """All honours won in a club. A slice of it looks up only the standings it needs."""

    def __init__(self, *parts: tuple[QuerySet[Any], Callable[[Sequence[Any]], list[Honour]]]) -> None:
        """Make a board of several parts.

        Each has the rows of what was won, the latest first, and a function that makes honours of some of them.
        """
        self._parts = parts
        self._counts: list[int] | None = None

    def __len__(self) -> int:
        return sum(self._lengths())

    @overload
    def __getitem__(self, index: int) -> Honour: ...
    @overload
    def __getitem__(self, index: slice) -> list[Honour]: ...
    def __getitem__(self, index: int | slice) -> Honour | list[Honour]:
        if isinstance(index, int):
            return self[(at := range(len(self))[index]) : at + 1][0]
        start, stop, _step = index.indices(len(self))
        found: list[Honour] = []
        for (rows, told), count in zip(self._parts, self._lengths(), strict=True):
            if start < count and stop > 0:
                found += told(list(rows[max(start, 0) : stop]))
            start, stop = start - count, stop - count
        return found

    def _lengths(self) -> list[int]:
        if self._counts is None:
            self._counts = [rows.count() for rows, _told in self._parts]
        return self._counts


def of_seasons(club: Club, reader: Reader) -> HonoursBoard:
    """Return what was won in seasons of the club's leagues, the latest first."""
    return HonoursBoard((divisions_won(club, reader), of_divisions))


def of_all(club: Club, reader: Reader) -> HonoursBoard:
    """Return what was won in the club's leagues, then in its other events."""
    return HonoursBoard((divisions_won(club, reader), of_divisions), (events_won(club, reader), of_events))


def divisions_won(club: Club, reader: Reader) -> QuerySet[Division]:
    """Return the divisions that are over, the latest season first."""
    seen = visible_to(reader).values("pk")
    divisions = Division.objects.filter(
        season__league__club=club, season__stage=Season.Stage.FINISHED, event__stage=Event.Stage.FINISHED
    ).filter(event__in=seen)
    return divisions.select_related("season__league__club", "event").order_by("-season__ended_at", "season", "level")


def events_won(club: Club, reader: Reader) -> QuerySet[Event]:
    """Return the club's finished events that aren't divisions, the latest first."""
    over = visible_to(reader).filter(club=club, stage=Event.Stage.FINISHED, begun_at__isnull=False)
    divisions = Division.objects.filter(event=OuterRef("pk"))
    return over.exclude(Q(Exists(divisions))).order_by("-ended_at", "-pk")


def of_divisions(divisions: Sequence[Division]) -> list[Honour]:
    """Return the winners of each division, under their league's name."""
    found = of_events([each.event for each in divisions if each.event])
    return [_of_season(honour, division) for division, honour in zip(divisions, found, strict=True)]


def _of_season(honour: Honour, division: Division) -> Honour:
    season = division.season
    title = f"{season.name}, {division.name}"
    url, ended_at = season.get_absolute_url(), season.ended_at  # a division may have been over before the others
    return replace(honour, title=title, url=url, ended_at=ended_at, group=season.league.name)


def of_events(events: Sequence[Event]) -> list[Honour]:
    """Return the winners of each event. Two queries for standings that are kept, and a third if there are teams."""
    winners = {pk: _first(ranks) for pk, ranks in final_ranks(events).items()}
    wanted = [entry for found in winners.values() for _rank, entry in found]
    entries = entries_of(wanted, with_teams=any(event.rules.forms_teams for event in events))
    return [
        Honour(
            event.name,
            event.get_absolute_url(),
            event.pk,
            event.ended_at,
            places_of(event, winners[event.pk], entries),
        )
        for event in events
    ]


def entries_of(pks: Iterable[int], *, with_teams: bool) -> Mapping[int, Entry]:
    """Return entries by id, with what ``places_of`` needs."""
    entries = Entry.objects.filter(pk__in=pks).select_related("player")
    return (with_members(entries) if with_teams else entries).in_bulk()


def places_of(event: Event, winners: Ranks, entries: Mapping[int, Entry]) -> list[HonoursPlace]:
    """Return the places that were won in an event, for its winners."""
    found = [(rank, entries[pk]) for rank, pk in winners if pk in entries]
    return [
        HonoursPlace(rank, entry.team_name, entry.player_id, _has_page(entry), _members(event.rules.members(entry)))
        for rank, entry in found
    ]


def _members(entries: Iterable[Entry]) -> tuple[Member, ...]:
    found = tuple(Member(each.shown_name, each.player_id, _has_page(each)) for each in entries)
    return found if len(found) > 1 else ()


def _has_page(entry: Entry) -> bool:
    return entry.player is not None and not entry.player.is_guest


def winners_of(event: Event) -> Ranks:
    """Return the first three of the final standings; more if they share a place."""
    return _first(ranks_of(event))


def _first(ranks: Ranks) -> Ranks:
    return [(rank, entry) for rank, entry in ranks if rank <= PLACES]
