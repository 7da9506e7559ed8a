"""Setting turns ahead: conditional turns and orders."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from matches.conditional import compose
from matches.conditional.ahead_form import ahead_of, orders_form, summary_of
from matches.conditional.edit import drop, set_lines, try_out
from matches.conditional.limits import LONGEST
from matches.conditional.orders import set_orders
from matches.gate.refused import MatchRefused
from matches.input.requests import (
    MemberRequest,
    forget_typed,
    is_by_script,
    log_in_first,
    see_other,
    typed_before_login,
    whole_number,
)
from matches.match_view.board import is_turned
from matches.match_view.open import open_own_match_view
from matches.match_view.view import MatchView
from matches.models import LogEntry

from .match_page import show_match
from .turn import draft_json


@require_http_methods(["GET", "HEAD", "POST"])
def ahead_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the match with the form for conditional turns unfolded; on POST, save them.

    The ``action`` "check" shows what would be saved, "drop" deletes what is saved. The page's script gets JSON, and
    stays there.
    """
    if not isinstance(request.user, User):
        return log_in_first(request, request.POST.get("lines", "")[: LONGEST + 1])
    if request.method == "POST":
        return _change_ahead(request, pk, request.user)
    match_view = open_own_match_view(pk, request.user)
    return show_match(request, match_view, ahead=ahead_of(match_view, typed=typed_before_login(request)))


@login_required
@require_POST
def draft_ahead(request: MemberRequest, pk: int) -> JsonResponse:
    """Answer with the draft of a turn at the end of a chain (``played``, in order) as JSON, for the page's script.

    Nothing is kept. It is posted since it is for its player's eyes alone, and servers write addresses into their logs.
    """
    match_view = open_own_match_view(pk, request.user)
    chain, text = request.POST.getlist("played"), request.POST.get("text", "")
    try:
        found = compose.draft_ahead(match_view.match, match_view.seats, match_view.own_seat, chain, text)
    except MatchRefused as refused:
        return JsonResponse({"error": refused.message}, status=refused.status)
    turned = is_turned(request, match_view.match, match_view.seat, found.draft.view)
    return JsonResponse({**draft_json(found.draft, turned=turned), "seat": found.seat.index})


def _change_ahead(request: HttpRequest, pk: int, user: User) -> HttpResponse:
    match_view = open_own_match_view(pk, user)
    typed, action = request.POST.get("lines"), request.POST.get("action")
    forget_typed(request)
    try:
        if action == "check":
            lines = try_out(match_view.match, match_view.seats, match_view.own_seat, typed or "")
            return show_match(request, match_view, ahead=ahead_of(match_view, typed=typed, checked=lines))
        done, number = _drop_ahead(match_view) if action == "drop" else _set_ahead(request, match_view, typed or "")
    except MatchRefused as refused:
        if is_by_script(request):
            return JsonResponse({"error": refused.message}, status=refused.status)
        return _show_ahead_refused(request, open_own_match_view(pk, user), typed, refused)
    if is_by_script(request):
        return JsonResponse({"words": done, "summary": summary_of(number, match_view.others_names)})
    messages.success(request, done)
    return see_other(f"{request.path}#ahead")


def _set_ahead(request: HttpRequest, match_view: MatchView, typed: str) -> tuple[str, int]:
    """Save conditional turns; return what was done, in words, and how many are saved now."""
    number = whole_number(request.POST.get("number"))
    lines = set_lines(match_view.own_seat, typed, LogEntry.Via.SITE, number=number)
    return _("Your conditional turns are saved."), len(lines.lines)


def _drop_ahead(match_view: MatchView) -> tuple[str, int]:
    was_set = drop(match_view.own_seat)
    return _("Your conditional turns are deleted.") if was_set else _("There were no conditional turns to delete."), 0


def _show_ahead_refused(
    request: HttpRequest, match_view: MatchView, typed: str | None, refused: MatchRefused
) -> HttpResponse:
    """Show the refusal beside the field if there is one, else at the top, with what was typed kept below."""
    form = ahead_of(match_view, typed=typed, error=refused.message)
    above = "" if form is not None and form.is_open else refused.message
    return show_match(request, match_view, ahead=form, refusal=above, status=refused.status)


@require_http_methods(["GET", "HEAD", "POST"])
def orders_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the match with the form for orders unfolded; on POST, save them, or delete them (``action`` "drop")."""
    if not isinstance(request.user, User):
        return log_in_first(request, "")
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return show_match(request, match_view, orders=orders_form(match_view))
    texts = [] if request.POST.get("action") == "drop" else list(filter(None, request.POST.getlist("order")))
    try:
        chosen = set_orders(match_view.own_seat, texts, LogEntry.Via.SITE)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        form = orders_form(match_view, chosen=texts, error=refused.message)
        above = "" if form is not None and form.is_open else refused.message
        return show_match(request, match_view, orders=form, refusal=above, status=refused.status)
    messages.success(request, _("Your orders are saved.") if chosen else _("You have no orders in this match now."))
    return see_other(f"{request.path}#orders")
