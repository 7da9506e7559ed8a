"""Marking spaces of the board for the others of a team."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.forms.marks import mark_form
from matches.gate import marks
from matches.gate.refused import Refused
from matches.match_view.view import open_own_desk
from matches.views.requests import MemberRequest, fields, login_keeps, see_other

from .page import back_to, form_beside, show


@login_keeps(fields("space", "words"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_mark(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the match with the mark typed so far. POST puts it on the board, or with ``remove`` takes the reader's
    from that space."""
    desk = open_own_desk(pk, request.user)
    if request.method != "POST":
        typed = {"space": request.GET.get("space", ""), "text": request.GET.get("words", "")}
        return show(request, desk, marking=mark_form(desk, **typed))
    removed = request.POST.get("remove", "")
    space, text = request.POST.get("space", ""), request.POST.get("words", "")
    try:
        if removed:
            marks.remove_mark(desk.own_seat, removed)
            done = _("Mark removed.")
        else:
            done = _("Marked %(space)s for your team.") % {"space": marks.put_mark(desk.own_seat, space, text).ref}
    except Refused as refused:
        desk = open_own_desk(pk, request.user)
        form = None if removed else mark_form(desk, space=space, text=text, error=refused.message)
        turn, refusal = form_beside(request, desk), "" if form else refused.message
        return show(request, desk, form=turn, marking=form, refusal=refusal, status=refused.status)
    messages.success(request, done)
    return see_other(back_to(request, desk.match))
