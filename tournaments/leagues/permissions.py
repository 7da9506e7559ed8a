"""Who sees what of a league. Its club's owners and organisers run it (``tournaments.clubs.roles.may_run``)."""

from __future__ import annotations

from django.db.models import QuerySet

from fortify_site.accounts.models import User
from tournaments.clubs.roles import may_run
from tournaments.models import League, Season
from tournaments.permissions import Reader

Stage = Season.Stage


def may_see(user: Reader, season: Season) -> bool:
    """One that is being set up is its organisers' alone; what is not public is for members of the site."""
    if season.stage == Stage.DRAFT:
        return may_run(user, season.league.club)
    return season.is_public or (isinstance(user, User) and not user.is_guest)


def visible_seasons(user: Reader, league: League) -> QuerySet[Season]:
    """What ``may_see`` is true of, the latest first."""
    seasons = league.seasons.order_by("-number")
    if not may_run(user, league.club):
        seasons = seasons.exclude(stage=Stage.DRAFT)
    if not isinstance(user, User) or user.is_guest:
        seasons = seasons.filter(is_public=True)
    return seasons
