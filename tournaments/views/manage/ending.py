"""The page on which an event or a season is ended, cancelled or deleted; it says first what that leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.input.requests import MemberRequest, fields, see_other
from tournaments.events import finish
from tournaments.forms.reason import ReasonForm
from tournaments.locking.scope import Scope
from tournaments.views.event_or_season import context_of, page_of_event
from tournaments.views.send_form import Again, Forms, tried
from tournaments.views.stage_button import Step

from .consequences import of_step
from .stages import steps_of

typed = fields("action", "reason")


class LastSteps(NamedTuple):
    """The steps that events or seasons can take, and why one can't end yet."""

    steps_of: Callable[[Any], Sequence[Step]]
    why_not_to_end: Callable[[Any], str]

    def of(self, scope: Scope) -> Mapping[str, Step]:
        """Return the steps of this page, by their keys."""
        return {step.key: step for step in self.steps_of(scope.whole) if step.group == "last"}


def ending_page(request: MemberRequest, scope: Scope, last: LastSteps) -> HttpResponse:
    steps = last.of(scope)
    if request.method != "POST":
        action = request.GET.get("action", "")
        begun: Forms = {action: _form(steps[action], scope, initial=typed(request.GET))} if action in steps else {}
        return _show_ending(request, scope, last, Again(begun, status=HTTPStatus.OK))
    action = request.POST.get("action", "")
    if action not in steps:
        return _show_ending(request, scope, last, Again({}, _("That isn’t possible any more.")))
    answer = _take(request, scope, steps[action])
    if isinstance(answer, Again):
        return _show_ending(request, scope, last, answer)
    messages.success(request, answer)
    return see_other(_above(scope) if action == "delete" else scope.address)


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


def _show_ending(request: MemberRequest, scope: Scope, last: LastSteps, sent: Again) -> HttpResponse:
    filled: Forms = sent.forms
    scope.whole.refresh_from_db()
    acts: list[dict[str, Any]] = [
        {
            "step": step,
            "form": filled.get(step.key) or _form(step, scope),
            "leads_to": of_step(step.key, scope),
            "why_not": last.why_not_to_end(scope.whole) if step.key == "end" else "",
        }
        for step in last.of(scope).values()
    ]
    context = {**context_of(scope), "acts": acts, "refusal": sent.refusal}
    return render(request, "tournaments/ending.html", context, status=sent.status)


def _of_event(request: MemberRequest, scope: Scope) -> HttpResponse:
    return ending_page(request, scope, LastSteps(steps_of, finish.why_not_to_end))


of_event = page_of_event(_of_event, typed)
