"""The page of a season: registration, and the tables of its divisions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from fortify_site.accounts.models import User
from matches import clocks
from matches.views.requests import see_other
from tournaments.clubs.roles import may_run
from tournaments.leagues import making, registering
from tournaments.leagues.forecast import forecast
from tournaments.leagues.standing import Table, tables_of
from tournaments.models import Season, SeasonEntry
from tournaments.refusal import Refused
from tournaments.setting_up.terms import terms_of

from .finding import season_page

Status, Stage = SeasonEntry.Status, Season.Stage
HIDDEN_FACTS = frozenset(("name", "closes_at", "starts_at", "registration", "is_public"))


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def page(request: HttpRequest, season: Season) -> HttpResponse:
    if request.method != "POST":
        return _show(request, season)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    try:
        done = _act(request.user, season, request.POST.get("action", ""))
    except Refused as refused:
        return _show(request, season, refused.message, refused.status)
    messages.success(request, done)
    return see_other(season.get_absolute_url())


def _act(player: User, season: Season, action: str) -> str:
    if action == "register":
        registering.register(season, player)
        return _("You are registered for %(season)s.") % {"season": season.name}
    entry = season.entries.filter(player=player).first()
    if action != "withdraw" or entry is None:
        raise Refused(_("Choose whether to register or to withdraw."))
    registering.withdraw(entry, by=player)
    return _("You have withdrawn from %(season)s.") % {"season": season.name}


def _show(request: HttpRequest, season: Season, refusal: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    season.refresh_from_db()
    own = _own(request, season)
    entries = list(
        season.entries.filter(status=Status.REGISTERED).select_related("player", "division").order_by("entered_at")
    )
    is_published = season.stage in (Stage.RUNNING, Stage.FINISHED) or season.published_at is not None
    context = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "own": own,
        "why_not": _why_not(request, season, own),
        "registered": entries,
        "divisions": _divisions(tables_of(season), entries) if is_published else [],
        "waiting": [entry for entry in entries if entry.division is None] if is_published else [],
        "sizes": list(season.divisions.order_by("level")),
        "forecast": forecast(season) if season.stage in registering.OPEN else None,
        "facts": [fact for fact in terms_of(making.as_event(season)) if not fact.fields & HIDDEN_FACTS],
        "may_run": may_run(request.user, season.league.club),
        "refusal": refusal,
    }
    return render(request, "leagues/season.html", context, status=status)


def _divisions(tables: list[Table], entries: list[SeasonEntry]) -> list[dict[str, Any]]:
    """Each table with why its players are in the division."""
    return [
        {
            "table": table,
            "entries": [entry for entry in entries if entry.division_id == table.division.pk],
        }
        for table in tables
    ]


def _own(request: HttpRequest, season: Season) -> SeasonEntry | None:
    if not isinstance(request.user, User):
        return None
    return season.entries.filter(player=request.user, status=Status.REGISTERED).select_related("division").first()


def _why_not(request: HttpRequest, season: Season, own: SeasonEntry | None) -> str:
    """Why the reader cannot register, where they are not registered; "" where they can."""
    if own is not None or not isinstance(request.user, User):
        return ""
    refused = registering.why_not(season, request.user, clocks.now())
    return refused.message if refused else ""
