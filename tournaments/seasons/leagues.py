"""Pages of a club's leagues: the list, and the page of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.input.paging import leaf
from matches.input.requests import MemberRequest, fields, login_keeps
from tournaments.clubs import honours
from tournaments.clubs.club_pages import head
from tournaments.models import Division, Event, Season
from tournaments.pages.get_season import club_of, league_of, run_club, run_league
from tournaments.pages.send_form import send
from tournaments.permissions.clubs import may_run
from tournaments.permissions.seasons import hidden_events, visible_seasons, with_their_seasons
from tournaments.seasons import edit

from .league_forms import LeagueForm

Stage = Season.Stage
SEASONS_ON_A_PAGE = 10
typed = fields(*LeagueForm.base_fields)


@require_safe
def league_list(request: HttpRequest, club: str) -> HttpResponse:
    found = club_of(request, club)
    context = {
        **head(request, found),
        "leagues": with_their_seasons(found, request.user),
    }
    return render(request, "leagues/list.html", context)


@require_safe
def league_page(request: HttpRequest, club: str, league: str) -> HttpResponse:
    """Show a league: what is coming, what runs, and who won past seasons."""
    found = league_of(request, club, league)
    divisions = Division.objects.select_related("event").order_by("level")
    seasons = visible_seasons(request.user, found)
    current = list(seasons.exclude(stage__in=(Stage.FINISHED, Stage.CANCELLED)))
    past = seasons.filter(stage=Stage.FINISHED).prefetch_related(Prefetch("divisions", divisions))
    page = leaf(request, past, size=SEASONS_ON_A_PAGE, what=pgettext("pages of", "past seasons"))
    page.items[:] = _won(page.items, hidden_events(request.user, page.items))
    may_organise = may_run(request.user, found.club)
    context = {
        "league": found,
        "club": found.club,
        "current": current,
        "past": page,
        "may_run": may_organise,
        "may_open": may_organise and not any(each.stage in (Stage.DRAFT, Stage.REGISTRATION) for each in current),
    }
    return render(request, "leagues/league.html", context)


def _won(seasons: list[Season], hidden: set[int]) -> list[dict[str, Any]]:
    """Return each season with the winners of its divisions, without those ``hidden`` events."""
    played = [
        (season, each)
        for season in seasons
        for each in season.divisions.all()
        if each.event and each.event.stage == Event.Stage.FINISHED and each.event.pk not in hidden
    ]
    won = honours.of_events([division.event for _, division in played if division.event])
    winners = {
        division.pk: [place for place in honour.places if place.rank == 1]
        for (_, division), honour in zip(played, won, strict=True)
    }
    return [
        {
            "season": season,
            "divisions": [(each, winners[each.pk]) for each in season.divisions.all() if each.pk in winners],
        }
        for season in seasons
    ]


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def league_new(request: MemberRequest, club: str) -> HttpResponse:
    found = run_club(request, club)

    def create(name: str, about: str) -> tuple[str, str]:
        league = edit.make_league(found, name, about, by=request.user)
        words = _("League “%(league)s” created. Set up its first season.") % {"league": league}
        return words, reverse("leagues:new_season", args=[found.slug, league.slug])

    return _page(request, {"club": found}, {}, create)


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def league_change(request: MemberRequest, club: str, league: str) -> HttpResponse:
    found = run_league(request, club, league)

    def change(name: str, about: str) -> tuple[str, str]:
        edit.change_league(found, name, about, by=request.user)
        return _("Changed."), found.get_absolute_url()

    return _page(request, {"club": found.club, "league": found}, {"name": found.name, "about": found.about}, change)


def _page(
    request: MemberRequest, context: dict[str, Any], known: dict[str, str], act: Callable[..., tuple[str, str]]
) -> HttpResponse:
    form = LeagueForm(request.POST if request.method == "POST" else None, initial=known | typed(request.GET))
    answer, refusal, status = send(request, lambda: act(**form.cleaned_data), form)
    context |= {"form": form, "refusal": refusal}
    return answer or render(request, "leagues/league_form.html", context, status=status)
