"""Events: entries, rounds, tables."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any, Literal

from django.conf import settings
from django.db.models import Q
from django.http import Http404, HttpRequest
from ninja import Field, Router, Schema

from fortify_site.api.auth import ERRORS, OPEN, After, Id, Limit, Offset, RoundNumber, Slug, reader
from tournaments.entries.seeding import with_known_ratings
from tournaments.models import Division, Entry, Event, Round
from tournaments.permissions.events import visible_to
from tournaments.permissions.seasons import may_see_season
from tournaments.standings.standings import standings_of
from tournaments.standings.tie_breaks import tie_breaks_of

from .pagination import LIMIT, of_event, paged, seen_event
from .pairings import PairingOut, pairings_of
from .schemas import Page, Player
from .standings import Bracket, Crosstable, Standings, bracket_of, crosstable_of, standings_out

router = Router(tags=["events"])
Stage = Literal["registration", "running", "finished", "cancelled"]


class DivisionRef(Schema):
    """The season to which an event belongs as a division."""

    club: str
    league: str
    season: int
    level: int


class EventOut(Schema):
    id: int
    name: str
    url: str = Field(description="Its page on this site.")
    stage: str = Field(description="draft, registration, running, finished or cancelled")
    format: str = Field(description="swiss, round_robin or cup")
    game: str
    club: str | None = Field(description="The slug of the club that runs it.")
    rounds: int
    is_public: bool
    club_only: bool
    rated: bool
    starts_at: datetime | None
    begun_at: datetime | None
    ends_at: datetime | None = Field(description="No round begins after this.")
    ended_at: datetime | None
    changed_at: datetime


class EventDetail(EventOut):
    description: str
    terms: str = Field(description="The game’s options in words.")
    tie_breaks: list[str]
    players: int = Field(description="How many have entered.")
    organisers: list[str]
    division: DivisionRef | None = Field(description="The division, if it is one of a season.")


class EntryOut(Schema):
    id: int
    number: int | None = Field(description="The pairing number, once the event has begun.")
    player: Player
    rating: int | None = Field(description="The rating used for seeding; null: unrated.")
    status: str = Field(description="entered, withdrawn or refused")


class RoundOut(Schema):
    number: int
    name: str = Field(description="In a cup the name, such as “Semifinals”; otherwise empty.")
    stage: str = Field(description="running or closed")
    published_at: datetime | None
    due_at: datetime | None
    closed_at: datetime | None


class RoundDetail(RoundOut):
    pairings: list[PairingOut]


@router.get("", response={200: Page[EventOut], **ERRORS}, openapi_extra=OPEN)
def list_events(
    request: HttpRequest,
    stage: Stage | None = None,
    game: Slug | None = None,
    club: Slug | None = None,
    limit: Limit = LIMIT,
    offset: Offset = 0,
) -> Any:
    """The events you may see, newest first."""
    events = visible_to(reader(request)).select_related("club").order_by("-pk")
    wanted = {"stage": stage, "game_slug": game, "club__slug": club}
    events = events.filter(**{name: value for name, value in wanted.items() if value is not None})
    return paged(request, events, limit, offset, lambda rows: [EventOut(**event_out(event)) for event in rows])


@router.get("/{event}", response={200: EventDetail, **ERRORS}, openapi_extra=OPEN)
def read_event(request: HttpRequest, event: Id) -> Any:
    """An event with its settings."""
    found = seen_event(request, event)
    return of_event(request, found, lambda: _detail(request, found))


@router.get("/{event}/entries", response={200: Page[EntryOut], **ERRORS}, openapi_extra=OPEN)
def list_entries(request: HttpRequest, event: Id, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The players in an event, by number, without those who left before it began."""
    found = seen_event(request, event)
    shown = found.entries.filter(Q(status=Entry.Status.ENTERED) | Q(number__isnull=False))
    rows = shown.select_related("player").order_by("number", "entered_at", "pk")
    return of_event(request, found, lambda: paged(request, rows, limit, offset, partial(_entries, found)))


@router.get("/{event}/rounds", response={200: Page[RoundOut], **ERRORS}, openapi_extra=OPEN)
def list_rounds(request: HttpRequest, event: Id, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The published rounds of an event."""
    found = seen_event(request, event)
    rows = _published(found).order_by("number").defer("proposed")
    return of_event(
        request,
        found,
        lambda: paged(request, rows, limit, offset, lambda rows: [RoundOut(**_round(found, each)) for each in rows]),
    )


@router.get("/{event}/rounds/{number}", response={200: RoundDetail, **ERRORS}, openapi_extra=OPEN)
def read_round(request: HttpRequest, event: Id, number: RoundNumber) -> Any:
    """A round with its pairings and results."""
    found = seen_event(request, event)
    round = _published(found).filter(number=number).first()
    if round is None:
        raise Http404
    return of_event(
        request,
        found,
        lambda: RoundDetail(**_round(found, round), pairings=pairings_of(found, round)),
    )


@router.get("/{event}/standings", response={200: Standings, **ERRORS}, openapi_extra=OPEN)
def read_standings(request: HttpRequest, event: Id, after: After | None = None) -> Any:
    """The standings with every tie-break; “after” counts only the rounds up to that one."""
    found = seen_event(request, event)
    return of_event(request, found, lambda: standings_out(found, standings_of(found, after)))


@router.get("/{event}/crosstable", response={200: Crosstable, **ERRORS}, openapi_extra=OPEN)
def read_crosstable(request: HttpRequest, event: Id, after: After | None = None) -> Any:
    """The crosstable: who met whom, in the order of the standings."""
    found = seen_event(request, event)
    return of_event(request, found, lambda: crosstable_of(standings_of(found, after)))


@router.get("/{event}/bracket", response={200: Bracket, **ERRORS}, openapi_extra=OPEN)
def read_bracket(request: HttpRequest, event: Id) -> Any:
    """The bracket of a cup, with who advances and what decided it. Other events have none."""
    found = seen_event(request, event)
    return of_event(request, found, lambda: bracket_of(found))


def event_out(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "url": settings.SITE_URL + event.get_absolute_url(),
        "stage": event.stage,
        "format": event.format,
        "game": event.game_slug,
        "club": event.club.slug if event.club and not event.club.members_only else None,
        "rounds": event.rounds,
        "is_public": event.is_public,
        "club_only": event.club_only,
        "rated": event.rated,
        "starts_at": event.starts_at,
        "begun_at": event.begun_at,
        "ends_at": event.ends_at,
        "ended_at": event.ended_at,
        "changed_at": event.changed_at,
    }


def _detail(request: HttpRequest, event: Event) -> EventDetail:
    return EventDetail(
        **event_out(event),
        description=event.description,
        terms=event.game.describe_options(event.options),
        tie_breaks=[each.code for each in tie_breaks_of(event)],
        players=event.entries.filter(status=Entry.Status.ENTERED).count(),
        organisers=list(event.organisers.order_by("display_name").values_list("display_name", flat=True)),
        division=_division(request, event),
    )


def _division(request: HttpRequest, event: Event) -> DivisionRef | None:
    found = Division.objects.filter(event=event).select_related("season__league__club").first()
    if found is None or not may_see_season(reader(request), found.season):
        return None
    season, league = found.season, found.season.league
    return DivisionRef(club=league.club.slug, league=league.slug, season=season.number, level=found.level)


def _entries(event: Event, entries: Iterable[Entry]) -> list[EntryOut]:
    listed = list(entries)
    with_known_ratings(event, listed)
    return [_entry(entry) for entry in listed]


def _entry(entry: Entry) -> EntryOut:
    return EntryOut(
        id=entry.pk,
        number=entry.number,
        player=Player(id=entry.player_id, name=entry.shown_name),
        rating=entry.rating or None,
        status=entry.status,
    )


def _published(event: Event) -> Any:
    return event.round_set.exclude(stage=Round.Stage.DRAFT)


def _round(event: Event, round: Round) -> dict[str, Any]:
    fields = ("number", "stage", "published_at", "due_at", "closed_at")
    name = event.rules.round_name(event, round.number)
    return {"name": name, **{field: getattr(round, field) for field in fields}}
