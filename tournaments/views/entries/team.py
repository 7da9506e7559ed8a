"""A player's team, in events of teams: its name and its link, joining it by that link, and leaving it."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.input.requests import MemberRequest, see_other
from tournaments.entries import teams
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.views.get_event import for_readers

from .my_entry import MyEntry

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@login_required
@require_http_methods(METHODS)
@for_readers
def team_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Show the team's members; name the team, or leave it."""
    entrant = _entrant(request, event)
    if request.method != "POST":
        return _show_team(request, entrant)
    typed = request.POST.get("name", "")
    try:
        if request.POST.get("action") == "leave_team":
            done = entrant.act("leave_team", ())
        else:
            team = teams.rename(entrant.own, typed)
            done = _("Your team is called %(name)s.") % {"name": team.team_name}
    except TournamentRefused as refused:
        return _show_team(request, _entrant(request, event), refused, typed)
    messages.success(request, done)
    return see_other(reverse("tournaments:team", args=[event.pk]))


@never_cache
@login_required
@require_http_methods(METHODS)
@for_readers
def join_page(request: MemberRequest, event: Event, signed: str) -> HttpResponse:
    """Join a team by its captain's link, with a button."""
    captain = teams.captain_by(event, signed) if event.rules.forms_teams else None
    if captain is None:
        raise Http404
    entrant, refusal, status = MyEntry(event, request.user), "", int(HTTPStatus.OK)
    if request.method == "POST":
        try:
            teams.join(entrant.own, captain, by=request.user)
        except TournamentRefused as refused:
            refusal, status = refused.message, refused.status
        else:
            messages.success(request, _("You’re in the team %(name)s.") % {"name": captain.team_name})
            return see_other(reverse("tournaments:team", args=[event.pk]))
    context = {"event": event, "entrant": entrant, "captain": captain, "refusal": refusal}
    return render(request, "tournaments/join_team.html", context, status=status)


def _entrant(request: MemberRequest, event: Event) -> MyEntry:
    entrant = MyEntry(event, request.user)
    if not event.rules.forms_teams or entrant.entry is None:
        raise Http404
    return entrant


def _show_team(
    request: HttpRequest, entrant: MyEntry, refused: TournamentRefused | None = None, typed: str = ""
) -> HttpResponse:
    context = {
        "event": entrant.event,
        "entrant": entrant,
        "refusal": refused.message if refused else "",
        "typed": typed if refused else entrant.captain.team if entrant.captain else "",
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "tournaments/team.html", context, status=status)
