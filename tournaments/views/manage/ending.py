"""The page on which an event or a season is ended, cancelled or deleted; it says first what that leads to."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.input.requests import MemberRequest, fields, see_other
from tournaments.events import finish
from tournaments.forms.reason import ReasonForm
from tournaments.locking.scope import Scope
from tournaments.seasons import finish as season_finish
from tournaments.views.event_or_season import context_of, of_both
from tournaments.views.seasons import stages as season_stages
from tournaments.views.send_form import Again, Forms, tried
from tournaments.views.stage_button import Step

from . import stages
from .consequences import of_step

typed = fields("action", "reason")


def _page(request: MemberRequest, scope: Scope) -> HttpResponse:
    steps = last_steps(scope)
    if request.method != "POST":
        action = request.GET.get("action", "")
        begun: Forms = {action: _form(steps[action], scope, initial=typed(request.GET))} if action in steps else {}
        return _show_ending(request, scope, Again(begun, status=HTTPStatus.OK))
    action = request.POST.get("action", "")
    if action not in steps:
        return _show_ending(request, scope, Again({}, _("That isn’t possible any more.")))
    answer = _take(request, scope, steps[action])
    if isinstance(answer, Again):
        return _show_ending(request, scope, answer)
    messages.success(request, answer)
    return see_other(_above(scope) if action == "delete" else scope.address)


def last_steps(scope: Scope) -> Mapping[str, Step]:
    """Return the steps of this page, by their keys."""
    found = (
        stages.steps_of(scope.event) if scope.event else season_stages.steps_of(scope.season) if scope.season else []
    )
    return {step.key: step for step in found if step.group == "last"}


def _take(request: MemberRequest, scope: Scope, step: Step) -> Again | str:
    form = _form(step, scope, request.POST)

    def act() -> str:
        step.take(scope.whole, request.user, form.cleaned_data.get("reason", ""))
        return _(step.done)

    return tried(step.key, form, act)


def _form(
    step: Step, scope: Scope, posted: QueryDict | None = None, initial: dict[str, str] | None = None
) -> ReasonForm:
    form = ReasonForm(posted, initial=initial, auto_id=f"{step.key}-%s")
    if not step.asks(scope.whole):
        del form.fields["reason"]
    elif scope.season:
        form.fields["reason"].help_text = _("Members see it in the club’s log.")
    return form


def _above(scope: Scope) -> str:
    """Return the page on which an event or season was listed, for one that is gone."""
    if scope.season:
        return scope.season.league.get_absolute_url()
    club = scope.event.club if scope.event else None
    return club.get_absolute_url() if club else reverse("tournaments:list")


def _why_not(key: str, scope: Scope) -> str:
    if key != "end":
        return ""
    if scope.season:
        return season_finish.why_not_to_end(scope.season)
    return finish.why_not_to_end(scope.event) if scope.event else ""


def _show_ending(request: MemberRequest, scope: Scope, sent: Again) -> HttpResponse:
    filled: Forms = sent.forms
    scope.whole.refresh_from_db()
    acts: list[dict[str, Any]] = [
        {
            "step": step,
            "form": filled.get(step.key) or _form(step, scope),
            "leads_to": of_step(step.key, scope),
            "why_not": _why_not(step.key, scope),
        }
        for step in last_steps(scope).values()
    ]
    context = {**context_of(scope), "acts": acts, "refusal": sent.refusal}
    return render(request, "tournaments/ending.html", context, status=sent.status)


of_event, of_season = of_both(_page, typed)
