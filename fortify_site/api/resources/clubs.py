"""Clubs, as everyone sees them: who runs them, their news, and who won what. Only members see the list of members."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from annotated_types import Interval
from django.conf import settings
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest
from ninja import Field, Router, Schema

from fortify_site.api.auth import ERRORS, OPEN, Limit, Offset, Slug, reader
from tournaments.clubs import honours
from tournaments.clubs.honours import Honour, HonoursPlace
from tournaments.models import ClubNews
from tournaments.permissions import clubs
from tournaments.permissions.events import visible_to

from .pagination import LIMIT, paged, seen_club
from .schemas import Page, Player

router = Router(tags=["clubs"])
HONOURS = 20  # a whole table may have to be worked out for each
HonoursLimit = Annotated[int, Interval(ge=1, le=HONOURS)]


class ClubOut(Schema):
    slug: str
    name: str
    url: str = Field(description="Its page on this site.")
    about: str
    joining: str = Field(description="open, request or invitation")
    events: int = Field(description="How many of its events you may see.")


class ClubDetail(ClubOut):
    members: int = Field(description="Only the number: the list is for members.")
    organisers: list[Player] = Field(description="The people who run it: owners, then organisers.")


class NewsOut(Schema):
    """A message from the organisers to the members."""

    id: int
    at: datetime
    by: Player | None
    subject: str
    text: str


class WonPlace(Schema):
    rank: int
    player: Player = Field(description="The winner; for a team its captain, with the team’s name.")
    members: list[Player] = Field(description="The members of a team, captain first.")


class HonourOut(Schema):
    """The first three of a finished event or season; more if they share a place."""

    title: str
    group: str = Field(description="The name of the league, or empty.")
    url: str
    event: int = Field(description="The event that was won; for a season, that of the division.")
    ended_at: datetime | None
    places: list[WonPlace]


@router.get("", response={200: Page[ClubOut], **ERRORS}, openapi_extra=OPEN)
def list_clubs(request: HttpRequest, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The clubs of this site, by name. A club’s events are listed under “events”, with the parameter “club”."""
    rows = _clubs(request).order_by("name", "pk")
    return paged(request, rows, limit, offset, lambda rows: [ClubOut(**_club(each)) for each in rows])


@router.get("/{slug}", response={200: ClubDetail, **ERRORS}, openapi_extra=OPEN)
def read_club(request: HttpRequest, slug: Slug) -> Any:
    """A club, and who runs it."""
    club = _clubs(request).filter(slug=slug).first()
    if club is None:
        raise Http404
    return ClubDetail(
        **_club(club),
        members=clubs.members_of(club).count(),
        organisers=[Player(id=each.player_id, name=each.shown_name) for each in clubs.running(club)],
    )


@router.get("/{slug}/news", response={200: Page[NewsOut], **ERRORS}, openapi_extra=OPEN)
def list_news(request: HttpRequest, slug: Slug, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The organisers’ messages to the members, newest first."""
    rows = seen_club(request, slug).news.select_related("by").order_by("-at", "-pk")
    return paged(request, rows, limit, offset, lambda rows: map(_news, rows))


@router.get("/{slug}/honours", response={200: Page[HonourOut], **ERRORS}, openapi_extra=OPEN)
def list_honours(request: HttpRequest, slug: Slug, limit: HonoursLimit = HONOURS, offset: Offset = 0) -> Any:
    """The honours board: seasons of its leagues, then other events, each newest first."""
    board: Any = honours.of_all(seen_club(request, slug), reader(request))
    return paged(request, board, limit, offset, lambda rows: map(_honour, rows), count=len(board))


def _clubs(request: HttpRequest) -> QuerySet[Any]:
    events = visible_to(reader(request)).filter(club=OuterRef("pk")).order_by().values("club")
    return clubs.known_to(reader(request)).annotate(
        seen_events=Coalesce(Subquery(events.annotate(n=Count("pk")).values("n")), 0)
    )


def _club(club: Any) -> dict[str, Any]:
    return {
        "slug": club.slug,
        "name": club.name,
        "url": settings.SITE_URL + club.get_absolute_url(),
        "about": club.about,
        "joining": club.joining,
        "events": club.seen_events,
    }


def _news(news: ClubNews) -> NewsOut:
    by = Player(id=news.by.pk, name=news.by.display_name) if news.by else None
    return NewsOut(id=news.pk, at=news.at, by=by, subject=news.subject, text=news.text)


def _honour(honour: Honour) -> HonourOut:
    return HonourOut(
        title=honour.title,
        group=honour.group,
        url=settings.SITE_URL + honour.url,
        event=honour.event_id,
        ended_at=honour.ended_at,
        places=[_place(each) for each in honour.places],
    )


def _place(place: HonoursPlace) -> WonPlace:
    members = [Player(id=each.player_id, name=each.name) for each in place.members]
    return WonPlace(rank=place.rank, player=Player(id=place.player_id, name=place.name), members=members)
