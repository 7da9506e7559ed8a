"""The organisers' page of a season: its stages, who is registered, and the line-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from accounts.models import User
from i18n.text import listed
from matches.input.requests import whole_number
from matches.mails import moments
from tournaments.decisions.seasons import decisions
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Season, SeasonEntry
from tournaments.pages.get_season import SeasonPage
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.stage_button import acts_of
from tournaments.seasons import register
from tournaments.seasons.forecast import forecast
from tournaments.seasons.line_up import propose
from tournaments.seasons.standings import doubts_of, ties_of

from .league_forms import MoveForm, PutInForm, SwapForm
from .rated_entries import RatedEntry, rated
from .stages import STEPS, steps_of

Stage, Status = Season.Stage, SeasonEntry.Status
PUTTING_IN = partial(PutInForm, auto_id="put_in-%s")


class ManageSeasonPage(SeasonPage):
    template = "leagues/manage.html"
    nothing_chosen = gettext_noop("Choose what to do with the season.")
    keeps = ("action", "reason", "who", "entry", "other", "division")

    def acts(self) -> Mapping[str, Act]:
        season = self.season
        return acts_of(STEPS, season, self.request.user) | {
            "put_in": Act(self._put_in, PUTTING_IN),
            "withdraw": Act(self._withdraw),
            "move": Act(self._move, partial(MoveForm, season, auto_id="move-%s")),
            "swap": Act(self._swap, partial(SwapForm, season, auto_id="swap-%s")),
        }

    def context(self) -> dict[str, Any]:
        season = self.season
        season.refresh_from_db()
        is_open = season.stage == Stage.REGISTRATION
        registered = season.entries.filter(status=Status.REGISTERED)
        entries = list(registered.select_related("player", "division").order_by("place", "pk"))
        ratings = rated(season, entries)
        found_decisions = decisions(season)
        offered = {each.step for each in found_decisions}
        steps = {step.key: step for step in steps_of(season)}
        return {
            "club": season.league.club,
            "league": season.league,
            "season": season,
            "steps": steps,
            "decisions": found_decisions,
            "more_steps": [step for step in steps.values() if step.group == "round" and step.key not in offered],
            "ends": [step for step in steps.values() if step.group == "last"],
            "undo_until": moments.moment(season.undo_until) if season.undo_until else "",
            "registered": ratings,
            "line_up": _line_up(season, ratings) if season.proposed_at else [],
            "by_hand": sum(entry.by_hand for entry in entries) if is_open else 0,
            "doubts": doubts_of(season) if is_open else [],
            "ties": ties_of(season) if is_open and season.proposed_at else [],
            "divisions": list(season.divisions.select_related("event").order_by("level")),
            "putting_in": self.form("put_in"),
            "swapping": self.form("swap"),
            "moving": self.form("move"),
            "seen": propose.line_up_digest(season) if is_open and season.proposed_at else "",
            "is_open": is_open,
            "forecast": forecast(season) if season.stage in register.OPEN else None,
            "may_put_in": season.stage in register.OPEN,
        }

    def _put_in(self, form: PutInForm) -> str:
        found = register.put_in_each(self.season, form.names, by=self.request.user)
        if not found.left:
            return _registered(found.players)
        if found.players:
            messages.success(self.request, _registered(found.players))
        self.keep("put_in", PutInForm.of_those_left(found.left, auto_id="put_in-%s"))
        count = len(found.left)
        left = ngettext("%(number)s name couldn’t be added.", "%(number)s names couldn’t be added.", count)
        raise TournamentRefused(left % {"number": count})

    def _withdraw(self) -> str:
        wanted = self.request.POST.get("entry")
        if not wanted:
            raise TournamentRefused(_("Choose a player."))
        entry = self.season.entries.filter(pk=whole_number(wanted) or 0).first()
        if entry is None:
            raise TournamentRefused(_("This registration no longer exists."), status=404)
        register.withdraw_registration(entry, by=self.request.user)
        return _("%(name)s is no longer registered.") % {"name": entry.shown_name}

    def _move(self, form: MoveForm) -> str:
        entry = self.season.entries.get(pk=form.cleaned_data["entry"])
        propose.move(entry, form.to, by=self.request.user, reason=form.cleaned_data["reason"])
        return _("%(name)s was moved.") % {"name": entry.shown_name}

    def _swap(self, form: SwapForm) -> str:
        one, other = (self.season.entries.get(pk=form.cleaned_data[name]) for name in ("entry", "other"))
        seen = self.request.POST.get("seen", "")
        propose.swap(one, other, by=self.request.user, reason=form.cleaned_data["reason"], seen=seen)
        return _("%(name)s and %(other)s were swapped.") % {"name": one.shown_name, "other": other.shown_name}


def _registered(players: Sequence[User]) -> str:
    if len(players) == 1:
        return _("%(name)s is registered.") % {"name": players[0].display_name}
    return _("%(names)s are registered.") % {"names": listed([player.display_name for player in players])}


def _line_up(season: Season, entries: list[RatedEntry]) -> list[dict[str, Any]]:
    """Return the entries by division, and last those who wait."""
    divisions = list(season.divisions.order_by("level"))
    found = [
        {"division": division, "entries": [each for each in entries if each.entry.division_id == division.pk]}
        for division in divisions
    ]
    waiting = [each for each in entries if each.entry.division_id is None]
    return [*found, {"division": None, "entries": waiting}] if waiting else found
