"""The match page, and what a player can do there besides a turn."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_safe

from matches.clocks.words import span
from matches.forms.clock import GiveTimeForm
from matches.gate import clock_acts, draws, turns
from matches.gate.refused import MatchRefused
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView, open_match_view, open_own_match_view
from matches.models import LogEntry
from matches.offers import rematch
from matches.offers.refused import OfferRefused
from matches.record import record_of
from matches.views.requests import MemberRequest, contribution_in, login_where_hidden, see_other, whole_number

from .page import receivers_of, show
from .turn import moved_on

DRAW_ACTIONS = {
    "offer": (draws.offer_draw, gettext_noop("Draw offered.")),
    "accept": (draws.accept_draw, gettext_noop("Draw agreed. The match is over.")),
    "decline": (draws.decline_draw, gettext_noop("Draw declined.")),
}


@require_safe
@login_where_hidden
def match_page(request: HttpRequest, pk: int) -> HttpResponse:
    return show(request, open_match_view(pk, request.user))


@require_safe
@login_where_hidden
def record(request: HttpRequest, pk: int) -> HttpResponse:
    """The match as text, as far as the reader may know it, to keep as a file."""
    match_view = open_match_view(pk, request.user)
    mark_seen(request, match_view.match, match_view.seat)
    text = record_of(match_view.match, match_view.seats, match_view.seat)
    name = f"{match_view.game.slug}-{match_view.match.pk}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@login_required
def resign(request: MemberRequest, pk: int) -> HttpResponse:
    match_view = open_own_match_view(pk, request.user)
    if request.method == "POST":
        try:
            turns.resign(match_view.own_seat, LogEntry.Via.SITE)
        except MatchRefused as refused:
            return show(request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status)
        messages.success(request, _("You resigned the match."))
        return see_other(match_view.match.get_absolute_url())
    if match_view.match.is_over or match_view.is_out:
        return redirect(match_view.match)
    return render(request, "matches/resign.html", match_view.context(request))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: MemberRequest, pk: int) -> HttpResponse:
    """POST does it. GET asks whether to accept the draw that is on offer, since that ends the match; without an offer
    it leads to the page of the match, where the other buttons are."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return ask_about_draw(request, match_view, request.path, match_view.match.get_absolute_url())
    act, done = DRAW_ACTIONS.get(request.POST.get("action", ""), (None, ""))
    if act is None:
        return show(
            request,
            match_view,
            refusal=_("Choose what to do about the draw: offer it, accept it or decline it."),
            status=HTTPStatus.UNPROCESSABLE_ENTITY,
        )
    try:
        act(match_view.own_seat, LogEntry.Via.SITE)
    except MatchRefused as refused:
        return show(request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status)
    messages.success(request, _(done))
    return see_other(match_view.match.get_absolute_url())


def ask_about_draw(request: HttpRequest, match_view: MatchView, post_url: str, back_url: str) -> HttpResponse:
    """The question before a draw is agreed, whose button posts to ``post_url``."""
    if not match_view.draw()["may_answer"]:
        return redirect(back_url)
    context = {**match_view.context(request), "post_url": post_url, "back_url": back_url}
    return render(request, "matches/draw.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give_time(request: MemberRequest, pk: int) -> HttpResponse:
    """POST does it, once for the length of the log (``at``) that the giver saw. By GET as ``draw``."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    receivers = receivers_of(match_view)
    if not receivers:
        refusal = _("There’s no one else in this match to give time to.")
        if match_view.match.is_over:
            refusal = _("This match is over, so you can’t give time.")
        return show(request, match_view, refusal=refusal, status=HTTPStatus.CONFLICT)
    giving = GiveTimeForm(receivers, request.POST)
    if not giving.is_valid():
        return show(request, match_view, giving=giving, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    to, amount = giving.receiver, giving.cleaned_data["amount"]
    try:
        turn = clock_acts.give_time(
            match_view.own_seat, to, amount, length_seen(request, moved_on()), LogEntry.Via.SITE
        )
    except MatchRefused as refused:
        giving.add_error(None, refused.message)
        return show(request, open_match_view(pk, request.user), giving=giving, status=refused.status)
    given = _("You gave %(name)s %(time)s more.") % {"name": to.name, "time": span(turn.amount or amount)}
    messages.success(request, given)
    return see_other(match_view.match.get_absolute_url())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def ask_for_rematch(request: MemberRequest, pk: int) -> HttpResponse:
    """POST asks, or accepts what the opponent has asked. A reader who had to log in on the way comes by GET, and finds
    the button on the page of the match."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    try:
        offer = rematch.ask(match_view.own_seat, contribution_in(request))
    except OfferRefused as refused:
        return show(request, match_view, refusal=refused.message, status=refused.status)
    if offer.match is not None:
        messages.success(request, _("The match has begun."))
        return see_other(offer.match.get_absolute_url())
    return see_other(match_view.match.get_absolute_url())


def length_seen(request: MemberRequest, moved_on: str) -> int:
    """The length of the log on the page that the form was on. Raises ``MatchRefused``, with ``moved_on`` in words."""
    length = whole_number(request.POST.get("at"))
    if length is None:
        raise MatchRefused(moved_on, "stale")
    return length
