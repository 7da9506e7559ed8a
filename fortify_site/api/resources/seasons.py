"""Leagues of a club, their seasons, and who plays in these."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import F
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Field, Router, Schema

from fortify_site.api.auth import ERRORS, OPEN, Limit, Offset, SeasonNumber, Slug, reader
from tournaments.entries.replacements.waiting_list import still_registered
from tournaments.models import Division, League, Season, SeasonEntry
from tournaments.permissions.seasons import may_see_season, shows_line_up, visible_seasons
from tournaments.seasons.terms import facts_of

from .pagination import LIMIT, paged, seen_club
from .schemas import Page, Player

router = Router(tags=["leagues"])
LEAGUE = "/{slug}/leagues/{league}"
SEASON = LEAGUE + "/seasons/{season}"


class LeagueOut(Schema):
    slug: str
    name: str
    club: str = Field(description="The slug of its club.")
    url: str
    about: str


class SeasonOut(Schema):
    number: int
    name: str
    league: str = Field(description="The slug of its league.")
    club: str = Field(description="The slug of its club.")
    url: str
    stage: str = Field(description="draft, registration, running, finished or cancelled")
    format: str = Field(description="How a division is played: swiss or round_robin.")
    game: str
    is_public: bool
    club_only: bool
    closes_at: datetime | None = Field(description="When registration closes automatically.")
    starts_at: datetime | None
    ends_at: datetime | None = Field(description="No round begins after this.")
    published_at: datetime | None = Field(description="When the line-up was published.")
    ended_at: datetime | None
    changed_at: datetime


class DivisionOut(Schema):
    """``level`` counts from 1, the top. Its table, rounds and matches are those of its event."""

    level: int
    name: str
    size: int
    event: int | None = Field(description="Its event, once the line-up is published.")


class SettingOut(Schema):
    name: str
    value: str


class SeasonDetail(SeasonOut):
    """The settings of the season: numbers for programs, ``settings`` as its page shows them to people."""

    up: int = Field(description="How many are promoted from each division.")
    down: int = Field(description="How many are relegated.")
    vacancies: str = Field(description="Who gets a free place: next_best, spare or open.")
    newcomers: str = Field(description="Where they start: bottom or rating.")
    keeps: int = Field(description="How many seasons a player may miss and keep their division.")
    at_end: str = Field(description="What happens to unfinished matches: settle, extend, draw or annul.")
    more_days: int = Field(description="How many more days they get if extended.")
    rated: bool
    registered: int = Field(description="How many players are registered.")
    settings: list[SettingOut]
    divisions: list[DivisionOut]


class SeasonPlayer(Schema):
    """A registered player. Divisions are set when the line-up is published."""

    player: Player
    division: int | None = Field(description="The player’s division, by level; empty on the waiting list.")
    why: str = Field(description="Why they are there.")


@router.get("/{slug}/leagues", response={200: Page[LeagueOut], **ERRORS}, openapi_extra=OPEN)
def list_leagues(request: HttpRequest, slug: Slug, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The leagues of a club, by name."""
    rows = seen_club(request, slug).leagues.select_related("club").order_by("name", "pk")
    return paged(request, rows, limit, offset, lambda rows: map(_league, rows))


@router.get(LEAGUE, response={200: LeagueOut, **ERRORS}, openapi_extra=OPEN)
def read_league(request: HttpRequest, slug: Slug, league: Slug) -> Any:
    """A league."""
    return _league(_found(request, slug, league))


@router.get(LEAGUE + "/seasons", response={200: Page[SeasonOut], **ERRORS}, openapi_extra=OPEN)
def list_seasons(request: HttpRequest, slug: Slug, league: Slug, limit: Limit = LIMIT, offset: Offset = 0) -> Any:
    """The seasons of a league, newest first."""
    rows = visible_seasons(reader(request), _found(request, slug, league)).select_related("league__club")
    return paged(request, rows, limit, offset, lambda rows: [SeasonOut(**_season(each)) for each in rows])


@router.get(SEASON, response={200: SeasonDetail, **ERRORS}, openapi_extra=OPEN)
def read_season(request: HttpRequest, slug: Slug, league: Slug, season: SeasonNumber) -> Any:
    """A season: its dates, settings, and divisions with their events."""
    return season_detail(_seen(request, slug, league, season))


@router.get(SEASON + "/players", response={200: Page[SeasonPlayer], **ERRORS}, openapi_extra=OPEN)
def list_season_players(
    request: HttpRequest, slug: Slug, league: Slug, season: SeasonNumber, limit: Limit = LIMIT, offset: Offset = 0
) -> Any:
    """The registered players and, once the line-up is published, their division and why; the waiting list comes
    last."""
    found = _seen(request, slug, league, season)
    rows = still_registered(found).select_related("player", "division")
    if shows_line_up(found):
        rows = rows.order_by(F("division__level").asc(nulls_last=True), "entered_at", "pk")
        return paged(request, rows, limit, offset, lambda rows: map(_placed, rows))
    return paged(request, rows.order_by("entered_at", "pk"), limit, offset, lambda rows: map(_registered, rows))


def season_detail(season: Season) -> SeasonDetail:
    fields = ("up", "down", "vacancies", "newcomers", "keeps", "at_end", "more_days", "rated")
    return SeasonDetail(
        **_season(season),
        **{name: getattr(season, name) for name in fields},
        registered=still_registered(season).count(),
        settings=[SettingOut(name=fact.label, value=fact.words) for fact in facts_of(season)],
        divisions=[_division(each) for each in season.divisions.order_by("level")],
    )


def _found(request: HttpRequest, slug: str, league: str) -> League:
    return get_object_or_404(seen_club(request, slug).leagues.select_related("club"), slug=league)


def _seen(request: HttpRequest, slug: str, league: str, number: int) -> Season:
    seasons = Season.objects.select_related("league__club", "vacation_pool")
    season = get_object_or_404(seasons, league__club__slug=slug, league__slug=league, number=number)
    if not may_see_season(reader(request), season):
        raise Http404
    return season


def _league(league: League) -> LeagueOut:
    return LeagueOut(
        slug=league.slug,
        name=league.name,
        club=league.club.slug,
        url=settings.SITE_URL + league.get_absolute_url(),
        about=league.about,
    )


def _season(season: Season) -> dict[str, Any]:
    fields = (
        "number", "name", "stage", "format", "is_public", "club_only", "closes_at", "starts_at", "ends_at",
        "published_at", "ended_at", "changed_at",
    )  # fmt: skip
    return {
        "league": season.league.slug,
        "club": season.league.club.slug,
        "url": settings.SITE_URL + season.get_absolute_url(),
        "game": season.game_slug,
        **{name: getattr(season, name) for name in fields},
    }


def _division(division: Division) -> DivisionOut:
    return DivisionOut(level=division.level, name=division.name, size=division.size, event=division.event_id)


def _registered(entry: SeasonEntry) -> SeasonPlayer:
    return SeasonPlayer(player=_player(entry), division=None, why="")


def _placed(entry: SeasonEntry) -> SeasonPlayer:
    level = entry.division.level if entry.division else None
    return SeasonPlayer(player=_player(entry), division=level, why=entry.words)


def _player(entry: SeasonEntry) -> Player:
    return Player(id=entry.player_id, name=entry.shown_name)
