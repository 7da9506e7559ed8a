"""The match page, for the views that answer with it, and what it offers once the match is over."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from engine.editions import RULES
from matches import hooks
from matches.computers.think import computers_play
from matches.conditional.ahead_form import AheadForm, OrdersForm, ahead_of, orders_form
from matches.gate import takeback
from matches.input.requests import address_with, login_where_hidden
from matches.live.pages import open_match
from matches.match_view import permissions
from matches.match_view.board import is_turned
from matches.match_view.log import positions_url, steps_around
from matches.match_view.log_page import LogPage
from matches.match_view.open import open_match_view
from matches.match_view.overview import waiting_turns
from matches.match_view.permissions import may_organise
from matches.match_view.read_marks import mark_seen
from matches.match_view.sides import out_of
from matches.match_view.view import MatchView
from matches.models import Match, Offer, Seat
from matches.offers import rematch
from matches.offers.game_options import option_name
from matches.record.fairness import seed_facts

from .beside_board import MarkForm, NoteForm, Talk, mark_form, note_form, talk_of
from .clock_form import Givable, GiveTimeForm
from .turn_form import turn_form


@require_safe
@login_where_hidden
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match to anyone who may see it."""
    return show_match(request, open_match_view(pk, request.user))


def show_match(
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
    """Show the match, with the turn form of a reader who is asked.

    The other forms come as they were sent: ``giving`` for time, ``ahead`` for conditional turns, ``orders``, ``talk``
    for a message, ``marking`` for marks and ``note`` for private notes. ``refusal`` is about anything that was refused
    and isn't said in a form.
    """
    if form is None and match_view.is_asked:
        form = form_of(match_view)
    context = {
        **page_context(request, match_view),
        **_for_member(request, match_view),
        "giving": giving or _givable(match_view),
        "ahead": ahead or ahead_of(match_view, is_unfolded=False),
        "orders": orders or orders_form(match_view, is_unfolded=False),
        "talk": talk or talk_of(match_view),
        "marking": marking or mark_form(match_view),
        "after": after_match(match_view),
        "note": note or note_form(match_view),
        "refusal": refusal,
        "form_is_open": form is not None,
        **(form or {}),
    }
    return render(request, "matches/match.html", context, status=status)


def page_context(request: HttpRequest, match_view: MatchView, token: str = "") -> dict[str, Any]:
    """Return what every page that shows the match needs. ``token`` is that of the link by which the reader came."""
    match, game = match_view.match, match_view.game
    mark_seen(request, match, match_view.seat)
    log_page = LogPage(match_view, request)
    sides = match_view.sides()
    turned = is_turned(request, match, match_view.seat, match_view.view)
    last_index = log_page.last_position
    return {
        "match_view": match_view,
        "match": match,
        "game": game,
        "seat": match_view.seat,
        "view": match_view.marked(match_view.view),
        "marks": match_view.marks,
        "sides": sides,
        "players": match_view.players(sides, match_view.view, turned=turned),
        "turned": turned,
        "turns": log_page.leaf,
        "moves": log_page.moves,
        "last_index": last_index,
        "steps": steps_around(match, last_index, token, log_page.positions),
        "positions_url": positions_url(match, token),
        "last_notes": log_page.last_notes(),
        "said": log_page.said(),
        "answered": log_page.answered(),
        "draw": match_view.draw(),
        "chance": _chance(match_view, log_page),
        "outages": match_view.outages,
        "stands_since": match_view.stands_since(),
        "seed_facts": seed_facts(match, match_view.seats),
        "live": open_match(match, match_view.seat),
        "follows": match_view.waits_for_computer,
        "standing": [f"games/{game.slug}/standing.html", "matches/_no_standing.html"],
        "legend": [f"games/{game.slug}/legend.html", "matches/_no_legend.html"],
    }


def _chance(match_view: MatchView, log_page: LogPage) -> takeback.Chance | None:
    """Return the turn that the reader may take back now."""
    if match_view.seat is None:
        return None
    return takeback.chance(match_view.match, match_view.seats, match_view.seat, log_page.newest())


def _for_member(request: HttpRequest, match_view: MatchView) -> dict[str, Any]:
    """Return what only members see on the page; nothing for visitors."""
    user = request.user
    if not isinstance(user, User):
        return {}
    waiting = waiting_turns(user)
    return {
        "may_organise": may_organise(user, match_view.match),
        "undelivered_count": waiting.undelivered,
        "waiting_turns": waiting,
    }


def form_of(match_view: MatchView, **typed: Any) -> dict[str, Any]:
    """Return the turn form for a reader who is logged in; ``typed`` is what they filled in so far (``turn_form``)."""
    play, draft = (reverse(f"matches:{name}", args=[match_view.match.pk]) for name in ("play", "draft"))
    return turn_form(match_view, form_url=play, draft_url=draft, **typed)


def form_beside(match_view: MatchView, text: str) -> dict[str, Any] | None:
    """Return the turn form with the turn under way that another form on the page brought along."""
    return form_of(match_view, typed=text) if match_view.is_asked else None


def back_to(match: Match, text: str) -> str:
    """Return the page to show after a form beside the board: the match, with the turn under way."""
    return address_with(reverse("matches:play", args=[match.pk]), {"text": text}) if text else match.get_absolute_url()


def receivers_of(match_view: MatchView) -> list[Seat]:
    """Return the seats of the opponents to whom the reader may give time."""
    if match_view.seat is None or match_view.match.is_over:
        return []
    playing = (
        seat for seat in match_view.seats if seat != match_view.seat and seat.index not in out_of(match_view.view)
    )
    return [seat for seat in playing if seat.stopped != Seat.Stopped.COMPUTER and seat.player_id]


def _givable(match_view: MatchView) -> Givable | None:
    receivers = receivers_of(match_view)
    return Givable.to(receivers) if receivers else None


# -- once the match is over ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AfterMatch:
    """The next steps offered after a match. Addresses are "" if there is nothing to go to.

    ``may_ask``: the reader may ask for a rematch. ``offer`` is the one that is open or has led to a rematch, and
    ``is_own`` whether it is the reader's. ``again_url`` is the form for another match with the same team;
    ``compare_url`` shows how others did in a match in which all play the same. ``can_look``: the replay offers to look
    for better turns.
    """

    may_ask: bool
    offer: Offer | None
    is_own: bool
    again_url: str
    compare_url: str
    replay_url: str
    can_look: bool
    next_round_url: str
    share_url: str


def after_match(match_view: MatchView, token: str = "") -> AfterMatch | None:
    """Return what is offered next; ``None`` while the match runs.

    ``token`` is that of the link by which the reader came.
    """
    match = match_view.match
    if not match.is_over:
        return None
    may_ask = match_view.seat is not None and rematch.is_possible(match, match_view.seats)
    offer = rematch.latest(match) if may_ask else None
    return AfterMatch(
        may_ask=may_ask,
        offer=offer,
        is_own=offer is not None and offer.host_id == match_view.own_seat.player_id,
        again_url="" if token else _again_url(match_view),
        compare_url="" if token or not match_view.game.together else match_view.occasion_url,
        replay_url=_replay_url(match_view, token),
        can_look=computers_play(match_view.game) and not match.is_sealed and not token,
        next_round_url="" if token else _next_round_url(match_view),
        share_url=_share_url(match_view),
    )


def _again_url(match_view: MatchView) -> str:
    """Return the address of the form for another match of the same team, with this match's choices filled in."""
    if match_view.seat is None or not match_view.game.together or match_view.match.occasion:
        return ""
    options = {option_name(key): value for key, value in match_view.match.options.items() if key != RULES}
    if len(match_view.seats) == 1:
        return address_with(reverse("matches:play_alone", args=[match_view.game.slug]), options)
    invited = "\n".join(seat.name for seat in match_view.seats if seat != match_view.seat and seat.player is not None)
    team = {"game": match_view.game.slug, "seats": str(len(match_view.seats)), "invited": invited}
    team |= {"baton": "on"} if match_view.match.baton else {}
    return address_with(reverse("matches:table_new"), {**team, **options})


def _replay_url(match_view: MatchView, token: str) -> str:
    if not match_view.match.log_length:
        return ""
    return (
        reverse("matches:link_turn", args=[token, 0])
        if token
        else reverse("matches:turn", args=[match_view.match.pk, 0])
    )


def _next_round_url(match_view: MatchView) -> str:
    """Return the address of the reader's match in the next round, once it has begun."""
    if not match_view.match.occasion or match_view.seat is None or match_view.seat.player is None:
        return ""
    following = hooks.next_match.first(match_view.match, match_view.seat.player)
    return "" if following is None else reverse("matches:match", args=[following])


def _share_url(match_view: MatchView) -> str:
    """Return the match's address to show to others, if visitors may see it."""
    if not permissions.may_see_match(AnonymousUser(), match_view.match):
        return ""
    return settings.SITE_URL + match_view.match.get_absolute_url()
