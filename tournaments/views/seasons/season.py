"""The page of a season: registration, and the tables of its divisions."""

from __future__ import annotations

from collections.abc import Collection
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db.models import Exists
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from matches.input.requests import contribution_in, see_other
from timekeeping import clock
from tournaments.kept import versions_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Division, Season, SeasonEntry
from tournaments.permissions.clubs import may_run
from tournaments.permissions.seasons import seen_divisions, shows_line_up
from tournaments.seasons import register
from tournaments.seasons.forecast import forecast
from tournaments.seasons.replacements import find_replacement, waiting_list, words
from tournaments.seasons.standings import division_standings
from tournaments.seasons.terms import facts_of
from tournaments.views.pages import part
from tournaments.withdrawals import cards

from . import offers
from .get_season import season_page
from .rated_entries import rated

Stage = Season.Stage


@require_http_methods(["GET", "HEAD", "POST"])
@season_page
def page(request: HttpRequest, season: Season) -> HttpResponse:
    if request.method != "POST":
        return _show_season(request, season)
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    try:
        done = _act(request.user, season, request.POST.get("action", ""), contribution_in(request))
    except TournamentRefused as refused:
        return _show_season(request, season, refused.message, refused.status)
    messages.success(request, done)
    return see_other(season.get_absolute_url())


def _act(player: User, season: Season, action: str, contribution: str) -> str:
    if action in (offers.TAKE, offers.DECLINE):
        return _answer_offer(player, season, action)
    if action == "register":
        register.register(season, player, contribution)
        return _("You’re registered for %(season)s.") % {"season": season.name}
    entry = season.entries.filter(player=player).first()
    if action == "contribute" and entry is not None:
        register.contribute(entry, contribution)
        return _("Saved. It counts for all your matches of the season.")
    if action != "withdraw" or entry is None:
        raise TournamentRefused(_("Choose whether to register or to withdraw."))
    register.withdraw_registration(entry, by=player)
    return _("You’ve withdrawn from %(season)s.") % {"season": season.name}


def _answer_offer(player: User, season: Season, action: str) -> str:
    made = find_replacement.open_for(season, player).first()
    if made is None:
        raise TournamentRefused(_("You no longer have an offer of a place."), status=409)
    return offers.answer(made, player, action)


def _show_season(request: HttpRequest, season: Season, refusal: str = "", status: int = HTTPStatus.OK) -> HttpResponse:
    if refusal:  # what was refused has shown a change, perhaps
        season.refresh_from_db()
    shown = seen_divisions(request.user, season) if shows_line_up(season) else []
    own = _own(request, season)
    club = season.league.club
    version = (season.changed_at, club.changed_at, *versions_of([each.event for each in shown if each.event]).values())
    key = (season.pk, *(division.pk for division in shown))
    context = {
        "club": club,
        "league": season.league,
        "season": season,
        "own": own,
        **_own_affairs(request, season),
        "why_not": _why_not(request, season, own),
        "has_divisions": bool(shown),
        "standings_part": part("leagues/_divisions.html", lambda: _divisions(season, shown), version=version, key=key),
        "forecast": forecast(season) if season.stage in register.OPEN else None,
        "terms": part("leagues/_terms.html", lambda: _terms(season), version=version, key=key),
        "may_run": may_run(request.user, club),
        "refusal": refusal,
    }
    return render(request, "leagues/season.html", context, status=status)


def _divisions(season: Season, shown: Collection[Division]) -> dict[str, Any]:
    """Return the standings of these divisions, each with the reasons why its players are in it.

    Return also those who wait, or are registered.
    """
    registered = waiting_list.still_registered(season).select_related("player", "division")
    entries = list(registered.order_by("entered_at"))
    return {
        "season": season,
        "registered": rated(season, entries),
        "divisions": [
            {
                "standings": standings,
                "entries": [entry for entry in entries if entry.division_id == standings.division.pk],
            }
            for standings in division_standings(season)
            if standings.division in shown
        ],
        "waiting": [entry for entry in entries if entry.division is None] if shows_line_up(season) else [],
    }


def _terms(season: Season) -> dict[str, Any]:
    return {"season": season, "sizes": season.divisions.order_by("level"), "facts": facts_of(season)}


def _own(request: HttpRequest, season: Season) -> SeasonEntry | None:
    if not isinstance(request.user, User):
        return None
    own = season.entries.filter(player=request.user, status=SeasonEntry.Status.REGISTERED)
    entry = own.select_related("division").first()
    if entry is not None and entry.division is None:
        return waiting_list.still_registered(season).filter(pk=entry.pk).first()
    return entry


def _why_not(request: HttpRequest, season: Season, own: SeasonEntry | None) -> str:
    """Say why the reader can't register while others can; "" if they can, or are registered."""
    if own is not None or not isinstance(request.user, User) or season.stage != Stage.REGISTRATION:
        return ""
    refused = register.why_cannot_register(season, request.user, clock.now())
    return refused.message if refused else ""


def _own_affairs(request: HttpRequest, season: Season) -> dict[str, Any]:
    """Return the place that the reader may take, and their cards that count.

    Most readers have neither, and one query says so.
    """
    if not isinstance(request.user, User):
        return {}
    offers, own_cards = find_replacement.open_for(season, request.user), cards.of_season(season)
    own_cards = own_cards.filter(player=request.user, lifted_at=None)
    has = User.objects.filter(pk=request.user.pk).values_list(Exists(offers), Exists(own_cards))
    (has_offers, has_cards), *_ = has
    made = offers.first() if has_offers and season.stage == Stage.RUNNING else None
    return {
        "offered": None if made is None else {"offer": made, "matches": words.in_words(made.vacancy)},
        "own_cards": list(own_cards) if has_cards else [],
    }
