"""Making a turn, and looking at the turns that were made."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import GameError
from engine.values import Draft
from matches.fairness import is_commitment
from matches.forms.challenge import picked
from matches.gate import turns
from matches.gate.lock.lock import SeatOf
from matches.gate.refused import MatchRefused
from matches.match_view.board_side import COOKIE, is_turned
from matches.match_view.log import Line
from matches.match_view.moves import neighbours, steps_around
from matches.match_view.next_match import waiting_turns
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView, open_match_view, open_own_match_view
from matches.models import LogEntry, Seat
from matches.record import IS_UNDONE
from matches.templatetags.boards import board_html
from matches.views.requests import MemberRequest, login_keeps, login_where_hidden, see_other, way_back, whole_number

from .better_turn import better_turn_context
from .page import form_of, show

KEPT_FOR = 3600  # seconds


def moved_on() -> str:
    return _("The match has changed. Check it again before you play.")


def last_look_at(posted: QueryDict) -> dict[str, str]:
    """The query string that shows a turn that was posted once more, for ``login_keeps``."""
    return {"text": picked(posted), "review": "1", "message": posted.get("message", "")}


@login_keeps(last_look_at)
@require_http_methods(["GET", "HEAD", "POST"])
def play_turn(request: MemberRequest, pk: int) -> HttpResponse:
    """GET shows the turn so far (``text``), or with ``review`` a review. POST sends it."""
    if request.method == "POST" and "change" not in request.POST:
        return _send(request, pk)
    match_view = open_own_match_view(pk, request.user)
    if request.method == "POST":
        return to_be_changed(request)
    if not match_view.is_asked:
        return redirect(match_view.match)
    form = form_of(match_view, **typed_in(request))
    return show(request, match_view, form=form, status=status_of(form))


def _send(request: MemberRequest, pk: int) -> HttpResponse:
    """The gate finds the reader's seat. Where there is none, it refuses, and the page says what can be seen."""
    text, message = picked(request.POST), request.POST.get("message", "")
    try:
        turn = submit(SeatOf(pk, request.user.pk), request, LogEntry.Via.SITE)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        if not match_view.is_asked:
            return show(request, match_view, refusal=refused.message, status=refused.status)
        form = form_of(match_view, typed=text, message=message, error=refused.message)
        return show(request, match_view, form=form, status=refused.status)
    assert turn.seat is not None
    return see_other(_page_after_sending(request, turn.seat))


def _page_after_sending(request: MemberRequest, own: Seat) -> str:
    """The match; or the next that waits, for a player who wishes that, once there is nothing more to do or to see in
    this one. ``own`` is the reader's seat as the turn has left it."""
    pk = own.match_id
    here = reverse("matches:match", args=[pk])
    sent = _("Turn sent.") if own.asked_turn is None else _("Turn sent. It’s your turn again.")
    if request.user.auto_advance and own.asked_turn is None and own.finished_at is None:
        following = waiting_turns(request.user)
        if following.next_url:
            match_view = open_own_match_view(pk, request.user)
            back = _("View your match against %(names)s") % {"names": match_view.others_names}
            if match_view.game.together:
                back = _("View the match you’ve just played in")
            messages.success(request, format_html('{} <a href="{}">{}</a>', sent, here, back))
            return following.next_url
    messages.success(request, sent)
    return here


def submit(seat: Seat | SeatOf, request: HttpRequest, via: LogEntry.Via) -> LogEntry:
    """Send the turn that was posted for the seat. Raises ``MatchRefused``."""
    number = whole_number(request.POST.get("number"))
    return turns.submit_turn(seat, number, picked(request.POST), via, request.POST.get("message", ""))


def to_be_changed(request: HttpRequest) -> HttpResponse:
    """Back from the last look to the form, with the line that was written there."""
    query = urlencode({"text": picked(request.POST), "message": request.POST.get("message", "")})
    return see_other(f"{request.path}?{query}#turn")


def typed_in(request: HttpRequest) -> dict[str, Any]:
    """What the query string says of a turn under way, as ``MatchView.form`` takes it."""
    return {
        "typed": picked(request.GET),
        "message": request.GET.get("message", ""),
        "review": bool(request.GET.get("review")),
        "is_under_way": "step" in request.GET,
    }


def status_of(form: dict[str, Any]) -> int:
    return HTTPStatus.UNPROCESSABLE_ENTITY if form["error"] else HTTPStatus.OK


@login_required
@require_safe
def draft(request: MemberRequest, pk: int) -> HttpResponse:
    """The turn under way as JSON, for the script of the page."""
    return answer_draft(request, open_own_match_view(pk, request.user))


def answer_draft(request: HttpRequest, match_view: MatchView) -> JsonResponse:
    if not match_view.is_asked:
        return JsonResponse({"error": moved_on()}, status=HTTPStatus.CONFLICT)
    mark_seen(request, match_view.match, match_view.own_seat)
    try:
        found = match_view.draft_of(picked(request.GET))
    except GameError as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    found = replace(found, view=match_view.marked(found.view))
    return JsonResponse(draft_json(found, turned=is_turned(request, match_view.match, match_view.seat, found.view)))


def draft_json(found: Draft, *, turned: bool | None) -> dict[str, Any]:
    return {
        "text": found.text,
        "words": found.words,
        "may_send": found.may_send,
        "missing": found.missing,
        "offer": found.offer,
        "reveals": found.reveals,
        "steps": [
            {
                "text": step.text,
                "label": step.label,
                "kind": step.kind,
                "group": step.group,
                "paths": step.paths,
                "next": step.next,
            }
            for step in found.steps
        ],
        "board": board_html(found.view, play=True, turned=bool(turned)),
        "error": "",
    }


@require_safe
@login_where_hidden
def turn_page(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    return show_turn(request, open_match_view(pk, request.user), index)


def show_turn(request: HttpRequest, match_view: MatchView, index: int, token: str = "") -> HttpResponse:
    """The board after a line of the log, with the sheet and the way to the positions before and after it; ``token`` is
    that of the link by which the reader came."""
    position = _position(request, match_view, index, token)
    turns = match_view.turns(request, index)
    context = {
        **position,
        **({} if token else better_turn_context(match_view, position["line"].turn.state, index + 1)),
        "game": match_view.game,
        "place": index + 1,
        "number": match_view.turn_number(index),
        "turns": turns,
        "moves": match_view.moves(turns),
        "steps": steps_around(match_view.match, index, token),
        "match_url": reverse("matches:link", args=[token]) if token else match_view.match.get_absolute_url(),
    }
    return render(request, "matches/turn.html", context)


@require_safe
@login_where_hidden
def position(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    return answer_position(request, open_match_view(pk, request.user), index)


def answer_position(request: HttpRequest, match_view: MatchView, index: int, token: str = "") -> JsonResponse:
    """What a page with the match shows after a line of the log, as JSON, for its replay; ``back`` and ``next`` are the
    indexes of the positions around it. A position does not change, so the reader's browser may keep it."""
    context = _position(request, match_view, index, token)
    line: Line = context["line"]
    words = f"{line.who}: {line.words}" if line.who else line.words
    notes = [str(note) for note in line.notes if not is_commitment(note)]
    back, following = neighbours(match_view.match, index)
    answer = JsonResponse(
        {
            "index": index,
            "back": back,
            "next": following,
            "says": " ".join([f"{words.rstrip('.')}.", *notes]),
            "title": escape(context["view"]["title"]),
            "board": board_html(context["view"], turned=bool(context["turned"])),
            "others": render_to_string("matches/_others.html", context),
            "own": render_to_string("matches/_own.html", context),
        }
    )
    answer.headers["Cache-Control"] = f"private, max-age={KEPT_FOR}"
    return answer


def _position(request: HttpRequest, match_view: MatchView, index: int, token: str) -> dict[str, Any]:
    if index >= match_view.match.log_length:
        raise Http404
    turn = get_object_or_404(match_view.match.log.annotate(is_undone=IS_UNDONE), index=index)
    mark_seen(request, match_view.match, match_view.seat, index + 1)
    view = match_view.stored_view(turn.state)
    turned = is_turned(request, match_view.match, match_view.seat, view)
    return {
        "match_view": match_view,
        "match": match_view.match,
        "seat": match_view.seat,
        "view": view,
        "players": match_view.players(match_view.sides_at(view), view, turned=turned),
        "turned": turned,
        "line": match_view.line(turn),
        "index": index,
        "token": token,
        "by_link": bool(token),
    }


@csrf_exempt  # it says how one looks at a board, and the page of a link has no token
@require_http_methods(["GET", "HEAD", "POST"])
def turn_board(request: HttpRequest, pk: int) -> HttpResponse:
    """Back to the page one comes from, with the boards of this match seen from the other side than before."""
    if request.method != "POST":
        return redirect("matches:match", pk)
    response = see_other(way_back(request))
    if request.COOKIES.get(COOKIE) == str(pk):
        response.delete_cookie(COOKIE)
    else:
        response.set_cookie(COOKIE, str(pk), secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response
