"""Sending the others what stood beside the turn in a reply, once its writer says so."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from matches.gate import chat
from matches.gate.refused import MatchRefused
from matches.match_view.view import MatchView
from matches.models import Link, LogEntry
from matches.replies.parse import unused_lines
from matches.text_input import one_line
from matches.views.requests import see_other

from .ask_first import NO, SURE, ask_first


def lines_link(request: HttpRequest, link: Link, match_view: MatchView) -> HttpResponse:
    text = one_line(" ".join(unused_lines(link.mail))) if link.mail is not None else ""
    if not text:
        return _show(request, match_view, _("These lines are no longer stored, so they can’t be sent."))
    if _is_said(link, text):
        return _show(
            request, match_view, _("Your lines were sent to %(who)s.") % {"who": match_view.others_names}, text
        )
    if request.POST.get(SURE) == NO:
        return _show(request, match_view, _("Your lines weren’t sent."), text)
    if asked := ask_first(request, _("Send these lines to %(who)s?") % {"who": match_view.others_names}, f"“{text}”"):
        return asked
    try:
        chat.say(match_view.own_seat, text, LogEntry.Via.LINK)
    except MatchRefused as refused:
        return _show(request, match_view, refused.message, text, refused.status)
    return see_other(request.path)


def _is_said(link: Link, text: str) -> bool:
    said = LogEntry.objects.filter(seat=link.seat_id, kind=LogEntry.Kind.SAID, at__gte=link.made_at)
    return text in said.values_list("message", flat=True)


def _show(
    request: HttpRequest, match_view: MatchView, words: str, text: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "game": match_view.game,
        "words": words,
        "text": text,
    }
    return render(request, "matches/link_lines.html", context, status=status)
