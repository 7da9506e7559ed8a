"""The organisers' page of a season: its stages, who is registered, and the line-up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.http import require_http_methods

from accounts.models import User
from i18n.text import listed
from matches.input.requests import MemberRequest, fields, login_keeps, see_other, whole_number
from matches.mails import moments
from tournaments.decisions.seasons import decisions
from tournaments.forms.leagues import MoveForm, PutInForm, SwapForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Season, SeasonEntry
from tournaments.seasons import register
from tournaments.seasons.forecast import forecast
from tournaments.seasons.line_up import propose
from tournaments.seasons.standings import doubts_of, ties_of
from tournaments.views.send_form import Again, Forms, tried
from tournaments.views.stage_button import Step

from .get_season import run_season
from .rated_entries import RatedEntry, rated
from .stages import STEPS, steps_of

NOTHING_CHOSEN = gettext_noop("Choose what to do with the season.")
typed = fields("action", "reason", "who", "entry", "other", "division")
Stage, Status = Season.Stage, SeasonEntry.Status


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def manage_page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if request.method != "POST":
        return _show_manage_season(request, season, Again(_begun(season, request.GET), status=HTTPStatus.OK))
    action = request.POST.get("action", "")
    acts: dict[str, Callable[[], Again | str]] = {
        "put_in": lambda: _put_in(request, season),
        "withdraw": lambda: _withdraw(request, season),
        "move": lambda: _move(request, season),
        "swap": lambda: _swap(request, season),
    }
    if action in STEPS and STEPS[action].group != "last":
        answer = _take_step(request, season, STEPS[action])
    elif action in acts:
        answer = acts[action]()
    else:
        answer = Again({}, _(NOTHING_CHOSEN))
    if isinstance(answer, Again):
        return _show_manage_season(request, season, answer)
    messages.success(request, answer)
    return see_other(reverse("leagues:manage", args=[club, league, number]))


def _take_step(request: MemberRequest, season: Season, step: Step) -> Again | str:
    try:
        step.take(season, request.user, "")
    except TournamentRefused as refused:
        return Again({}, refused.message, refused.status)
    return _(step.done)


def _put_in(request: MemberRequest, season: Season) -> Again | str:
    form = PutInForm(request.POST, auto_id="put_in-%s")
    if not form.is_valid():
        return Again({"put_in": form})
    try:
        found = register.put_in_each(season, form.names, by=request.user)
    except TournamentRefused as refused:
        return Again({"put_in": form}, refused.message, refused.status)
    if not found.left:
        return _registered(found.players)
    if found.players:
        messages.success(request, _registered(found.players))
    count = len(found.left)
    left = ngettext("%(number)s name couldn’t be added.", "%(number)s names couldn’t be added.", count)
    form = PutInForm.of_those_left(found.left, auto_id="put_in-%s")
    return Again({"put_in": form}, left % {"number": count})


def _registered(players: Sequence[User]) -> str:
    if len(players) == 1:
        return _("%(name)s is registered.") % {"name": players[0].display_name}
    return _("%(names)s are registered.") % {"names": listed([player.display_name for player in players])}


def _withdraw(request: MemberRequest, season: Season) -> Again | str:
    if not request.POST.get("entry"):
        return Again({}, _("Choose a player."))
    entry = season.entries.filter(pk=whole_number(request.POST.get("entry")) or 0).first()
    if entry is None:
        return Again({}, _("This registration no longer exists."), HTTPStatus.NOT_FOUND)
    try:
        register.withdraw_registration(entry, by=request.user)
    except TournamentRefused as refused:
        return Again({}, refused.message, refused.status)
    return _("%(name)s is no longer registered.") % {"name": entry.shown_name}


def _move(request: MemberRequest, season: Season) -> Again | str:
    form = MoveForm(season, request.POST, auto_id="move-%s")

    def act() -> str:
        entry = season.entries.get(pk=form.cleaned_data["entry"])
        propose.move(entry, form.to, by=request.user, reason=form.cleaned_data["reason"])
        return _("%(name)s was moved.") % {"name": entry.shown_name}

    return tried("move", form, act)


def _swap(request: MemberRequest, season: Season) -> Again | str:
    form = SwapForm(season, request.POST, auto_id="swap-%s")

    def act() -> str:
        one, other = (season.entries.get(pk=form.cleaned_data[name]) for name in ("entry", "other"))
        seen = request.POST.get("seen", "")
        propose.swap(one, other, by=request.user, reason=form.cleaned_data["reason"], seen=seen)
        return _("%(name)s and %(other)s were swapped.") % {"name": one.shown_name, "other": other.shown_name}

    return tried("swap", form, act)


def _begun(season: Season, query: QueryDict) -> Forms:
    """Return the forms with what was filled in when the login ended."""
    words = typed(query)
    return {
        "put_in": PutInForm(initial=words, auto_id="put_in-%s"),
        "move": MoveForm(season, initial=words, auto_id="move-%s"),
        "swap": SwapForm(season, initial=words, auto_id="swap-%s"),
    }


def _show_manage_season(request: MemberRequest, season: Season, sent: Again) -> HttpResponse:
    found, refusal, status = sent
    season.refresh_from_db()
    is_open = season.stage == Stage.REGISTRATION
    entries = list(
        season.entries.filter(status=Status.REGISTERED).select_related("player", "division").order_by("place", "pk")
    )
    ratings = rated(season, entries)
    found_decisions = decisions(season)
    offered = {each.step for each in found_decisions}
    steps = {step.key: step for step in steps_of(season)}
    context: dict[str, Any] = {
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
        "putting_in": found.get("put_in") or PutInForm(auto_id="put_in-%s"),
        "swapping": found.get("swap") or SwapForm(season, auto_id="swap-%s"),
        "moving": found.get("move") or MoveForm(season, auto_id="move-%s"),
        "seen": propose.line_up_digest(season) if is_open and season.proposed_at else "",
        "is_open": is_open,
        "forecast": forecast(season) if season.stage in register.OPEN else None,
        "may_put_in": season.stage in register.OPEN,
        "refusal": refusal,
    }
    return render(request, "leagues/manage.html", context, status=status)


def _line_up(season: Season, entries: list[RatedEntry]) -> list[dict[str, Any]]:
    """Return the entries by division, and last those who wait."""
    divisions = list(season.divisions.order_by("level"))
    found = [
        {"division": division, "entries": [each for each in entries if each.entry.division_id == division.pk]}
        for division in divisions
    ]
    waiting = [each for each in entries if each.entry.division_id is None]
    return [*found, {"division": None, "entries": waiting}] if waiting else found
