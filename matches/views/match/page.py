"""The match page, for the views that answer with it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from accounts.models import User
from matches.forms.chat import Talk, talk_of
from matches.forms.clock import Givable, GiveTimeForm
from matches.forms.conditional import AheadForm, ahead_of
from matches.forms.marks import MarkForm, mark_form
from matches.forms.orders import OrdersForm, orders_form
from matches.forms.private_note import NoteForm, note_form
from matches.match_view.next_match import waiting_turns
from matches.match_view.sides import out_of
from matches.match_view.view import MatchView
from matches.models import Match, Seat
from matches.permissions import may_organise
from matches.views.requests import address_with

from .after_match import after_match


def form_of(match_view: MatchView, **typed: Any) -> dict[str, Any]:
    """The turn form of someone who is logged in; ``typed`` is what they filled in so far (see ``MatchView.form``)."""
    play, draft = (reverse(f"matches:{name}", args=[match_view.match.pk]) for name in ("play", "draft"))
    return match_view.form(form_url=play, draft_url=draft, **typed)


def show(
    request: HttpRequest,
    match_view: MatchView,
    *,
    form: dict[str, Any] | None = None,
    giving: GiveTimeForm | None = None,
    ahead: AheadForm | None = None,
    orders: OrdersForm | None = None,
    talk: Talk | None = None,
    marking: MarkForm | None = None,
    note: NoteForm | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """The match page, with the form of a reader who is asked; ``giving`` is the form for giving time as it was sent,
    ``ahead`` that for conditional turns, ``orders`` that for orders, ``talk`` that for a line to the others,
    ``marking`` that for marks, ``note`` that for private notes, and ``refusal`` a sentence about anything that was
    turned down and is not said in a form."""
    if form is None and match_view.is_asked:
        form = form_of(match_view)
    context = {
        **match_view.context(request),
        **_for_member(request, match_view),
        "giving": giving or _givable(match_view),
        "ahead": ahead or ahead_of(match_view, is_unfolded=False),
        "orders": orders or orders_form(match_view, is_unfolded=False),
        "talk": talk or talk_of(match_view),
        "marking": marking or mark_form(match_view),
        "after": after_match(match_view),
        "note": note or _note_of(request, match_view),
        "refusal": refusal,
        "form_is_open": form is not None,
        **(form or {}),
    }
    return render(request, "matches/match.html", context, status=status)


def receivers_of(match_view: MatchView) -> list[Seat]:
    """The seats of the opponents to whom the reader may give time."""
    if match_view.seat is None or match_view.match.is_over:
        return []
    playing = (
        seat for seat in match_view.seats if seat != match_view.seat and seat.index not in out_of(match_view.view)
    )
    return [seat for seat in playing if seat.held != Seat.Held.COMPUTER and seat.player_id]


def _givable(match_view: MatchView) -> Givable | None:
    receivers = receivers_of(match_view)
    return Givable.to(receivers) if receivers else None


def _note_of(request: HttpRequest, match_view: MatchView) -> NoteForm | None:
    """``None`` for a bystander."""
    user = request.user
    return note_form(match_view.seat, user) if match_view.seat is not None and isinstance(user, User) else None


def _for_member(request: HttpRequest, match_view: MatchView) -> dict[str, Any]:
    """Nothing for a visitor."""
    user = request.user
    if not isinstance(user, User):
        return {}
    waiting = waiting_turns(user)
    return {
        "may_organise": may_organise(user, match_view.match),
        "undelivered_count": waiting.undelivered,
        "waiting_turns": waiting,
    }


def form_beside(match_view: MatchView, text: str) -> dict[str, Any] | None:
    """The turn form with the turn under way that another form on the page brought along."""
    return form_of(match_view, typed=text) if match_view.is_asked else None


def back_to(match: Match, text: str) -> str:
    """Where a form beside the board leads once it is done: to the match, and to the turn under way on the page."""
    return address_with(reverse("matches:play", args=[match.pk]), {"text": text}) if text else match.get_absolute_url()
