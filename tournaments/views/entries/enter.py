"""The pages on which members enter an event, leave it, and say which rounds they will miss."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.time_zone import name_of_zone
from matches.input.requests import MemberRequest, contribution_in, network_of, see_other, whole_number
from matches.offers.guest_form import address_field
from timekeeping import clock
from tournaments.entries import enter_by_email
from tournaments.entries.enter import why_cannot_enter
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Event
from tournaments.views.get_event import for_readers

from .my_entry import MyEntry

METHODS = ["GET", "HEAD", "POST"]


class AddressForm(forms.Form):
    """The address of someone who would like to play without an account."""

    use_required_attribute = False
    email = address_field(
        gettext_lazy("We’ll email you a link to enter. Then every turn comes by email; you need no account.")
    )


@never_cache
@require_http_methods(METHODS)
@for_readers
def enter_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter an event: members by a button; visitors by logging in, signing up, or an email address alone."""
    if not isinstance(request.user, User):
        return _visitor(request, event)
    actions = ("enter", "return", "decline", "check_in", "contribute")
    return _entry_page(request, event, request.user, "tournaments/enter.html", actions)


@login_required
@require_http_methods(METHODS)
@for_readers
def leave_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Withdraw, or come back."""
    return _entry_page(request, event, request.user, "tournaments/leave.html", ("withdraw", "return"))


@login_required
@require_http_methods(METHODS)
@for_readers
def absences_page(request: MemberRequest, event: Event) -> HttpResponse:
    """Choose the rounds to miss."""
    return _entry_page(request, event, request.user, "tournaments/absences.html", ("absences",))


def rounds_in(posted: QueryDict) -> set[int]:
    """Return the rounds that were ticked."""
    numbers = (whole_number(text) for text in posted.getlist("rounds"))
    return {number for number in numbers if number is not None}


def _entry_page(
    request: HttpRequest, event: Event, player: User, template: str, actions: tuple[str, ...]
) -> HttpResponse:
    entrant, refusal, status = MyEntry(event, player), "", int(HTTPStatus.OK)
    if request.method == "POST":
        action = request.POST.get("action", actions[0])
        try:
            known = action if action in actions else ""
            done = entrant.act(known, rounds_in(request.POST), contribution_in(request))
        except TournamentRefused as refused:
            refusal, status = refused.message, refused.status
            entrant = MyEntry(event, player)
        else:
            messages.success(request, done)
            return see_other(event.get_absolute_url())
    context = {"event": event, "entrant": entrant, "refusal": refusal}
    return render(request, template, context, status=status)


def _visitor(request: HttpRequest, event: Event) -> HttpResponse:
    form, status = AddressForm(request.POST or None), int(HTTPStatus.OK)
    sent_to = ""
    if request.method == "POST":
        status = int(HTTPStatus.UNPROCESSABLE_ENTITY)
        if form.is_valid():
            try:
                whence = {"peer": network_of(request), "time_zone": name_of_zone(request)}
                sent_to = enter_by_email.send_link(event, form.cleaned_data["email"], **whence)
                status = int(HTTPStatus.OK)
            except TournamentRefused as refused:
                form.add_error(refused.field or None, refused.message)
                status = refused.status
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "sent_to": sent_to,
        "closed": _why_closed(event),
        "next": reverse("tournaments:enter", args=[event.pk]),
    }
    return render(request, "tournaments/enter_visitor.html", context, status=status)


def _why_closed(event: Event) -> str:
    refused = why_cannot_enter(event, None, clock.now())
    return refused.message if refused else ""
