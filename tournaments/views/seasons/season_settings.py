"""The page on which a season is made, or its settings changed."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.game import Game
from engine.games import contests, game
from matches.input.requests import MemberRequest, login_keeps, see_other
from matches.offers.new_offer import start_view
from tournaments.forms.season import SeasonForm, field_names
from tournaments.locking.refused import TournamentRefused
from tournaments.models import League, Season
from tournaments.seasons import edit

from .get_season import run_league, run_season

OPEN = "open"  # what the button posts that sets the season up and opens it


def typed(posted: QueryDict) -> dict[str, str]:
    """Return what was filled in, the longest last, for ``login_keeps``.

    Browsers don't send boxes that weren't ticked.
    """
    unticked = [name for name, field in SeasonForm.base_fields.items() if isinstance(field, forms.BooleanField)]
    filled_in = dict.fromkeys(unticked, "") | posted.dict()
    known = field_names() | {"game"}
    kept = {name: str(text) for name, text in filled_in.items() if name in known or name.startswith("option_")}
    return dict(sorted(kept.items(), key=lambda item: len(item[1])))


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def season_new(request: MemberRequest, club: str, league: str) -> HttpResponse:
    """Make a season with the settings of the league's last one, if any."""
    found = run_league(request, club, league)
    like = edit.last_of(found)
    rules = _game_asked_for(request, like)
    like = like if like and like.game_slug == rules.slug else None
    if request.method != "POST":
        known = {name: text for name, text in typed(request.GET).items() if name in request.GET}
        return _show_season_settings(
            request, found, SeasonForm(rules, league=found, by=request.user, like=like, initial=known)
        )
    form = SeasonForm(rules, request.POST, league=found, by=request.user, like=like)
    is_opened = request.POST.get("action") == OPEN
    season = _made(request, found, form, is_opened=is_opened) if form.is_valid() else None
    if season is None:
        return _show_season_settings(request, found, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    words = _("“%(season)s” is set up. Only the club’s organisers can see it until you open registration.")
    if is_opened:
        words = _("“%(season)s” is set up and open for registration.")
    messages.success(request, words % {"season": season})
    return see_other(_manage(season))


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if season.stage not in (Season.Stage.DRAFT, Season.Stage.REGISTRATION):
        messages.info(request, _("The season’s settings are fixed now that the line-up is published."))
        return see_other(_manage(season))
    if request.method != "POST":
        known = {name: text for name, text in typed(request.GET).items() if name in request.GET}
        form = SeasonForm(season.game, league=season.league, by=request.user, season=season, initial=known)
        return _show_season_settings(request, season.league, form, season)
    form = SeasonForm(season.game, request.POST, league=season.league, by=request.user, season=season)
    if not form.is_valid() or not _changed(request, season, form):
        return _show_season_settings(request, season.league, form, season, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("Season settings saved."))
    return see_other(_manage(season))


def _game_asked_for(request: MemberRequest, like: Season | None) -> Game:
    slug = request.POST.get("game") or request.GET.get("game") or (like.game_slug if like else "")
    try:
        return game(slug) if slug else contests()[0]
    except LookupError:
        raise Http404 from None


def _made(request: MemberRequest, league: League, form: SeasonForm, *, is_opened: bool) -> Season | None:
    try:
        with transaction.atomic():
            season = edit.make_season(league, form.game.slug, form.plan(), by=request.user)
            return edit.open_registration(season, by=request.user) if is_opened else season
    except TournamentRefused as refused:
        form.blame(refused.field, refused.message)
        return None


def _changed(request: MemberRequest, season: Season, form: SeasonForm) -> bool:
    try:
        edit.change_season(season, form.plan(), by=request.user)
    except TournamentRefused as refused:
        form.blame(refused.field, refused.message)
        return False
    return True


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
