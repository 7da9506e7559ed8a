"""“Look for a better turn”, on the positions of a match that is over."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from matches.computer import better_turn
from matches.gate.refused import MatchRefused
from matches.match_view.view import MatchView, open_match_view
from matches.views.requests import MemberRequest, see_other

from .page import show


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def better_turn_at(request: MemberRequest, pk: int, at: int) -> HttpResponse:
    """POST has the computer look at the position after so many entries; its page shows what it finds."""
    match_view = open_match_view(pk, request.user)
    if not 1 <= at <= match_view.match.log_length:
        raise Http404
    page = reverse("matches:turn", args=[pk, at - 1])
    if request.method != "POST":
        return redirect(page)
    try:
        better_turn.ask(match_view.match, len(match_view.seats), at, request.user)
    except MatchRefused as refused:
        return show(request, match_view, refusal=refused.message, status=HTTPStatus.CONFLICT)
    return see_other(f"{page}#better-turn")


def better_turn_context(match_view: MatchView, state: Any, at: int) -> dict[str, Any]:
    """What the page of a position needs. ``may_ask``: its reader may have the computer look."""
    if not better_turn.may_look(match_view.match, match_view.game.load(state)):
        return {}
    found = match_view.match.better_turns.filter(at=at).first()
    who = None if found is None else match_view.seats[found.index].name
    share = None if found is None or found.value is None else round(100 * found.value)
    return {"can_look": True, "better": found, "better_who": who, "better_share": share}
