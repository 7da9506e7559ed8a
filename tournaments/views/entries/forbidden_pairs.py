"""The organisers' page of players who must not be paired with each other."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.input.requests import MemberRequest, fields, see_other, whole_number
from tournaments.entries import forbidden_pairs
from tournaments.forms.forbidden_pairs import AllowForm, ForbidForm
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.views.get_event import for_organisers


@for_organisers(fields("reason"))
def forbidden_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Show forbidden pairs; a button posts its ``action``, ``forbid`` or ``allow``."""
    if request.method != "POST":
        start = {"reason": request.GET.get("reason", "")}
        return _show_forbidden(request, event, _forbid_form(event, initial=start))
    return _allow(request, event) if request.POST.get("action") == "allow" else _forbid(request, event)


def _forbid(request: MemberRequest, event: Event) -> HttpResponse:
    form = _forbid_form(event, request.POST)
    if not form.is_valid():
        return _show_forbidden(request, event, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    given = form.cleaned_data
    first, last = given["first_round"] or 1, given["last_round"] or forbidden_pairs.LAST
    try:
        forbidden_pairs.forbid(
            event, given["players"], by=request.user, reason=given["reason"], first_round=first, last_round=last
        )
    except TournamentRefused as refused:
        form.add_error(refused.field if refused.field in form.fields else None, refused.message)
        return _show_forbidden(request, event, form, status=refused.status)
    messages.success(request, _("They won’t be paired with each other."))
    return see_other(_address(event))


def _allow(request: MemberRequest, event: Event) -> HttpResponse:
    form = AllowForm(request.POST, shown=event.shows_forbidden)
    ticked = [whole_number(text) or 0 for text in request.POST.getlist("pair")]
    status = int(HTTPStatus.UNPROCESSABLE_ENTITY)
    if not ticked:
        form.add_error(None, _("Tick at least one pair."))
    if form.is_valid():
        try:
            count = forbidden_pairs.allow(event, ticked, by=request.user, reason=form.cleaned_data["reason"])
        except TournamentRefused as refused:
            form.add_error(refused.field if refused.field in form.fields else None, refused.message)
            status = refused.status
        else:
            words = ngettext("%(number)s pair is allowed again.", "%(number)s pairs are allowed again.", count)
            messages.success(request, words % {"number": count})
            return see_other(_address(event))
    return _show_forbidden(request, event, _forbid_form(event), form, ticked, status=status)


def _forbid_form(event: Event, *args: Any, **kwargs: Any) -> ForbidForm:
    return ForbidForm(forbidden_pairs.players_of(event), *args, shown=event.shows_forbidden, **kwargs)


def _address(event: Event) -> str:
    return reverse("tournaments:forbidden", args=[event.pk])


def _show_forbidden(
    request: MemberRequest,
    event: Event,
    form: ForbidForm,
    allowing: AllowForm | None = None,
    ticked: list[int] | None = None,
    *,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "event": event,
        "why_not": forbidden_pairs.why_cannot_forbid(event),
        "pairs": list(forbidden_pairs.of(event)),
        "short": event.rules.short_of_opponents(event),
        "form": form,
        "allowing": allowing or AllowForm(shown=event.shows_forbidden),
        "ticked": ticked or [],
    }
    return render(request, "tournaments/forbidden.html", context, status=status)
