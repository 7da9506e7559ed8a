"""The page of a link that plays one turn."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from matches import play, taking_back
from matches.forms import picked
from matches.mail import links
from matches.models import Link, Turn

from .desk import Desk, seats_of
from .match import DRAW_ACTIONS
from .requests import see_other
from .taking_back import form_again
from .turn import moved_on, status_of, to_be_changed, typed_in

MOST_SINCE = 20
TAKE_BACK = "take_back"


def is_live(link: Link, desk: Desk) -> bool:
    """Whether the turn that the link is for still waits to be played."""
    return desk.is_asked and desk.own_seat.number == link.number


def turn_link(request: HttpRequest, link: Link, desk: Desk, token: str) -> HttpResponse:
    if request.method == "POST":
        return _act(request, link, desk, token)
    if not is_live(link, desk):
        return _show_stale(request, link, desk)
    form = _form(desk, token, **typed_in(request))
    return _show_form(request, desk, form, status=status_of(form))


def _act(request: HttpRequest, link: Link, desk: Desk, token: str) -> HttpResponse:
    if "change" in request.POST:
        return to_be_changed(request)
    action = request.POST.get("action", "")
    try:
        if action == TAKE_BACK:
            return _take_back(link, desk, token)
        if action in DRAW_ACTIONS:
            _answer_draw(link, desk, action)
        else:
            _submit(request, link, desk)
    except play.Refused as refused:
        return _show_refusal(request, link, _again(desk), token, refused)
    return see_other(_address(token))


def _submit(request: HttpRequest, link: Link, desk: Desk) -> None:
    """The link's own number counts, whatever number the form says."""
    assert link.number is not None
    message = request.POST.get("message", "")
    play.submit_turn(desk.own_seat, link.number, picked(request.POST), Turn.Via.LINK, message)


def _take_back(link: Link, desk: Desk, token: str) -> HttpResponse:
    """To the form of the turn that is asked for again. It has a number of its own, so it gets a link of its own: the
    one in the mail plays nothing more. That lasts as long as taking back does; later the newest mail has the link."""
    line = play.take_back(desk.own_seat, Turn.Via.LINK, number=link.number)
    seat = _again(desk).own_seat
    is_asked_by_it = seat.number is not None and line.clocks[seat.index]["number"] == seat.number
    if not is_asked_by_it or timezone.now() > line.at + taking_back.WINDOW:
        return see_other(_address(token))
    assert seat.number is not None
    return see_other(form_again(_address(links.mint_turn(seat, seat.number)), line))


def _answer_draw(link: Link, desk: Desk, action: str) -> None:
    if not is_live(link, desk):
        raise play.Refused(moved_on(), "stale")
    act, _ = DRAW_ACTIONS[action]
    act(desk.own_seat, Turn.Via.LINK)


def _show_refusal(request: HttpRequest, link: Link, desk: Desk, token: str, refused: play.Refused) -> HttpResponse:
    if not is_live(link, desk):
        return _show_stale(request, link, desk, refusal=refused.message, status=refused.status)
    if request.POST.get("action") in DRAW_ACTIONS:
        return _show_form(request, desk, _form(desk, token), refusal=refused.message, status=refused.status)
    typed, message = picked(request.POST), request.POST.get("message", "")
    form = _form(desk, token, typed=typed, message=message, error=refused.message)
    return _show_form(request, desk, form, status=refused.status)


def _again(desk: Desk) -> Desk:
    """The match as it is now."""
    match = type(desk.match).objects.get(pk=desk.match.pk)
    seats = seats_of(match)
    return Desk(match, seats, next(seat for seat in seats if seat.pk == desk.own_seat.pk))


def _address(token: str) -> str:
    return reverse("matches:link", args=[token])


def _form(desk: Desk, token: str, **typed: Any) -> dict[str, Any]:
    return desk.form(form_url=_address(token), draft_url=reverse("matches:link_draft", args=[token]), **typed)


def _show_form(
    request: HttpRequest, desk: Desk, form: dict[str, Any], *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    context = {**desk.context(request), **form, "refusal": refusal, "form_is_open": True, "by_link": True}
    return render(request, "matches/link_turn.html", context, status=status)


def _show_stale(
    request: HttpRequest, link: Link, desk: Desk, *, refusal: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """What became of the turn, what happened since, and the match as the seat sees it, to be looked at only."""
    played = desk.log().filter(number=link.number).first()
    since = desk.log().filter(index__gt=played.index) if played else desk.log()
    latest = list(since.order_by("-index")[:MOST_SINCE])[::-1]
    context = {
        **desk.context(request),
        "played": desk.line(played) if played else None,
        "since": [desk.line(turn) for turn in latest],
        "has_gone_on": any(turn.kind != Turn.Kind.SAID for turn in latest),
        "link_url": request.path,
        "refusal": refusal,
        "by_link": True,
    }
    return render(request, "matches/link_stale.html", context, status=status)
