"""The league or season that an address names, for those who may see or run it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from matches.input.requests import MemberRequest
from tournaments.models import Club, League, Season
from tournaments.pages.page_with_buttons import PageWithButtons
from tournaments.permissions.clubs import may_run, may_see_club
from tournaments.permissions.seasons import may_see_season

from . import get_club


def club_of(request: HttpRequest, club: str) -> Club:
    return get_club.seen(request, club)


def league_of(request: HttpRequest, club: str, league: str) -> League:
    """Return the league, if the reader may see its club."""
    found = get_object_or_404(League.objects.select_related("club"), club__slug=club, slug=league)
    if not may_see_club(request.user, found.club):
        raise Http404
    return found


def run_club(request: MemberRequest, club: str) -> Club:
    """Return the club for its owners and organisers."""
    found = club_of(request, club)
    _refuse_others(request, found)
    return found


def run_league(request: MemberRequest, club: str, league: str) -> League:
    found = league_of(request, club, league)
    _refuse_others(request, found.club)
    return found


def run_season(request: MemberRequest, club: str, league: str, number: int) -> Season:
    """Return the season for its organisers. Others get 403, or 404 if they may not even see it."""
    found = get_object_or_404(_seasons(club, league, number))
    if not may_run(request.user, found.league.club) and not may_see_season(request.user, found):
        raise Http404
    _refuse_others(request, found.league.club)
    return found


class SeasonPage(PageWithButtons):
    """A page for a season's organisers."""

    season: Season

    def find(self) -> None:
        self.season = run_season(self.request, **self.kwargs)


def seen_season(request: HttpRequest, club: str, league: str, number: int) -> Season:
    """Return the season for readers who may see it, else 404."""
    found = get_object_or_404(_seasons(club, league, number))
    if not may_see_season(request.user, found):
        raise Http404
    return found


def _seasons(club: str, league: str, number: int) -> QuerySet[Season]:
    seasons = Season.objects.select_related("league__club", "vacation_pool")
    return seasons.filter(league__club__slug=club, league__slug=league, number=number)


def _refuse_others(request: MemberRequest, club: Club) -> None:
    if not may_run(request.user, club):
        raise PermissionDenied(_("Only the club’s owners and organisers can do that."))
