"""The form for a new event."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.games import games
from matches.input.requests import MemberRequest, login_keeps, whole_number
from matches.offers.new_offer import start_view
from tournaments.events import open
from tournaments.models import Club, Event
from tournaments.pages.get_event import member
from tournaments.pages.send_form import send
from tournaments.pages.settings_form import OPEN, filled_in, game_asked_for
from tournaments.permissions.events import may_see_event
from tournaments.settings.rows import TIE_BREAK_FIELDS

from . import save
from .event_form import EventForm
from .values import values_of

NOT_COPIED = ("starts_at", "closes_at")


def is_asked_for(name: str) -> bool:
    """Return whether the field of that name may be filled in by the address."""
    return name in {"game", *EventForm.base_fields, *TIE_BREAK_FIELDS} or name.startswith("option_")


def typed(posted: QueryDict) -> dict[str, str]:
    """Return what was filled in, for ``login_keeps``."""
    return filled_in(posted, EventForm, is_asked_for)


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: MemberRequest) -> HttpResponse:
    """Make an event; ``?from=<pk>`` starts with the settings of another one that the reader may see."""
    organiser = member(request)
    like = _like(request)
    rules = game_asked_for(request, like.game_slug if like else "")
    is_sent = request.method == "POST"
    form = EventForm(
        rules, request.POST if is_sent else None, by=organiser, initial=None if is_sent else _initial(request, like)
    )
    answer, _refusal, status = send(request, partial(_make, request, form), form)
    context = {
        "form": form,
        "game": rules,
        "games": games(),
        "like": like,
        "view": start_view(rules, form.options_so_far()),
        "zone": organiser.time_zone,
    }
    return answer or render(request, "tournaments/new.html", context, status=status)


def _like(request: MemberRequest) -> Event | None:
    pk = whole_number(request.GET.get("from"))
    event = Event.objects.select_related("vacation_pool").filter(pk=pk).first() if pk else None
    return event if event and may_see_event(request.user, event) else None


def _initial(request: HttpRequest, like: Event | None) -> dict[str, Any]:
    """Return the form's first values: those of the model event, then any field that the address names."""
    copied = {name: value for name, value in values_of(like).items() if name not in NOT_COPIED} if like else {}
    asked_for = {name: text for name, text in request.GET.dict().items() if is_asked_for(name)}
    club = whole_number(asked_for.get("club"))
    if club is not None and Club.objects.filter(pk=club, members_only=True).exists():
        copied["seen_by"] = Event.SeenBy.CLUB
    return copied | asked_for


def _make(request: MemberRequest, form: EventForm) -> tuple[str, str]:
    """Make the event that the form describes; the button may open it, too, or else it isn't made."""
    words = _("“%(event)s” is created. Only you see it until you open it.")
    with transaction.atomic():
        event = save.make(request.user, form.game.slug, form.settings(), form.vacation_terms())
        if request.POST.get("action") == OPEN:
            event = open.open_for_entries(event, by=request.user)
            words = _("“%(event)s” is created and open for entries.")
    return words % {"event": event.name}, reverse("tournaments:manage", args=[event.pk])
