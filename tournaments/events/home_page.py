"""The events that a player's first page shows: those they are in or organise, and those they might enter."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.models import Entry, Event, Round
from tournaments.permissions import clubs

MOST_OWN = 8
MOST_OPEN = 4
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


def own_events(player: User) -> list[Own]:
    """Those under way that the player is in or organises, at most ``MOST_OWN`` of each; two queries."""
    under_way = (Stage.REGISTRATION, Stage.RUNNING)
    organised = _with_round(Event.objects.filter(stage__in=(Stage.DRAFT, *under_way), organisers=player))
    entered = Event.objects.filter(stage__in=under_way, entries__player=player, entries__status__in=WORDS)
    found: dict[int, Own] = {}
    for event in organised.order_by("-pk")[:MOST_OWN]:
        found[event.pk] = Own(event, [gettext("you organise it")], organises=True)
    for event in _with_round(entered).annotate(status=F("entries__status")).order_by("-pk")[:MOST_OWN]:
        own = found.setdefault(event.pk, Own(event))
        own.roles.append(str(WORDS[Status(event.status)]))
    return sorted(found.values(), key=lambda own: (not own.is_invited, -own.event.pk))


def open_events(player: User | None, now: datetime) -> list[Event]:
    """What takes entries from this player, or from visitors, the latest first; one query."""
    takes = Event.objects.filter(stage=Stage.REGISTRATION).exclude(registration=Event.Registration.INVITATION)
    takes = takes.filter(Q(closes_at=None) | Q(closes_at__gt=now))
    if player is None or player.is_guest:
        takes = takes.filter(is_public=True)
    if player is None:
        takes = takes.exclude(registration=Event.Registration.CLUB)
    else:
        of_seasons = Q(registration=Event.Registration.CLUB) & ~Q(club__in=clubs.clubs_of(player))
        of_seasons |= Q(club_only=True, is_public=False) & ~Q(club__in=clubs.clubs_of(player))
        takes = takes.exclude(of_seasons)
        has_to_do_with = Entry.objects.filter(event=OuterRef("pk"), player=player)
        takes = takes.exclude(Exists(has_to_do_with)).exclude(organisers=player)
    return list(takes.order_by("-pk")[:MOST_OPEN])


def _with_round(events: QuerySet[Event]) -> QuerySet[Event]:
    """With the number of the last round that was published."""
    published = Round.objects.filter(event=OuterRef("pk")).exclude(stage=Round.Stage.DRAFT).order_by("-number")
    return events.annotate(last_round=Subquery(published.values("number")[:1]))
