"""A player's team, in events of teams: its name and its link, joining it by that link, and leaving it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest
from tournaments.entries import teams
from tournaments.models import Event
from tournaments.pages.get_event import seen_event
from tournaments.pages.page_with_buttons import Act
from tournaments.pages.send_form import send

from .enter_page import METHODS, EntryPage
from .my_entry import MyEntry


@method_decorator(never_cache, name="dispatch")
class TeamPage(EntryPage):
    """Show the team's members; name the team, or leave it."""

    template = "tournaments/team.html"
    usual = "name"
    actions = ("leave_team",)

    def find(self) -> None:
        super().find()
        if not self.entrant.event.rules.forms_teams or self.entrant.entry is None:
            raise Http404

    def acts(self) -> Mapping[str, Act]:
        return {**super().acts(), "name": Act(self._rename)}

    def address(self) -> str:
        return _address(self.entrant.event)

    def context(self) -> dict[str, Any]:
        captain = self.entrant.captain
        typed = self.request.POST.get("name", "") if self.request.POST else captain.team if captain else ""
        return {**super().context(), "typed": typed}

    def _rename(self) -> str:
        team = teams.rename(self.entrant.own, self.request.POST.get("name", ""))
        return _("Your team is called %(name)s.") % {"name": team.team_name}


@never_cache
@login_required
@require_http_methods(METHODS)
def join_page(request: MemberRequest, pk: int, signed: str) -> HttpResponse:
    """Join a team by its captain's link, with a button."""
    event = seen_event(request, pk)
    captain = teams.captain_by(event, signed) if event.rules.forms_teams else None
    if captain is None:
        raise Http404
    entrant = MyEntry(event, request.user)

    def join() -> tuple[str, str]:
        teams.join(entrant.own, captain, by=request.user)
        return _("You’re in the team %(name)s.") % {"name": captain.team_name}, _address(event)

    answer, refusal, status = send(request, join)
    context = {"event": event, "entrant": entrant, "captain": captain, "refusal": refusal}
    return answer or render(request, "tournaments/join_team.html", context, status=status)


def _address(event: Event) -> str:
    return reverse("tournaments:team", args=[event.pk])
