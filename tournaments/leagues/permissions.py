"""Who sees what of a league. Its club's owners and organisers run it (``tournaments.clubs.roles.may_run``)."""

from __future__ import annotations

from django.db.models import QuerySet

from fortify_site.accounts.models import User
from tournaments.clubs.roles import may_run
from tournaments.models import Club, League, Season
from tournaments.permissions import Reader

Stage = Season.Stage


def may_see(user: Reader, season: Season) -> bool:
    """What is not public is for members of the site."""
    if is_its_organisers_alone(season):
        return may_run(user, season.league.club)
    return season.is_public or (isinstance(user, User) and not user.is_guest)


def is_its_organisers_alone(season: Season) -> bool:
    """One that is being set up, or was called off before it was opened."""
    return season.stage == Stage.DRAFT or (season.stage == Stage.CANCELLED and season.opened_at is None)


def shows_line_up(season: Season) -> bool:
    """Whether who is in which division is told."""
    return season.stage in (Stage.RUNNING, Stage.FINISHED) or season.published_at is not None


def visible_seasons(user: Reader, league: League) -> QuerySet[Season]:
    """What ``may_see`` is true of, the latest first."""
    return _visible(user, league.club, league.seasons.order_by("-number"))


def visible_in_club(user: Reader, club: Club) -> QuerySet[Season]:
    """As ``visible_seasons``, of all its leagues."""
    return _visible(user, club, Season.objects.filter(league__club=club).order_by("-number"))


def _visible(user: Reader, club: Club, seasons: QuerySet[Season]) -> QuerySet[Season]:
    if not may_run(user, club):
        seasons = seasons.exclude(stage=Stage.DRAFT).exclude(stage=Stage.CANCELLED, opened_at=None)
    if not isinstance(user, User) or user.is_guest:
        seasons = seasons.filter(is_public=True)
    return seasons
