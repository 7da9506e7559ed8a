"""The page of a link that plays one turn.

An old link shows the match, its log and its replay, and plays nothing, because someone it was passed to must not reach
later turns by it. So the link to the current turn is emailed again, to the player. Only the answer to a turn leads on
to what the same seat is asked for before anyone else has acted, since a reader who could send the one may also send the
other.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from matches.gate import takeback, turns
from matches.gate.refused import MatchRefused
from matches.input.requests import contribution_in, see_other
from matches.input.text import one_line
from matches.links.permissions import is_live, is_own_and_latest
from matches.mails import tokens
from matches.match_view.log import LogLine
from matches.match_view.open import open_seat_view
from matches.match_view.view import MatchView
from matches.models import Link, LogEntry
from matches.offers.refused import OfferRefused
from matches.playing.actions import DRAW_ACTIONS, keep_note
from matches.playing.beside_board import NoteForm
from matches.playing.match_page import after_match, page_context
from matches.playing.turn import form_again, moved_on, status_of, submitted_text, to_be_changed, typed_in
from matches.playing.turn_form import turn_form
from matches.time_control.time_control import TAKEBACK_WINDOW

from . import old_link_requests
from .beside_turn import BESIDE, do_beside, forms_beside, link_url, refused_beside
from .offer import REMATCH, ask_about_rematch, ask_by_link
from .secret_page import MAIL, Refusal, ask_first, is_sure

MOST_SINCE = 20
TAKE_BACK = "take_back"
NOTE = "note"


def turn_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Show the turn that a link plays; on POST, do what the page asks for."""
    if request.method == "POST":
        return _do_by_link(request, link, match_view, token)
    if not is_live(link, match_view):
        return show_stale(request, link, match_view, token)
    form = _form_by_link(match_view, token, **typed_in(request))
    return _show_form(request, link, match_view, form, token, status=status_of(form))


def _do_by_link(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    if "change" in request.POST:
        return to_be_changed(request)
    action = request.POST.get("action", "")
    if asked := _ask(request, link, match_view, action):
        return asked
    try:
        if action == TAKE_BACK:
            return _take_back(link, match_view, token)
        if action == MAIL:
            old_link_requests.send_new_links("position", match_view.own_seat)
            return see_other(f"{link_url(token)}?mailed=1")
        if action == REMATCH and is_own_and_latest(link, match_view):
            return see_other(ask_by_link(link, match_view, link_url(token), contribution_in(request)))
        if action == NOTE:
            return _keep_note(request, link, match_view, token)
        if action in BESIDE:
            return do_beside(request, link, match_view, token, action)
        if action in DRAW_ACTIONS:
            _answer_draw(link, match_view, action)
        else:
            return _submit(request, link, match_view, token)
    except (MatchRefused, OfferRefused, old_link_requests.LinkRequestRefused) as refused:
        return _show_refusal(request, link, _again(match_view), token, refused)
    return see_other(link_url(token))


def _ask(request: HttpRequest, link: Link, match_view: MatchView, action: str) -> HttpResponse | None:
    """Ask first (``ask_first``) if the button does what can't be taken back; ``None`` for others and after a yes."""
    who = {"who": match_view.others_names}
    match action:
        case "offer":
            return ask_first(request, _("Offer %(who)s a draw?") % who, _("You can’t withdraw the offer."))
        case "accept":
            words = _("The match ends at once as a draw. This can’t be undone.")
            return ask_first(request, _("Accept the draw?"), words)
        case "decline":
            return ask_first(request, _("Decline the draw?"))
        case _ if action == TAKE_BACK:
            words = _("Then it’s your turn again, and you send another.")
            return ask_first(request, _("Take back your turn?"), words)
        case _ if action == REMATCH and is_own_and_latest(link, match_view):
            return ask_about_rematch(request, match_view)
        case _:
            return None


def _submit(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Play the turn of the link, whatever number the form says.

    It leads to the receipt, or to what the seat is asked for next if no one has acted since: then the link still
    worked.
    """
    assert link.number is not None
    was_live = is_live(link, match_view)
    message = request.POST.get("message", "")
    if was_live and not is_sure(request):
        return _ask_to_confirm(request, link, match_view, token, message)
    turn = turns.submit_turn(match_view.own_seat, link.number, submitted_text(request.POST), LogEntry.Via.LINK, message)
    after = _again(match_view)
    number = after.own_seat.asked_turn
    if not (was_live and after.is_asked and number is not None and turn.index == after.match.log_length - 1):
        return see_other(link_url(token))
    return see_other(f"{link_url(tokens.mint_turn(after.own_seat, number))}?sent=1")


def _ask_to_confirm(request: HttpRequest, link: Link, match_view: MatchView, token: str, message: str) -> HttpResponse:
    """Show the review again: a turn is sent once its reader confirms it, since mail servers submit forms."""
    form = _form_by_link(match_view, token, typed=submitted_text(request.POST), message=message, review=True)
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    return _show_form(request, link, match_view, {**form, "is_unsure": True}, token, status=status)


def _take_back(link: Link, match_view: MatchView, token: str) -> HttpResponse:
    """Take the turn back, and lead to the form of the turn that is asked for again.

    That turn has a number of its own, so it gets a link of its own; the one in the email plays nothing more. This lasts
    as long as taking back does; later the newest email has the link.
    """
    line = takeback.take_back(match_view.own_seat, LogEntry.Via.LINK, number=link.number)
    seat = _again(match_view).own_seat
    is_asked_by_it = seat.asked_turn is not None and line.clocks[seat.index]["number"] == seat.asked_turn
    if not is_asked_by_it or timezone.now() > line.at + TAKEBACK_WINDOW:
        return see_other(link_url(token))
    assert seat.asked_turn is not None
    return see_other(form_again(link_url(tokens.mint_turn(seat, seat.asked_turn)), line))


def _keep_note(request: HttpRequest, link: Link, match_view: MatchView, token: str) -> HttpResponse:
    if not is_own_and_latest(link, match_view):
        raise MatchRefused(moved_on(), "stale")

    def show_again(form: NoteForm) -> HttpResponse:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if is_live(link, match_view):
            return _show_form(
                request, link, match_view, _form_by_link(match_view, token), token, beside={"note": form}, status=status
            )
        return show_stale(request, link, match_view, token, beside={"note": form}, status=status)

    return keep_note(request, match_view.match, link.user, link_url(token), show_again)


def _answer_draw(link: Link, match_view: MatchView, action: str) -> None:
    if not is_live(link, match_view):
        raise MatchRefused(moved_on(), "stale")
    act, _done = DRAW_ACTIONS[action]
    act(match_view.own_seat, LogEntry.Via.LINK)


def _show_refusal(
    request: HttpRequest, link: Link, match_view: MatchView, token: str, refused: Refusal
) -> HttpResponse:
    beside = refused_beside(request, match_view, token, refused) if is_own_and_latest(link, match_view) else {}
    refusal = "" if beside else refused.message
    if not is_live(link, match_view):
        return show_stale(request, link, match_view, token, beside=beside, refusal=refusal, status=refused.status)
    if request.POST.get("action") in {*DRAW_ACTIONS, *BESIDE, MAIL}:
        form = _form_by_link(match_view, token, typed=submitted_text(request.POST))
        return _show_form(request, link, match_view, form, token, beside=beside, refusal=refusal, status=refused.status)
    typed, message = submitted_text(request.POST), request.POST.get("message", "")
    form = _form_by_link(match_view, token, typed=typed, message=message, error=refused.message)
    return _show_form(request, link, match_view, form, token, status=refused.status)


def _again(match_view: MatchView) -> MatchView:
    """Return the match as it is now."""
    return open_seat_view(match_view.own_seat)


def _sent(match_view: MatchView) -> LogLine | None:
    """Return the turn that the reader has just sent, if the same seat is asked again."""
    last = (
        match_view.log()
        .filter(index=match_view.match.log_length - 1, seat=match_view.own_seat, kind=LogEntry.Kind.PLAY)
        .first()
    )
    return None if last is None else match_view.line(last)


def _form_by_link(match_view: MatchView, token: str, **typed: Any) -> dict[str, Any]:
    return turn_form(
        match_view, form_url=link_url(token), draft_url=reverse("matches:link_draft", args=[token]), **typed
    )


def _show_form(
    request: HttpRequest,
    link: Link,
    match_view: MatchView,
    form: dict[str, Any],
    token: str,
    *,
    beside: dict[str, Any] | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        **page_context(request, match_view, token),
        **form,
        **forms_beside(link, match_view, token),
        **(beside or {}),
        "sent": _sent(match_view) if request.GET.get("sent") else None,
        "written": one_line(request.GET.get("written", "")),
        "refusal": refusal,
        "form_is_open": True,
        "by_link": True,
        "token": token,
    }
    return render(request, "matches/link_turn.html", context, status=status)


def show_stale(
    request: HttpRequest,
    link: Link,
    match_view: MatchView,
    token: str,
    *,
    beside: dict[str, Any] | None = None,
    refusal: str = "",
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show what became of an old link's turn, what happened since, and the match, to be looked at only."""
    played = match_view.log().filter(number=link.number).first()
    passed = None if played else turns.passed_on(match_view.match, match_view.own_seat, link.number).first()
    known = played or passed
    since = match_view.log().filter(index__gt=known.index) if known else match_view.log()
    latest = list(since.order_by("-index")[:MOST_SINCE])[::-1]
    context = {
        **page_context(request, match_view, token),
        **forms_beside(link, match_view, token),
        **(beside or {}),
        "after": after_match(match_view, token) if is_own_and_latest(link, match_view) else None,
        "played": match_view.line(played) if played else None,
        "is_passed_on": passed is not None,
        "is_of_a_turn": link.number != tokens.NEVER_ASKED,
        "since": [match_view.line(turn) for turn in latest],
        "has_gone_on": any(turn.kind != LogEntry.Kind.SAID for turn in latest),
        "link_url": request.path,
        "is_mailed": bool(request.GET.get("mailed")),
        "refusal": refusal,
        "by_link": True,
        "token": token,
    }
    return render(request, "matches/link_stale.html", context, status=status)
