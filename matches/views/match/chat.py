"""Writing a line to the others in a match, and doing without emails about theirs."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.forms.chat import Talk, talk_of
from matches.gate import chat
from matches.gate.refused import MatchRefused
from matches.match_view.view import MatchView, open_own_match_view
from matches.models import LogEntry, Seat
from matches.views.requests import MemberRequest, fields, login_keeps, see_other

from .page import back_to, form_beside, show


@login_keeps(fields("line", "text"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_message(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the match with the line typed so far. POST sends it."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        turn = form_beside(match_view, request.GET.get("text", ""))
        return show(request, match_view, form=turn, talk=talk_of(match_view, typed=request.GET.get("line", "")))
    try:
        send_message(request, match_view, LogEntry.Via.SITE)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        talk = talk_again(request, match_view, refused.message)
        turn, refusal = form_beside(match_view, request.POST.get("text", "")), "" if talk else refused.message
        return show(request, match_view, form=turn, talk=talk, refusal=refusal, status=refused.status)
    return see_other(f"{back_to(match_view.match, request.POST.get('text', ''))}#say")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unmute(request: MemberRequest, pk: int) -> HttpResponse:
    """POST turns emails about lines in this match off (``mails=off``) or on again, for the reader alone."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    choose_mails(request, match_view)
    return see_other(f"{back_to(match_view.match, request.POST.get('text', ''))}#say")


def send_message(request: HttpRequest, match_view: MatchView, via: LogEntry.Via) -> None:
    """Write the line that was posted. Raises ``MatchRefused``."""
    chat.say(match_view.own_seat, request.POST.get("line", ""), via)
    messages.success(request, _("Message sent."))


def talk_again(request: HttpRequest, match_view: MatchView, error: str, link_url: str = "") -> Talk | None:
    """The form with the line that was turned down; ``None`` where nothing can be written any more."""
    return talk_of(match_view, link_url=link_url, typed=request.POST.get("line", ""), error=error)


def choose_mails(request: HttpRequest, match_view: MatchView) -> None:
    """Whether the reader gets emails about lines in this match, as was posted."""
    is_deaf = request.POST.get("mails") == "off"
    Seat.objects.filter(pk=match_view.own_seat.pk, player=match_view.own_seat.player).update(is_deaf=is_deaf)
    done = _("You get emails about messages in this match again.")
    if is_deaf:
        done = _("You get no emails about messages in this match.")
    messages.success(request, done)
