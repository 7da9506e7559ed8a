"""The page of a season: registration, and the tables of its divisions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from django.db.models import Exists
from django.http import HttpRequest
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from matches.input.requests import contribution_in, login_where_hidden
from timekeeping import clock
from tournaments.entries.replacements import find_replacement, waiting_list, words
from tournaments.entries.withdrawals import cards
from tournaments.locking.kept import versions_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Division, Season, SeasonEntry
from tournaments.pages.get_season import seen_season
from tournaments.pages.kept_pages import part
from tournaments.pages.page_with_buttons import Act, PageWithButtons
from tournaments.permissions.clubs import may_run
from tournaments.permissions.seasons import seen_divisions, shows_line_up
from tournaments.seasons import register
from tournaments.seasons.forecast import forecast
from tournaments.seasons.standings import division_standings
from tournaments.seasons.terms import facts_of

from . import offers
from .rated_entries import rated

Stage = Season.Stage


@method_decorator(login_where_hidden, name="dispatch")
class SeasonView(PageWithButtons):
    template = "leagues/season.html"
    nothing_chosen = gettext_noop("Choose whether to register or to withdraw.")

    season: Season

    def needs_login(self) -> bool:
        return self.request.method == "POST"

    def find(self) -> None:
        self.season = seen_season(self.request, **self.kwargs)

    def address(self) -> str:
        return self.season.get_absolute_url()

    def reload(self) -> None:
        self.season.refresh_from_db()

    def acts(self) -> Mapping[str, Act]:
        found = {
            offers.TAKE: Act(self._answer_offer),
            offers.DECLINE: Act(self._answer_offer),
            "register": Act(self._register),
        }
        entry = self.season.entries.filter(player=self.request.user).first()
        if entry is None:
            return found
        found["contribute"] = Act(partial(self._contribute, entry))
        found["withdraw"] = Act(partial(self._withdraw, entry))
        return found

    def context(self) -> dict[str, Any]:
        season, reader = self.season, self.request.user
        shown = seen_divisions(reader, season) if shows_line_up(season) else []
        own = _own(self.request, season)
        club = season.league.club
        events = [each.event for each in shown if each.event]
        version = (season.changed_at, club.changed_at, *versions_of(events).values())
        key = (season.pk, *(division.pk for division in shown))
        divisions = part("leagues/_divisions.html", lambda: _divisions(season, shown), version=version, key=key)
        return {
            "club": club,
            "league": season.league,
            "season": season,
            "own": own,
            **_own_affairs(self.request, season),
            "why_not": _why_not(self.request, season, own),
            "has_divisions": bool(shown),
            "standings_part": divisions,
            "forecast": forecast(season) if season.stage in register.OPEN else None,
            "terms": part("leagues/_terms.html", lambda: _terms(season), version=version, key=key),
            "may_run": may_run(reader, club),
        }

    def _answer_offer(self) -> str:
        made = find_replacement.open_for(self.season, self.request.user).first()
        if made is None:
            raise TournamentRefused(_("You no longer have an offer of a place."), status=409)
        return offers.answer(made, self.request.user, self.posted)

    def _register(self) -> str:
        register.register(self.season, self.request.user, contribution_in(self.request))
        return _("You’re registered for %(season)s.") % {"season": self.season.name}

    def _contribute(self, entry: SeasonEntry) -> str:
        register.contribute(entry, contribution_in(self.request))
        return _("Saved. It counts for all your matches of the season.")

    def _withdraw(self, entry: SeasonEntry) -> str:
        register.withdraw_registration(entry, by=self.request.user)
        return _("You’ve withdrawn from %(season)s.") % {"season": self.season.name}


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
