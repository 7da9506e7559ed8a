"""Permissions in a league: who sees what. Its club's owners and organisers run it (``permissions.clubs.may_run``)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from accounts.models import User
from tournaments.models import Club, Division, Event, League, Season, SeasonEntry

from .clubs import Standing, clubs_of, may_run, may_see_members, standing_of
from .events import Reader, is_for_everybody, visible_to

Stage = Season.Stage


def may_see_season(user: Reader, season: Season) -> bool:
    """Return whether the reader may see the season.

    One that isn't public is for members of the site, or only of the club, and for its players.
    """
    if is_its_organisers_alone(season):
        return may_run(user, season.league.club)
    if season.is_public:
        return True
    if not isinstance(user, User) or user.is_guest:
        return False
    if not season.club_only or may_see_members(user, season.league.club):
        return True
    return SeasonEntry.objects.filter(season=season, player=user).exists()


def is_its_organisers_alone(season: Season) -> bool:
    """Return whether only its organisers see the season: while it is set up, or if it was cancelled before opening."""
    return season.stage == Stage.DRAFT or (season.stage == Stage.CANCELLED and season.opened_at is None)


def shows_line_up(season: Season) -> bool:
    """Return whether the line-up is public."""
    return season.stage in (Stage.RUNNING, Stage.FINISHED) or season.published_at is not None


def hidden_events(user: Reader, seasons: Iterable[Season]) -> set[int]:
    """Return the ids of these seasons' events that are hidden from the reader, who sees the seasons.

    Each event has a setting of its own.
    """
    of_divisions = Event.objects.filter(division__season__in=list(seasons)).exclude(stage=Event.Stage.DRAFT)
    return set(of_divisions.exclude(pk__in=visible_to(user).values("pk")).values_list("pk", flat=True))


def seen_divisions(user: Reader, season: Season) -> list[Division]:
    """Return the divisions that are played, from the top, with their events, but without ``hidden_events``."""
    divisions = list(season.divisions.filter(event__isnull=False).select_related("event").order_by("level"))
    if all(division.event is not None and is_for_everybody(division.event) for division in divisions):
        return divisions
    hidden = hidden_events(user, [season])
    return [division for division in divisions if division.event_id not in hidden]


def visible_seasons(user: Reader, league: League) -> QuerySet[Season]:
    """Return the seasons for which ``may_see_season`` holds, the latest first."""
    return _visible(user, league.club, league.seasons.order_by("-number"))


def visible_in_club(user: Reader, club: Club, standing: Standing | None = None) -> QuerySet[Season]:
    """Return the seasons of all the club's leagues that the reader may see, the latest first.

    ``standing`` is the reader's, if known.
    """
    return _visible(user, club, Season.objects.filter(league__club=club).order_by("-number"), standing)


def _visible(user: Reader, club: Club, seasons: QuerySet[Season], standing: Standing | None = None) -> QuerySet[Season]:
    standing = standing or standing_of(user, club)
    if not standing.runs_club:
        seasons = seasons.exclude(stage=Stage.DRAFT).exclude(stage=Stage.CANCELLED, opened_at=None)
    if not isinstance(user, User) or user.is_guest:
        return seasons.filter(is_public=True)
    if not standing.is_inside:
        entered = Exists(SeasonEntry.objects.filter(season=OuterRef("pk"), player=user))
        seasons = seasons.filter(Q(is_public=True) | Q(club_only=False) | Q(entered))
    return seasons


def with_their_seasons(club: Club, reader: Reader) -> list[tuple[League, Season | None]]:
    """Return the leagues by name, each with its latest season that the reader may see.

    Few queries, however many leagues.
    """
    last = visible_in_club(reader, club).filter(league=OuterRef("pk")).values("pk")[:1]
    leagues = list(club.leagues.annotate(last_season=Subquery(last)).order_by("name"))
    latest = Season.objects.in_bulk([league.last_season for league in leagues if league.last_season])
    return [(league, latest.get(league.last_season)) for league in leagues]


def open_to(player: User, now: datetime) -> QuerySet[Season]:
    """Return the seasons that the player may register for and hasn't; those they withdrew from are left out."""
    seasons = Season.objects.filter(stage=Stage.REGISTRATION, league__club__in=clubs_of(player))
    return seasons.filter(Q(closes_at=None) | Q(closes_at__gt=now)).exclude(entries__player=player)
