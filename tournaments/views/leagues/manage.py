"""The organisers' page of a season: its stages, who is registered, and the line-up."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods

from matches.views.requests import MemberRequest, login_keeps, see_other, whole_number
from tournaments import admitting
from tournaments.forms.league_forms import MoveForm, PutInForm
from tournaments.forms.manage_forms import ReasonForm
from tournaments.leagues import ending, proposing, registering, unfinished
from tournaments.leagues.forecast import forecast
from tournaments.leagues.standing import doubts_of, ties_of
from tournaments.models import Season, SeasonEntry
from tournaments.places import vacancies
from tournaments.refusal import Refused

from .finding import run_season
from .steps import STEPS, Step, steps_of

NOTHING_CHOSEN = gettext_noop("Choose what to do with the season.")
FIELDS = ("action", "reason", "who", "entry", "division")
Stage, Status = Season.Stage, SeasonEntry.Status
Forms = dict[str, forms.Form]
Sent = tuple[Forms, str, int]  # forms that keep what was filled in, a refusal, a status


def typed(posted: QueryDict) -> dict[str, str]:
    """What was typed, for ``login_keeps``."""
    return {name: str(posted[name]) for name in FIELDS if name in posted}


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def manage_page(request: MemberRequest, club: str, league: str, number: int) -> HttpResponse:
    season = run_season(request, club, league, number)
    if request.method != "POST":
        return _show(request, season, (_begun(season, request.GET), "", HTTPStatus.OK))
    action = request.POST.get("action", "")
    acts: dict[str, Callable[[], Sent | str]] = {
        "put_in": lambda: _put_in(request, season),
        "withdraw": lambda: _withdraw(request, season),
        "move": lambda: _move(request, season),
    }
    if action in STEPS:
        answer = _take_step(request, season, STEPS[action])
    elif action in acts:
        answer = acts[action]()
    else:
        answer = ({}, _(NOTHING_CHOSEN), HTTPStatus.UNPROCESSABLE_ENTITY)
    if isinstance(answer, tuple):
        return _show(request, season, answer)
    messages.success(request, answer)
    return see_other(reverse("leagues:manage", args=[club, league, number]))


def _take_step(request: MemberRequest, season: Season, step: Step) -> Sent | str:
    form = _reason_form(step, request.POST)
    if not form.is_valid():
        return {step.key: form}, "", HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        step.take(season, request.user, form.cleaned_data["reason"])
    except Refused as refused:
        return _refused(step.key, form, refused)
    return _(step.done)


def _put_in(request: MemberRequest, season: Season) -> Sent | str:
    form = PutInForm(request.POST, auto_id="put_in-%s")
    if not form.is_valid():
        return {"put_in": form}, "", HTTPStatus.UNPROCESSABLE_ENTITY
    try:
        player = admitting.find_player(form.cleaned_data["who"])
        registering.put_in(season, player, by=request.user)
    except Refused as refused:
        return _refused("put_in", form, refused)
    return _("%(name)s is registered.") % {"name": player.display_name}


def _withdraw(request: MemberRequest, season: Season) -> Sent | str:
    entry = season.entries.filter(pk=whole_number(request.POST.get("entry")) or 0).first()
    if entry is None:
        return {}, _("This registration is no longer there."), HTTPStatus.NOT_FOUND
    try:
        registering.withdraw(entry, by=request.user)
    except Refused as refused:
        return {}, refused.message, refused.status
    return _("%(name)s is not registered any more.") % {"name": entry.shown_name}


def _move(request: MemberRequest, season: Season) -> Sent | str:
    form = MoveForm(season, request.POST, auto_id="move-%s")
    if not form.is_valid():
        return {"move": form}, "", HTTPStatus.UNPROCESSABLE_ENTITY
    entry = season.entries.get(pk=form.cleaned_data["entry"])
    try:
        proposing.move(entry, form.to, by=request.user, reason=form.cleaned_data["reason"])
    except Refused as refused:
        return _refused("move", form, refused)
    return _("%(name)s is moved.") % {"name": entry.shown_name}


def _refused(key: str, form: forms.Form, refused: Refused) -> Sent:
    if refused.field in form.fields:
        form.add_error(refused.field, refused.message)
        return {key: form}, "", refused.status
    return {key: form}, refused.message, refused.status


def _reason_form(step: Step, posted: QueryDict | None = None, initial: dict[str, str] | None = None) -> ReasonForm:
    form = ReasonForm(posted, initial=initial, needed=step.needs_reason, auto_id=f"{step.key}-%s")
    form.fields["reason"].help_text = _("Members read it in the club’s log.")
    return form


def _begun(season: Season, query: QueryDict) -> Forms:
    """The form that was filled in when a login ended."""
    action, words = query.get("action", ""), typed(query)
    if action in STEPS:
        return {action: _reason_form(STEPS[action], initial=words)}
    return {
        "put_in": PutInForm(initial=words, auto_id="put_in-%s"),
        "move": MoveForm(season, initial=words, auto_id="move-%s"),
    }


def _show(request: MemberRequest, season: Season, sent: Sent) -> HttpResponse:
    found, refusal, status = sent
    season.refresh_from_db()
    is_open = season.stage == Stage.REGISTRATION
    entries = list(
        season.entries.filter(status=Status.REGISTERED).select_related("player", "division").order_by("place", "pk")
    )
    context: dict[str, Any] = {
        "club": season.league.club,
        "league": season.league,
        "season": season,
        "steps": [{"step": step, "form": found.get(step.key) or _reason_form(step)} for step in steps_of(season)],
        "registered": entries,
        "line_up": _line_up(season, entries) if season.proposed_at else [],
        "doubts": doubts_of(season) if is_open else [],
        "ties": ties_of(season) if is_open and season.proposed_at else [],
        "divisions": list(season.divisions.select_related("event").order_by("level")),
        "putting_in": found.get("put_in") or PutInForm(auto_id="put_in-%s"),
        "moving": found.get("move") or MoveForm(season, auto_id="move-%s"),
        "is_open": is_open,
        "free_places": vacancies.open_in(season) if season.stage == Stage.RUNNING else [],
        "is_played_out": ending.is_played_out(season),
        "is_over_time": season.ends_at is not None and not unfinished.why_not_yet(season),
        "forecast": forecast(season) if season.stage in registering.OPEN else None,
        "may_put_in": season.stage in registering.OPEN,
        "refusal": refusal,
    }
    return render(request, "leagues/manage.html", context, status=status)


def _line_up(season: Season, entries: list[SeasonEntry]) -> list[dict[str, Any]]:
    """By division, and last those who wait."""
    divisions = list(season.divisions.order_by("level"))
    found = [
        {"division": division, "entries": [entry for entry in entries if entry.division_id == division.pk]}
        for division in divisions
    ]
    waiting = [entry for entry in entries if entry.division_id is None]
    return [*found, {"division": None, "entries": waiting}] if waiting else found
