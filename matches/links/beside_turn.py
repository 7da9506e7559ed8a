"""Actions of a link in a match besides a turn: the forms beside the board, resigning, and sending lines of a reply.

Guests resign by the link to the turn at hand, or by one that was mailed for it; any other link to the match offers to
mail that one. Members log in, or ask for the same email by a reply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches.gate import chat, turns
from matches.gate.refused import MatchRefused
from matches.input.requests import address_with, see_other
from matches.input.text import one_line
from matches.links.permissions import is_own_and_latest, may_resign
from matches.mails import tokens
from matches.mails.reply_lines import unused_lines
from matches.match_view.view import MatchView
from matches.models import Link, LogEntry
from matches.playing.actions import choose_mails, marking_again, put_or_remove, send_message, talk_again
from matches.playing.beside_board import mark_form, note_form, talk_of

from . import old_link_requests
from .secret_page import MAIL, NO, SURE, Refusal, ask_first

RESIGN = "resign"
SAY, HEAR, MARK = "say", "hear", "mark"
BESIDE: Final[dict[str, Callable[[HttpRequest, MatchView], None]]] = {
    SAY: partial(send_message, via=LogEntry.Via.LINK),
    HEAR: choose_mails,
    MARK: put_or_remove,
}


def link_url(token: str) -> str:
    """Return the address of a link's page."""
    return reverse("matches:link", args=[token])


def forms_beside(link: Link, match_view: MatchView, token: str) -> dict[str, Any]:
    """Return the forms beside the board, for guests: they have no login by which to reach them otherwise."""
    if not is_own_and_latest(link, match_view):
        return {}
    url = link_url(token)
    return {
        "note": note_form(match_view),
        "talk": talk_of(match_view, link_url=url),
        "marking": mark_form(match_view, link_url=url),
    }


def do_beside(request: HttpRequest, link: Link, match_view: MatchView, token: str, action: str) -> HttpResponse:
    """Write to the others, mark a space for them, or choose whether to get emails about what they write."""
    if not is_own_and_latest(link, match_view):
        raise MatchRefused(_old_link(request, action), "stale")
    BESIDE[action](request, match_view)
    text = request.POST.get("text", "")
    return see_other(f"{address_with(link_url(token), {'text': text} if text else {})}#say")


def refused_beside(request: HttpRequest, match_view: MatchView, token: str, refused: Refusal) -> dict[str, Any]:
    """Return the form beside the board that was refused, as context of the page."""
    action, url = request.POST.get("action"), link_url(token)
    if action == SAY and (talk := talk_again(request, match_view, refused.message, url)):
        return {"talk": talk}
    if action == MARK and (marking := marking_again(request, match_view, refused.message, url)):
        return {"marking": marking}
    return {}


def _old_link(request: HttpRequest, action: str) -> str:
    """Return why an old link did nothing, with the message that was typed: its page has no form to keep it in."""
    if action == SAY:
        return _(
            "This link is an old one, so your message wasn’t sent: “%(line)s”. "
            "Use the link in the newest email, or reply to it."
        ) % {"line": request.POST.get("line", "")}
    return _("This link is an old one, so nothing was changed. Use the link in the newest email, or reply to it.")


# -- resigning ---------------------------------------------------------------------------------------------------------


def resign_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Show the page on which a guest resigns; on POST, do what the guest answers."""
    is_mailed_for_it = link.purpose == Link.Purpose.RESIGN_PAGE
    if not (is_mailed_for_it or link.user.is_guest):
        return redirect_to_login(reverse("matches:resign", args=[match_view.match.pk]))
    if (match_view.match.is_over or match_view.is_out) and not is_mailed_for_it:
        return see_other(link_url(token))
    if request.method != "POST":
        return _show_resigning(request, link, match_view, token)
    try:
        return _resign(request, link, match_view, token)
    except (MatchRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show_resigning(request, link, match_view, token, refused)


def _resign(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Resign, or email the link that does; then lead to a page that shows the match, which this one doesn't."""
    if request.POST.get("action") == MAIL:
        old_link_requests.send_new_links("confirm_resignation", match_view.own_seat)
        return see_other(f"{request.path}?mailed=1")
    if request.POST.get("action") != RESIGN or not (
        match_view.match.is_over or match_view.is_out or may_resign(link, match_view)
    ):
        raise MatchRefused(_("The match has moved on. Ask for a new link to resign."), "stale")
    goes_on = not (match_view.match.is_over or match_view.is_out)
    if goes_on and (asked := ask_first(request, _("Resign this match?"), _("This can’t be undone."))):
        return asked
    turns.resign(match_view.own_seat, LogEntry.Via.LINK)
    watching = token if link.purpose == Link.Purpose.TURN else tokens.mint_watching(match_view.own_seat)
    return see_other(link_url(watching))


def _show_resigning(
    request: HttpRequest, link: Link, match_view: MatchView, token: str, refused: Refusal | None = None
) -> HttpResponse:
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "game": match_view.game,
        "view": match_view.view,
        "may_resign": may_resign(link, match_view),
        "is_mailed": bool(request.GET.get("mailed")),
        "refusal": refused.message if refused else "",
        "back_url": link_url(token) if link.purpose == Link.Purpose.TURN else "",
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "matches/link_resign.html", context, status=status)


# -- lines beside the turn in a reply --------------------------------------------------------------------------------


def lines_link(request: HttpRequest, link: Link, match_view: MatchView) -> HttpResponse:
    """Ask whether to send the others what was written beside the turn in a reply, and send it."""
    text = one_line(" ".join(unused_lines(link.mail))) if link.mail is not None else ""
    if not text:
        return _show_lines(request, match_view, _("These lines are no longer stored, so they can’t be sent."))
    if _is_said(link, text):
        return _show_lines(
            request, match_view, _("Your lines were sent to %(who)s.") % {"who": match_view.others_names}, text
        )
    if request.POST.get(SURE) == NO:
        return _show_lines(request, match_view, _("Your lines weren’t sent."), text)
    if asked := ask_first(request, _("Send these lines to %(who)s?") % {"who": match_view.others_names}, f"“{text}”"):
        return asked
    try:
        chat.write_message(match_view.own_seat, text, LogEntry.Via.LINK)
    except MatchRefused as refused:
        return _show_lines(request, match_view, refused.message, text, refused.status)
    return see_other(request.path)


def _is_said(link: Link, text: str) -> bool:
    said = LogEntry.objects.filter(seat=link.seat_id, kind=LogEntry.Kind.SAID, at__gte=link.made_at)
    return text in said.values_list("message", flat=True)


def _show_lines(
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
