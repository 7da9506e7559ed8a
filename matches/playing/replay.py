"""Looking back at a match: its positions one by one, better turns, and its record, to keep and to check."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from engine.record.check import check_record, findings
from matches.computers import better_turn
from matches.gate.refused import MatchRefused
from matches.input.requests import MemberRequest, login_where_hidden, see_other, way_back
from matches.match_view.board import COOKIE, is_turned
from matches.match_view.drawing import board_html
from matches.match_view.log import LogLine, neighbours, steps_around
from matches.match_view.log_page import LogPage, turn_number
from matches.match_view.open import open_match_view
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView
from matches.record.fairness import is_commitment, seed_facts
from matches.record.record import IS_UNDONE, record_of

from .match_page import show_match

KEPT_FOR = 3600  # seconds


@require_safe
@login_where_hidden
def turn_page(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """Show the board after a line of the log."""
    return show_turn(request, open_match_view(pk, request.user), index)


def show_turn(request: HttpRequest, match_view: MatchView, index: int, token: str = "") -> HttpResponse:
    """Show the board after a line of the log, with the sheet and the ways to the positions around it.

    ``token`` is that of the link by which the reader came.
    """
    position = _position_context(request, match_view, index, token)
    log_page = LogPage(match_view, request, index)
    context = {
        **position,
        **({} if token else better_turn_context(match_view, position["line"].turn.state, index + 1)),
        "game": match_view.game,
        "place": index + 1,
        "number": turn_number(match_view, index),
        "turns": log_page.leaf,
        "moves": log_page.moves,
        "steps": steps_around(match_view.match, index, token),
        "match_url": reverse("matches:link", args=[token]) if token else match_view.match.get_absolute_url(),
    }
    return render(request, "matches/turn.html", context)


@require_safe
@login_where_hidden
def position_as_json(request: HttpRequest, pk: int, index: int) -> HttpResponse:
    """Answer with a position as JSON, for the replay on the match page."""
    return answer_position(request, open_match_view(pk, request.user), index)


def answer_position(request: HttpRequest, match_view: MatchView, index: int, token: str = "") -> JsonResponse:
    """Answer with what a page with the match shows after a line of the log, as JSON.

    ``back`` and ``next`` are the indexes of the positions around it. A position doesn't change, so the reader's browser
    may keep it.
    """
    context = _position_context(request, match_view, index, token)
    line: LogLine = context["line"]
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


def _position_context(request: HttpRequest, match_view: MatchView, index: int, token: str) -> dict[str, Any]:
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
    """Turn the boards of this match round, and lead back to the page the reader came from."""
    if request.method != "POST":
        return redirect("matches:match", pk)
    response = see_other(way_back(request))
    if request.COOKIES.get(COOKIE) == str(pk):
        response.delete_cookie(COOKIE)
    else:
        response.set_cookie(COOKIE, str(pk), secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response


# -- better turns ----------------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def better_turn_at(request: MemberRequest, pk: int, at: int) -> HttpResponse:
    """Have the computer look for a better turn after ``at`` entries of the log, by POST; the page there shows it."""
    match_view = open_match_view(pk, request.user)
    if not 1 <= at <= match_view.match.log_length:
        raise Http404
    page = reverse("matches:turn", args=[pk, at - 1])
    if request.method != "POST":
        return redirect(page)
    try:
        better_turn.ask(match_view.match, len(match_view.seats), at, request.user)
    except MatchRefused as refused:
        return show_match(request, match_view, refusal=refused.message, status=HTTPStatus.CONFLICT)
    return see_other(f"{page}#better-turn")


def better_turn_context(match_view: MatchView, state: Any, at: int) -> dict[str, Any]:
    """Return what the page of a position shows about a better turn.

    ``can_look``: the reader may have the computer look.
    """
    if not better_turn.may_look(match_view.match, match_view.game.load(state)):
        return {}
    found = match_view.match.better_turns.filter(at=at).first()
    who = None if found is None else match_view.seats[found.index].name
    share = None if found is None or found.value is None else round(100 * found.value)
    return {"can_look": True, "better": found, "better_who": who, "better_share": share}


# -- the record ------------------------------------------------------------------------------------------------------


@require_safe
@login_where_hidden
def download_record(request: HttpRequest, pk: int) -> HttpResponse:
    """Give the match as text, as far as the reader may know it, to keep as a file."""
    match_view = open_match_view(pk, request.user)
    mark_seen(request, match_view.match, match_view.seat)
    text = record_of(match_view.match, match_view.seats, match_view.seat)
    name = f"{match_view.game.slug}-{match_view.match.pk}.txt"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


@login_where_hidden
@require_safe
def check_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the record of a match that is over, checked: what is right, or what is wrong on which line."""
    return show_check(request, open_match_view(pk, request.user))


def show_check(request: HttpRequest, match_view: MatchView, token: str = "") -> HttpResponse:
    """Show the record, checked. ``token`` is that of the link by which the reader came."""
    match_url = reverse("matches:link", args=[token]) if token else match_view.match.get_absolute_url()
    if not match_view.match.is_open:
        return redirect(match_url)
    text = record_of(match_view.match, match_view.seats, match_view.seat)
    checked = check_record(text)
    context = {
        "match_view": match_view,
        "match": match_view.match,
        "match_url": match_url,
        "by_link": bool(token),
        "faults": checked.faults,
        "findings": [] if checked.faults else list(findings(checked)),
        "facts": seed_facts(match_view.match, match_view.seats),
        "lines": text.splitlines(),
    }
    return render(request, "matches/check.html", context)


@require_safe
def chance_document(_request: HttpRequest) -> HttpResponse:
    """Show docs/chance.md as it is."""
    try:
        text = (settings.BASE_DIR / "docs" / "chance.md").read_text(encoding="utf-8")
    except OSError:
        raise Http404 from None
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
