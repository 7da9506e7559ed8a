"""Marking spaces of the board for the others of a team."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.forms.marks import MarkForm, mark_form
from matches.gate import marks
from matches.gate.refused import MatchRefused
from matches.match_view.view import MatchView, open_own_match_view
from matches.views.requests import MemberRequest, fields, login_keeps, see_other

from .page import back_to, form_beside, show


@login_keeps(fields("space", "words", "text"))
@require_http_methods(["GET", "HEAD", "POST"])
def post_mark(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the match with the mark typed so far. POST puts it on the board, or with ``remove`` takes the reader's
    from that space."""
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        typed = {"space": request.GET.get("space", ""), "text": request.GET.get("words", "")}
        turn = form_beside(match_view, request.GET.get("text", ""))
        return show(request, match_view, form=turn, marking=mark_form(match_view, **typed))
    try:
        put_or_remove(request, match_view)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        form = marking_again(request, match_view, refused.message)
        turn, refusal = form_beside(match_view, request.POST.get("text", "")), "" if form else refused.message
        return show(request, match_view, form=turn, marking=form, refusal=refusal, status=refused.status)
    return see_other(back_to(match_view.match, request.POST.get("text", "")))


def put_or_remove(request: HttpRequest, match_view: MatchView) -> None:
    """Put the mark there that was posted, or take it away. Raises ``MatchRefused``."""
    if removed := request.POST.get("remove", ""):
        marks.remove_mark(match_view.own_seat, removed)
        done = _("Mark removed.")
    else:
        mark = marks.put_mark(match_view.own_seat, request.POST.get("space", ""), request.POST.get("words", ""))
        done = _("Marked %(space)s for your team.") % {"space": mark.ref}
    messages.success(request, done)


def marking_again(request: HttpRequest, match_view: MatchView, error: str, link_url: str = "") -> MarkForm | None:
    """The form with the mark that was turned down; ``None`` where there is none."""
    if request.POST.get("remove"):
        return None
    space, text = request.POST.get("space", ""), request.POST.get("words", "")
    return mark_form(match_view, link_url=link_url, space=space, text=text, error=error)
