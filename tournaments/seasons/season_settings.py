"""The page on which a season is made, or its settings changed."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.games import contests
from matches.input.requests import MemberRequest, login_keeps, see_other
from matches.offers.new_offer import start_view
from tournaments.models import League, Season
from tournaments.pages.get_season import run_league, run_season
from tournaments.pages.send_form import send
from tournaments.pages.settings_form import OPEN, filled_in, game_asked_for
from tournaments.seasons import edit

from .season_form import SeasonForm, field_names


def typed(posted: QueryDict) -> dict[str, str]:
    """Return what was filled in, for ``login_keeps``."""
    known = field_names() | {"game"}
    return filled_in(posted, SeasonForm, lambda name: name in known or name.startswith("option_"))


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: MemberRequest, club: str, league: str) -> HttpResponse:
    """Make a season with the settings of the league's last one, if any."""
    found = run_league(request, club, league)
    last = edit.last_of(found)
    rules = game_asked_for(request, last.game_slug if last else "")
    like = last if last and last.game_slug == rules.slug else None
    form = SeasonForm(rules, **_sent(request), league=found, by=request.user, like=like)
    answer, _refusal, status = send(request, partial(_make, request, found, form), form)
    return answer or _show_season_settings(request, found, form, status=status)


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if season.stage not in (Season.Stage.DRAFT, Season.Stage.REGISTRATION):
        messages.info(request, _("The season’s settings are fixed now that the line-up is published."))
        return see_other(_manage(season))
    form = SeasonForm(season.game, **_sent(request), league=season.league, by=request.user, season=season)

    def change() -> tuple[str, str]:
        edit.change_season(season, form.plan(), by=request.user)
        return _("Season settings saved."), _manage(season)

    answer, _refusal, status = send(request, change, form)
    return answer or _show_season_settings(request, season.league, form, season, status=status)


def _sent(request: MemberRequest) -> dict[str, Any]:
    """Return the form's data, or what it begins with: what was filled in before a login."""
    if request.method == "POST":
        return {"data": request.POST}
    return {"initial": {name: text for name, text in typed(request.GET).items() if name in request.GET}}


def _make(request: MemberRequest, league: League, form: SeasonForm) -> tuple[str, str]:
    """Make the season; the button may open it, too, or else it isn't made."""
    words = _("“%(season)s” is set up. Only the club’s organisers can see it until you open registration.")
    with transaction.atomic():
        season = edit.make_season(league, form.game.slug, form.plan(), by=request.user)
        if request.POST.get("action") == OPEN:
            season = edit.open_registration(season, by=request.user)
            words = _("“%(season)s” is set up and open for registration.")
    return words % {"season": season}, _manage(season)


def _manage(season: Season) -> str:
    league = season.league
    return reverse("leagues:manage", args=[league.club.slug, league.slug, season.number])


def _show_season_settings(
    request: MemberRequest, league: League, form: SeasonForm, season: Season | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": league.club,
        "league": league,
        "season": season,
        "form": form,
        "game": form.game,
        "games": contests(),
        "view": start_view(form.game, form.options_so_far()),
        "zone": request.user.time_zone,
    }
    return render(request, "leagues/season_form.html", context, status=status)
