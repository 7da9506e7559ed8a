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

from accounts.models import User
from jobs import clock
from matches.views.requests import see_other
from tournaments.gate.refused import Refused
from tournaments.models import Card, Season, SeasonEntry
from tournaments.permissions.clubs import may_run
from tournaments.permissions.seasons import hidden_events, shows_line_up
from tournaments.seasons import register
from tournaments.seasons.forecast import forecast
from tournaments.seasons.replacements import find_replacement, waiting_list, words
from tournaments.seasons.standings import DivisionStandings, tables_of
from tournaments.seasons.terms import facts_of
from tournaments.withdrawals import cards

from . import offers
from .get_season import season_page

Stage = Season.Stage


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
    if action in (offers.TAKE, offers.DECLINE):
        return _answer_offer(player, season, action)
    if action == "register":
        register.register(season, player)
        return _("You’re registered for %(season)s.") % {"season": season.name}
    entry = season.entries.filter(player=player).first()
    if action != "withdraw" or entry is None:
        raise Refused(_("Choose whether to register or to withdraw."))
    register.withdraw(entry, by=player)
    return _("You’ve withdrawn from %(season)s.") % {"season": season.name}


def _answer_offer(player: User, season: Season, action: str) -> str:
    made = find_replacement.open_for(season, player).first()
    if made is None:
        raise Refused(_("You no longer have an offer of a place."), status=409)
    return offers.answer(made, player, action)


def _show(request: HttpRequest, season: Season, refusal: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    season.refresh_from_db()
    registered = waiting_list.still_registered(season).select_related("player", "division")
    entries = list(registered.order_by("entered_at"))
    own = _own(request, entries)
    is_published = shows_line_up(season)
    context = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "own": own,
        "offered": _offered(request, season),
        "own_cards": _own_cards(request, season),
        "why_not": _why_not(request, season, own),
        "registered": entries,
        "divisions": _divisions(_seen_tables(request, season), entries) if is_published else [],
        "waiting": [entry for entry in entries if entry.division is None] if is_published else [],
        "sizes": list(season.divisions.order_by("level")),
        "forecast": forecast(season) if season.stage in register.OPEN else None,
        "facts": facts_of(season),
        "may_run": may_run(request.user, season.league.club),
        "refusal": refusal,
    }
    return render(request, "leagues/season.html", context, status=status)


def _seen_tables(request: HttpRequest, season: Season) -> list[DivisionStandings]:
    """Those of divisions whose events the reader may see, too."""
    hidden = hidden_events(request.user, [season])
    return [table for table in tables_of(season) if table.division.event_id not in hidden]


def _divisions(tables: list[DivisionStandings], entries: list[SeasonEntry]) -> list[dict[str, Any]]:
    """Each table with why its players are in the division."""
    return [
        {
            "table": table,
            "entries": [entry for entry in entries if entry.division_id == table.division.pk],
        }
        for table in tables
    ]


def _own(request: HttpRequest, entries: list[SeasonEntry]) -> SeasonEntry | None:
    if not isinstance(request.user, User):
        return None
    return next((entry for entry in entries if entry.player_id == request.user.pk), None)


def _why_not(request: HttpRequest, season: Season, own: SeasonEntry | None) -> str:
    """Why the reader cannot register, where they are not registered; "" where they can."""
    if own is not None or not isinstance(request.user, User):
        return ""
    refused = register.why_not(season, request.user, clock.now())
    return refused.message if refused else ""


def _offered(request: HttpRequest, season: Season) -> dict[str, Any] | None:
    """The place that the reader may take."""
    if not isinstance(request.user, User) or season.stage != Stage.RUNNING:
        return None
    made = find_replacement.open_for(season, request.user).first()
    return None if made is None else {"offer": made, "matches": words.in_words(made.vacancy)}


def _own_cards(request: HttpRequest, season: Season) -> list[Card]:
    if not isinstance(request.user, User):
        return []
    return list(cards.of_season(season).filter(player=request.user, lifted_at=None))
