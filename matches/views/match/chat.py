"""Writing a line to the others in a match, and doing without emails about theirs."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.forms.chat import talk_of
from matches.gate import chat
from matches.gate.refused import Refused
from matches.match_view.view import open_own_desk
from matches.models import Seat, Turn
from matches.views.requests import MemberRequest, fields, login_keeps, see_other

from .page import back_to, form_beside, show


@login_keeps(fields("line"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_message(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the match with the line typed so far. POST sends it."""
    desk = open_own_desk(pk, request.user)
    if request.method != "POST":
        return show(request, desk, talk=talk_of(desk, typed=request.GET.get("line", "")))
    line = request.POST.get("line", "")
    try:
        chat.say(desk.own_seat, line, Turn.Via.SITE)
    except Refused as refused:
        desk = open_own_desk(pk, request.user)
        talk = talk_of(desk, typed=line, error=refused.message)
        turn, refusal = form_beside(request, desk), "" if talk else refused.message
        return show(request, desk, form=turn, talk=talk, refusal=refusal, status=refused.status)
    messages.success(request, _("Message sent."))
    return see_other(f"{back_to(request, desk.match)}#say")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unmute(request: MemberRequest, pk: int) -> HttpResponse:
    """POST turns emails about lines in this match off (``mails=off``) or on again, for the reader alone."""
    desk = open_own_desk(pk, request.user)
    if request.method != "POST":
        return redirect(desk.match)
    is_deaf = request.POST.get("mails") == "off"
    Seat.objects.filter(match=desk.match, player=request.user).update(is_deaf=is_deaf)
    done = _("You get emails about messages in this match again.")
    if is_deaf:
        done = _("You get no emails about messages in this match.")
    messages.success(request, done)
    return see_other(f"{back_to(request, desk.match)}#say")
