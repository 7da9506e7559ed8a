"""The events that a player's first page shows: those they are in or organise, and those they might enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Value
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Entry, Event, Round, Season
from tournaments.permissions import clubs
from tournaments.seasons import register as season_register

MOST_OWN = 8
MOST_OPEN = 4
Row = tuple[int, str]
"""The key of an event, and what the player is in it."""
Stage, Status = Event.Stage, Entry.Status

WORDS = {
    Status.INVITED: _("you are invited"),
    Status.APPLIED: _("waiting for an organiser’s approval"),
    Status.WAITING: _("you are on the waiting list"),
    Status.ENTERED: _("you play"),
}


@dataclass
class Own:
    """An event with what the reader is in it."""

    event: Event
    roles: list[str] = field(default_factory=list)
    organises: bool = False

    @property
    def is_invited(self) -> bool:
        return str(WORDS[Status.INVITED]) in self.roles


class OnHomePage(NamedTuple):
    """Each list is cut, the latest first: the player's own events, seasons they may register for, events they may
    enter."""

    own: list[Own]
    seasons: list[Season]
    open: list[Event]


def on_home_page(player: User, now: datetime) -> OnHomePage:
    """One query says what there is; one more for events and one for seasons, if there are any."""
    rows = list(_rows(player, now))
    organised, entered, taking, seasons = (
        sorted(((pk, status) for kind, pk, status in rows if kind == wanted), reverse=True)[:most]
        for wanted, most in (("organised", MOST_OWN), ("entered", MOST_OWN), ("open", MOST_OPEN), ("season", MOST_OPEN))
    )
    wanted = {pk for pk, _ in (*organised, *entered, *taking)}
    events = {event.pk: event for event in _with_round(Event.objects.filter(pk__in=wanted))} if wanted else {}
    return OnHomePage(
        own=_own(organised, entered, events),
        seasons=_seasons([pk for pk, _ in seasons]),
        open=[events[pk] for pk, _ in taking if pk in events],
    )


def _rows(player: User, now: datetime) -> QuerySet[Any, tuple[str, int, str]]:
    """What the lists are made of: the list, the row of an event or a season, and what the player is in it."""
    under_way = (Stage.REGISTRATION, Stage.RUNNING)
    lists: dict[str, QuerySet[Event] | QuerySet[Season]] = {
        "organised": Event.objects.filter(stage__in=(Stage.DRAFT, *under_way), organisers=player),
        "entered": Event.objects.filter(
            stage__in=under_way, entries__player=player, entries__status__in=WORDS
        ).annotate(status=F("entries__status")),
        "open": Event.objects.filter(pk__in=_open_to(player, now).order_by("-pk").values("pk")[:MOST_OPEN]),
    }
    if not player.is_guest:
        lists["season"] = season_register.open_to(player, now)
    first, *others = (
        (rows if name == "entered" else rows.annotate(status=Value("")))
        .annotate(kind=Value(name))
        .order_by()
        .values_list("kind", "pk", "status")
        for name, rows in lists.items()
    )
    return first.union(*others, all=True)


def _own(
    organised: Sequence[tuple[int, str]], entered: Sequence[tuple[int, str]], events: Mapping[int, Event]
) -> list[Own]:
    found = {pk: Own(events[pk], [gettext("you organise it")], organises=True) for pk, _ in organised if pk in events}
    for pk, status in entered:
        if pk in events:
            found.setdefault(pk, Own(events[pk])).roles.append(str(WORDS[Status(status)]))
    return sorted(found.values(), key=lambda own: (not own.is_invited, -own.event.pk))


def _seasons(pks: Sequence[int]) -> list[Season]:
    if not pks:
        return []
    return list(Season.objects.filter(pk__in=pks).select_related("league__club").order_by("-pk"))


def open_to_visitors(now: datetime) -> list[Event]:
    """What takes entries from visitors, the latest first; one query."""
    takes = _taking(now).filter(is_public=True).exclude(registration=Event.Registration.CLUB)
    return list(takes.order_by("-pk")[:MOST_OPEN])


def _open_to(player: User, now: datetime) -> QuerySet[Event]:
    """What takes entries from the player, who has nothing to do with it yet."""
    takes = _taking(now)
    if player.is_guest:
        takes = takes.filter(is_public=True)
    own_clubs = clubs.clubs_of(player)
    of_seasons = Q(registration=Event.Registration.CLUB) & ~Q(club__in=own_clubs)
    of_seasons |= Q(club_only=True, is_public=False) & ~Q(club__in=own_clubs)
    has_to_do_with = Entry.objects.filter(event=OuterRef("pk"), player=player)
    return takes.exclude(of_seasons).exclude(Exists(has_to_do_with)).exclude(organisers=player)


def _taking(now: datetime) -> QuerySet[Event]:
    takes = Event.objects.filter(stage=Stage.REGISTRATION).exclude(registration=Event.Registration.INVITATION)
    return takes.filter(Q(closes_at=None) | Q(closes_at__gt=now))


def _with_round(events: QuerySet[Event]) -> QuerySet[Event]:
    """With the number of the last round that was published."""
    published = Round.objects.filter(event=OuterRef("pk")).exclude(stage=Round.Stage.DRAFT).order_by("-number")
    return events.annotate(last_round=Subquery(published.values("number")[:1]))
