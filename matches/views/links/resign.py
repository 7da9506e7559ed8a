"""Resigning without a login, for guests: by the link to the turn at hand, or by one that was mailed for it.

Any other link to the match offers to mail that one. Members log in, or ask for the same email by a reply.
"""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from matches import link_tokens
from matches.gate import turns
from matches.gate.refused import MatchRefused
from matches.link_permissions import may_resign
from matches.mails import old_link_requests
from matches.match_view.view import MatchView
from matches.models import Link, LogEntry
from matches.views.requests import see_other

from .ask_first import ask_first
from .secret_page import MAIL
from .turn import Refusal

RESIGN = "resign"


def resign_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    is_mailed_for_it = link.purpose == Link.Purpose.RESIGN_PAGE
    if not (is_mailed_for_it or link.user.is_guest):
        return redirect_to_login(reverse("matches:resign", args=[match_view.match.pk]))
    if (match_view.match.is_over or match_view.is_out) and not is_mailed_for_it:
        return see_other(reverse("matches:link", args=[token]))
    if request.method != "POST":
        return _show(request, link, match_view, token)
    try:
        return _act(request, link, match_view, token)
    except (MatchRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show(request, link, match_view, token, refused)


def _act(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """A link for resigning shows no match, so it leads on to one that does."""
    if request.POST.get("action") == MAIL:
        old_link_requests.send("confirm_resignation", match_view.own_seat)
        return see_other(f"{request.path}?mailed=1")
    if request.POST.get("action") != RESIGN or not (
        match_view.match.is_over or match_view.is_out or may_resign(link, match_view)
    ):
        raise MatchRefused(_("The match has moved on. Ask for a new link to resign."), "stale")
    goes_on = not (match_view.match.is_over or match_view.is_out)
    if goes_on and (asked := ask_first(request, _("Resign this match?"), _("This can’t be undone."))):
        return asked
    turns.resign(match_view.own_seat, LogEntry.Via.LINK)
    watching = token if link.purpose == Link.Purpose.TURN else link_tokens.mint_watching(match_view.own_seat)
    return see_other(reverse("matches:link", args=[watching]))


def _show(
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
        "back_url": reverse("matches:link", args=[token]) if link.purpose == Link.Purpose.TURN else "",
    }
    status = refused.status if refused else HTTPStatus.OK
    return render(request, "matches/link_resign.html", context, status=status)
