"""The form for a new event."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.game import Game
from engine.games import contests, game, games
from matches.input.requests import MemberRequest, login_keeps, see_other, whole_number
from matches.offers.new_offer import start_view
from tournaments.events import open
from tournaments.forms.event.form import EventForm
from tournaments.forms.event.values import values_of
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Club, Event
from tournaments.permissions.events import may_see_event
from tournaments.settings import save
from tournaments.settings.rows import TIE_BREAK_FIELDS
from tournaments.views.get_event import member

OPEN = "open"  # what the button posts that sets the event up and opens it
NOT_COPIED = ("starts_at", "closes_at")


def is_asked_for(name: str) -> bool:
    """Return whether the field of that name may be filled in by the address."""
    return name in {"game", *EventForm.base_fields, *TIE_BREAK_FIELDS} or name.startswith("option_")


def typed(posted: QueryDict) -> dict[str, str]:
    """Return what was filled in, the longest last, for ``login_keeps``.

    Browsers don't send boxes that weren't ticked.
    """
    unticked = [name for name, field in EventForm.base_fields.items() if isinstance(field, forms.BooleanField)]
    filled_in = dict.fromkeys(unticked, "") | posted.dict()
    kept = {name: str(text) for name, text in filled_in.items() if is_asked_for(name)}
    return dict(sorted(kept.items(), key=lambda item: len(item[1])))


@login_keeps(typed)
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: MemberRequest) -> HttpResponse:
    """Make an event; ``?from=<pk>`` starts with the settings of another one that the reader may see."""
    organiser = member(request)
    like = _like(request)
    rules = _game_asked_for(request, like)
    if request.method == "POST":
        form = EventForm(rules, request.POST, by=organiser)
        is_opened = request.POST.get("action") == OPEN
        event = _make(request, form, is_opened=is_opened) if form.is_valid() else None
        if event is not None:
            words = _("“%(event)s” is created. Only you see it until you open it.")
            if is_opened:
                words = _("“%(event)s” is created and open for entries.")
            messages.success(request, words % {"event": event.name})
            return see_other(reverse("tournaments:manage", args=[event.pk]))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        form = EventForm(rules, by=organiser, initial=_initial(request, like))
        status = HTTPStatus.OK
    context = {
        "form": form,
        "game": rules,
        "games": games(),
        "like": like,
        "view": start_view(rules, form.options_so_far()),
        "zone": organiser.time_zone,
    }
    return render(request, "tournaments/new.html", context, status=status)


def _like(request: MemberRequest) -> Event | None:
    pk = whole_number(request.GET.get("from"))
    event = Event.objects.select_related("vacation_pool").filter(pk=pk).first() if pk else None
    return event if event and may_see_event(request.user, event) else None


def _game_asked_for(request: HttpRequest, like: Event | None) -> Game:
    slug = request.POST.get("game") or request.GET.get("game") or (like.game_slug if like else "")
    try:
        return game(slug) if slug else contests()[0]
    except LookupError:
        raise Http404 from None


def _initial(request: HttpRequest, like: Event | None) -> dict[str, Any]:
    """Return the form's first values: those of the model event, then any field that the address names."""
    copied = {name: value for name, value in values_of(like).items() if name not in NOT_COPIED} if like else {}
    asked_for = {name: text for name, text in request.GET.dict().items() if is_asked_for(name)}
    club = whole_number(asked_for.get("club"))
    if club is not None and Club.objects.filter(pk=club, members_only=True).exists():
        copied["seen_by"] = Event.SeenBy.CLUB
    return copied | asked_for


def _make(request: MemberRequest, form: EventForm, *, is_opened: bool) -> Event | None:
    """Make the event that the form describes; return ``None``, and say why in the form, if it is refused.

    With ``is_opened`` it is opened, too, or not made.
    """
    try:
        with transaction.atomic():
            event = save.make(request.user, form.game.slug, form.settings(), form.vacation_terms())
            return open.open_for_entries(event, by=request.user) if is_opened else event
    except TournamentRefused as refused:
        form.blame(refused.field, refused.message)
        return None
