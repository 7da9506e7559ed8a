"""Opening the links of emails: one turn of a seat, resigning a match, or answering an offer, without logging in.

GET and HEAD change nothing. A reader logged in as the owner is sent on to the normal page; one logged in as someone
else is shown nothing and can do nothing.
"""

from __future__ import annotations

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from matches.links.permissions import find_link, is_live, is_pending
from matches.mails import causes
from matches.match_view.open import open_seat_view
from matches.match_view.view import MatchView
from matches.models import Link
from matches.offers import guests, share_link
from matches.playing.actions import ask_about_draw
from matches.playing.analysis import draft_analysis, show_analysis
from matches.playing.replay import answer_position, show_check, show_turn
from matches.playing.turn import answer_draft, moved_on

from .beside_turn import lines_link, resign_link
from .offer import offer_link, rematch_link
from .secret_page import answer_choice, as_read_by, is_choosing, secret_page, speak_as_browser
from .turn import turn_link

Purpose = Link.Purpose


@secret_page
@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the link of an email; on POST, do what its page asks for."""
    link = _find_link(token, Purpose.TURN, Purpose.OFFER, Purpose.REMATCH, Purpose.LINES)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    if request.user.is_authenticated and request.method != "POST" and link.purpose != Purpose.LINES:
        return redirect(_normal_page(link))
    if is_choosing(request, link.user) and _may_be_used(link):
        return answer_choice(request, link.user)
    if link.purpose == Purpose.OFFER and guests.is_new(link.user):
        speak_as_browser(request, link.user)
    with as_read_by(link.user):
        if link.purpose == Purpose.OFFER:
            response = offer_link(request, link)
        elif link.purpose == Purpose.LINES:
            response = lines_link(request, link, match_view_of(link))
        elif link.purpose == Purpose.REMATCH:
            response = rematch_link(request, link, match_view_of(link), token)
        else:
            response = turn_link(request, link, match_view_of(link), token)
    if request.method == "POST":
        causes.announce_after_return(link.user)
    return response


@secret_page
@require_safe
def link_draft(request: HttpRequest, token: str) -> HttpResponse:
    """Answer with the turn under way as JSON, for the script of a link's page."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return _draft_not_yours()
    match_view = match_view_of(link)
    if not is_live(link, match_view):
        return JsonResponse({"error": moved_on()}, status=HTTPStatus.CONFLICT)
    with as_read_by(link.user):
        return answer_draft(request, match_view)


@secret_page
@require_safe
def link_turn(request: HttpRequest, token: str, index: int) -> HttpResponse:
    """Show a line of the log with its board, also by a link that plays nothing more."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    match_view = match_view_of(link)
    if request.user.is_authenticated:
        return redirect("matches:turn", match_view.match.pk, index)
    with as_read_by(link.user):
        return show_turn(request, match_view, index, token)


@secret_page
@require_safe
def link_position(request: HttpRequest, token: str, index: int) -> HttpResponse:
    """Answer with a position as JSON, for the replay on a link's page."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return JsonResponse({"error": _("This link belongs to another player.")}, status=HTTPStatus.FORBIDDEN)
    with as_read_by(link.user):
        return answer_position(request, match_view_of(link), index, token)


@secret_page
@require_safe
def link_draw(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to accept the draw that is on offer; the button posts to the page of the turn."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    match_view = match_view_of(link)
    if request.user.is_authenticated:
        return redirect("matches:draw", match_view.match.pk)
    page = reverse("matches:link", args=[token])
    if not is_live(link, match_view):
        return redirect(page)
    with as_read_by(link.user):
        return ask_about_draw(request, match_view, page, page)


@secret_page
@require_safe
def link_check(request: HttpRequest, token: str) -> HttpResponse:
    """Show the record of a match that is over, checked."""
    link = _find_link(token, Purpose.TURN, Purpose.REMATCH)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    match_view = match_view_of(link)
    if request.user.is_authenticated:
        return redirect("matches:check", match_view.match.pk)
    with as_read_by(link.user):
        return show_check(request, match_view, token)


@secret_page
@require_safe
def link_analysis(request: HttpRequest, token: str, at: int, line: str = "") -> HttpResponse:
    """Show turns tried from a position, also by a link that plays nothing more."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    match_view = match_view_of(link)
    if request.user.is_authenticated:
        return redirect("matches:analysis", match_view.match.pk, at, *([line] if line else []))
    with as_read_by(link.user):
        return show_analysis(request, match_view, at, line, token)


@secret_page
@require_safe
def link_trial(request: HttpRequest, token: str, at: int, line: str = "") -> HttpResponse:
    """Answer with the turn that is being tried as JSON, for the script of a link's analysis page."""
    link = _find_link(token, Purpose.TURN)
    if _is_somebody_else(request, link):
        return _draft_not_yours()
    with as_read_by(link.user):
        return draft_analysis(request, match_view_of(link), at, line, token)


@secret_page
@require_http_methods(["GET", "HEAD", "POST"])
def link_resign(request: HttpRequest, token: str) -> HttpResponse:
    """Open the page on which a guest resigns."""
    link = _find_link(token, Purpose.TURN, Purpose.RESIGN_PAGE)
    if _is_somebody_else(request, link):
        return _not_yours(request)
    match_view = match_view_of(link)
    if request.user.is_authenticated and request.method != "POST":
        return redirect("matches:resign", match_view.match.pk)
    with as_read_by(link.user):
        response = resign_link(request, link, match_view, token)
    if request.method == "POST":
        causes.announce_after_return(link.user)
    return response


def _not_yours(request: HttpRequest) -> HttpResponse:
    return render(request, "matches/link_other.html", status=HTTPStatus.FORBIDDEN)


def _draft_not_yours() -> JsonResponse:
    return JsonResponse({"error": _("This link belongs to another player.")}, status=HTTPStatus.FORBIDDEN)


def _find_link(token: str, *purposes: Link.Purpose) -> Link:
    link = find_link(token, *purposes)
    if link is None:
        raise Http404
    return link


def _may_be_used(link: Link) -> bool:
    """Return whether the link still does something: old ones only show what became of their turn or offer."""
    return is_pending(link) or (link.offer is None and is_live(link, match_view_of(link)))


def _is_somebody_else(request: HttpRequest, link: Link) -> bool:
    return isinstance(request.user, User) and request.user.pk != link.user_id


def _normal_page(link: Link) -> str:
    if link.seat is not None:
        return link.seat.match.get_absolute_url()
    assert link.offer is not None
    return share_link.share_path(link.offer) if link.offer.by_link else link.offer.get_absolute_url()


def match_view_of(link: Link) -> MatchView:
    """Return the match of a link, as its owner sees it."""
    assert link.seat is not None
    return open_seat_view(link.seat)
