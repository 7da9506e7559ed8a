"""Taking a turn back: a button, and the turn is in the form again."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.gate import takeback
from matches.gate.refused import MatchRefused
from matches.match_view.view import open_match_view, open_own_match_view
from matches.models import LogEntry
from matches.views.requests import MemberRequest, address_with, see_other, whole_number

from .page import show


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: MemberRequest, pk: int) -> HttpResponse:
    """POST does it, for the turn of that ``number``. A reader who had to log in on the way comes by GET, and finds the
    button on the page of the match."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    try:
        line = takeback.take_back(
            match_view.own_seat, LogEntry.Via.SITE, number=whole_number(request.POST.get("number"))
        )
    except MatchRefused as refused:
        return show(request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status)
    done = _("You took your turn back. Change it and send it again.")
    messages.success(request, done)
    return see_other(form_again(reverse("matches:play", args=[pk]), line))


def form_again(path: str, line: LogEntry) -> str:
    """The address of the turn form there, with what was taken back filled in; ``again`` has its script begin without
    the last action."""
    assert line.undoes is not None
    return address_with(path, {"text": line.undoes.text, "message": line.undoes.message, "again": "1"}) + "#turn"
