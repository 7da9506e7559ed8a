"""The pages on which members enter an event, leave it, and say which rounds they will miss."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.preferences.time_zone import name_of_zone
from matches.input.requests import contribution_in, login_where_hidden, network_of, whole_number
from matches.offers.guest_form import address_field
from timekeeping import clock
from tournaments.entries import enter_by_email
from tournaments.entries.enter import why_cannot_enter
from tournaments.models import Event
from tournaments.pages.get_event import seen_event
from tournaments.pages.page_with_buttons import Act, PageWithButtons
from tournaments.pages.send_form import send
from tournaments.pages.small_form import SmallForm

from .my_entry import MyEntry

METHODS = ["GET", "HEAD", "POST"]


class AddressForm(SmallForm):
    """The address of someone who would like to play without an account."""

    email = address_field(
        gettext_lazy("We’ll email you a link to enter. Then every turn comes by email; you need no account.")
    )


@never_cache
def enter_page(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Enter an event: members by a button; visitors by logging in, signing up, or an email address alone."""
    view = EnterPage.as_view() if isinstance(request.user, User) else _visitor_page
    return view(request, pk=pk)


class EntryPage(PageWithButtons):
    """A page of a player's own entry; ``actions`` are those of ``MyEntry``, the usual one first."""

    nothing_chosen = gettext_noop("Choose what you would like to do.")
    actions: ClassVar[tuple[str, ...]]

    entrant: MyEntry

    def find(self) -> None:
        self.entrant = MyEntry(seen_event(self.request, self.kwargs["pk"]), self.request.user)

    def reload(self) -> None:
        self.entrant = MyEntry(self.entrant.event, self.request.user)

    def acts(self) -> Mapping[str, Act]:
        return dict.fromkeys(self.actions, Act(self._act))

    def address(self) -> str:
        return self.entrant.event.get_absolute_url()

    def context(self) -> dict[str, Any]:
        return {"event": self.entrant.event, "entrant": self.entrant}

    def _act(self) -> str:
        return self.entrant.act(self.posted, rounds_in(self.request.POST), contribution_in(self.request))


class EnterPage(EntryPage):
    template = "tournaments/enter.html"
    usual = "enter"
    actions = ("enter", "return", "decline", "check_in", "contribute")


class LeavePage(EntryPage):
    """Withdraw, or come back."""

    template = "tournaments/leave.html"
    usual = "withdraw"
    actions = ("withdraw", "return")


class AbsencesPage(EntryPage):
    """Choose the rounds to miss."""

    template = "tournaments/absences.html"
    usual = "absences"
    actions = ("absences",)


def rounds_in(posted: QueryDict) -> set[int]:
    """Return the rounds that were ticked."""
    numbers = (whole_number(text) for text in posted.getlist("rounds"))
    return {number for number in numbers if number is not None}


@require_http_methods(METHODS)
@login_where_hidden
def _visitor_page(request: HttpRequest, pk: int) -> HttpResponse:
    event = seen_event(request, pk)
    form = AddressForm(request.POST if request.method == "POST" else None)
    sent_to = ""

    def send_link() -> None:
        nonlocal sent_to
        whence = {"peer": network_of(request), "time_zone": name_of_zone(request)}
        sent_to = enter_by_email.send_link(event, form.cleaned_data["email"], **whence)

    _answer, refusal, status = send(request, send_link, form)
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "refusal": refusal,
        "sent_to": sent_to,
        "closed": _why_closed(event),
        "next": reverse("tournaments:enter", args=[event.pk]),
    }
    return render(request, "tournaments/enter_visitor.html", context, status=status)


def _why_closed(event: Event) -> str:
    refused = why_cannot_enter(event, None, clock.now())
    return refused.message if refused else ""
