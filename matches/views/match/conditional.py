"""Setting conditional turns, and dropping them."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from matches import conditional
from matches.conditional.parse import LONGEST
from matches.forms.conditional import ahead_of, summary_of
from matches.gate.refused import MatchRefused
from matches.match_view.board_side import is_turned
from matches.match_view.view import MatchView, open_own_match_view
from matches.models import LogEntry
from matches.views.requests import (
    MemberRequest,
    forget_typed,
    is_by_script,
    log_in_first,
    see_other,
    typed_before_login,
    whole_number,
)

from .page import show
from .turn import draft_json


@require_http_methods(["GET", "HEAD", "POST"])
def ahead(request: HttpRequest, pk: int) -> HttpResponse:
    """GET shows the match with the form unfolded. POST sets the lines, or as ``action`` says: "check" shows what would
    be set, "drop" drops what is. The page's script gets JSON, and stays there."""
    if not isinstance(request.user, User):
        return log_in_first(request, request.POST.get("lines", "")[: LONGEST + 1])
    if request.method == "POST":
        return _act(request, pk, request.user)
    match_view = open_own_match_view(pk, request.user)
    return show(request, match_view, ahead=ahead_of(match_view, typed=typed_before_login(request)))


@login_required
@require_POST
def ahead_draft(request: MemberRequest, pk: int) -> JsonResponse:
    """The draft of a turn at the end of a chain (``played``, in order), as JSON, for the script of the page. Nothing is
    kept. It is posted since it is for its player's eyes alone, and servers write addresses into their logs."""
    match_view = open_own_match_view(pk, request.user)
    chain, text = request.POST.getlist("played"), request.POST.get("text", "")
    try:
        found = conditional.draft_ahead(match_view.match, match_view.seats, match_view.own_seat, chain, text)
    except MatchRefused as refused:
        return JsonResponse({"error": refused.message}, status=refused.status)
    turned = is_turned(request, match_view.match, match_view.seat, found.draft.view)
    return JsonResponse({**draft_json(found.draft, turned=turned), "seat": found.seat.index})


def _act(request: HttpRequest, pk: int, user: User) -> HttpResponse:
    match_view = open_own_match_view(pk, user)
    typed, action = request.POST.get("lines"), request.POST.get("action")
    forget_typed(request)
    try:
        if action == "check":
            lines = conditional.try_out(match_view.match, match_view.seats, match_view.own_seat, typed or "")
            return show(request, match_view, ahead=ahead_of(match_view, typed=typed, checked=lines))
        done, number = _drop(match_view) if action == "drop" else _set(request, match_view, typed or "")
    except MatchRefused as refused:
        if is_by_script(request):
            return JsonResponse({"error": refused.message}, status=refused.status)
        return _show_refusal(request, open_own_match_view(pk, user), typed, refused)
    if is_by_script(request):
        return JsonResponse({"words": done, "summary": summary_of(number, match_view.others_names)})
    messages.success(request, done)
    return see_other(f"{request.path}#ahead")


def _set(request: HttpRequest, match_view: MatchView, typed: str) -> tuple[str, int]:
    """What was done, and how many are set now."""
    number = whole_number(request.POST.get("number"))
    lines = conditional.set_lines(match_view.own_seat, typed, LogEntry.Via.SITE, number=number)
    return _("Your conditional turns are saved."), len(lines.lines)


def _drop(match_view: MatchView) -> tuple[str, int]:
    was_set = conditional.drop(match_view.own_seat)
    return _("Your conditional turns are deleted.") if was_set else _("There were no conditional turns to delete."), 0


def _show_refusal(
    request: HttpRequest, match_view: MatchView, typed: str | None, refused: MatchRefused
) -> HttpResponse:
    """Beside the field where there is one; else above all, with what was typed kept below."""
    form = ahead_of(match_view, typed=typed, error=refused.message)
    above = "" if form is not None and form.is_open else refused.message
    return show(request, match_view, ahead=form, refusal=above, status=refused.status)
