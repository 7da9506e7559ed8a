"""Playing a turn, and taking one back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import GameError
from engine.values import Draft
from matches.gate import takeback, turns
from matches.gate.refused import MatchRefused
from matches.input.requests import MemberRequest, address_with, login_keeps, see_other, whole_number
from matches.match_view.board import is_turned
from matches.match_view.drawing import board_html
from matches.match_view.open import open_match_view, open_own_match_view
from matches.match_view.overview import waiting_turns
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView
from matches.models import LogEntry, Seat

from .match_page import form_of, show_match


def submitted_text(data: Mapping[str, Any]) -> str:
    """Return the turn that a form submits: its ``text`` or, if that is empty, its ``pick_<key>`` counts.

    The counts come in the order in which they were asked: ``pick_I=4&pick_T=4`` is "I4T4", and with ``step=T-1`` it is
    "I4T3".
    """
    text = str(data.get("text", "")).strip()
    if text:
        return text
    picks = [(name.removeprefix("pick_"), str(data[name]).strip()) for name in data if name.startswith("pick_")]
    step = str(data.get("step", ""))
    stepped = [(key, _stepped(key, count, step)) for key, count in picks]
    return "".join(f"{key}{count}" for key, count in stepped if count not in {"", "0"})


def _stepped(key: str, count: str, step: str) -> str:
    """Return the count, one more or one less if the step says so, but never less than zero."""
    by = {f"{key}+1": 1, f"{key}-1": -1}.get(step)
    if by is None or not (count or "0").isdecimal():
        return count
    return str(max(0, int(count or 0) + by))


def moved_on() -> str:
    """Return the message for a reader whose page is out of date."""
    return _("The match has changed. Check it again before you play.")


def last_look_at(posted: QueryDict) -> dict[str, str]:
    """Return the query string that shows a posted turn for review again, for ``login_keeps``."""
    return {"text": submitted_text(posted), "review": "1", "message": posted.get("message", "")}


@login_keeps(last_look_at)
@require_http_methods(["GET", "HEAD", "POST"])
def play_turn(request: MemberRequest, pk: int) -> HttpResponse:
    """Show the turn so far (``text``), or its review (``review``); on POST, send it."""
    if request.method == "POST" and "change" not in request.POST:
        return _send_turn(request, pk)
    match_view = open_own_match_view(pk, request.user)
    if request.method == "POST":
        return to_be_changed(request)
    if not match_view.is_asked:
        return redirect(match_view.match)
    form = form_of(match_view, **typed_in(request))
    return show_match(request, match_view, form=form, status=status_of(form))


def _send_turn(request: MemberRequest, pk: int) -> HttpResponse:
    """Send the turn: the gate finds the reader's seat, and refuses if there is none."""
    text, message = submitted_text(request.POST), request.POST.get("message", "")
    try:
        number = whole_number(request.POST.get("number"))
        turn = turns.submit_turn_of_player(pk, request.user.pk, number, text, LogEntry.Via.SITE, message)
    except MatchRefused as refused:
        match_view = open_own_match_view(pk, request.user)
        if not match_view.is_asked:
            return show_match(request, match_view, refusal=refused.message, status=refused.status)
        form = form_of(match_view, typed=text, message=message, error=refused.message)
        return show_match(request, match_view, form=form, status=refused.status)
    assert turn.seat is not None
    return see_other(_page_after_sending(request, turn.seat))


def _page_after_sending(request: MemberRequest, own: Seat) -> str:
    """Return the page to show after a turn: the match, or the next one to play.

    The next one is only for players who want that, once there is nothing more to do or to see in this one. ``own`` is
    the reader's seat as the turn has left it.
    """
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


def to_be_changed(request: HttpRequest) -> HttpResponse:
    """Lead from the review back to the form, with the message that was written there."""
    query = urlencode({"text": submitted_text(request.POST), "message": request.POST.get("message", "")})
    return see_other(f"{request.path}?{query}#turn")


def typed_in(request: HttpRequest) -> dict[str, Any]:
    """Return the turn under way from the query string, as ``turn_form`` takes it."""
    return {
        "typed": submitted_text(request.GET),
        "message": request.GET.get("message", ""),
        "review": bool(request.GET.get("review")),
        "is_under_way": "step" in request.GET,
    }


def status_of(form: dict[str, Any]) -> int:
    """Return the status of a page with this turn form."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form["error"] else HTTPStatus.OK


@login_required
@require_safe
def draft_turn(request: MemberRequest, pk: int) -> HttpResponse:
    """Answer with the turn under way as JSON, for the page's script."""
    return answer_draft(request, open_own_match_view(pk, request.user))


def answer_draft(request: HttpRequest, match_view: MatchView) -> JsonResponse:
    """Answer with the turn under way as JSON, of a match that is open."""
    if not match_view.is_asked:
        return JsonResponse({"error": moved_on()}, status=HTTPStatus.CONFLICT)
    mark_seen(request, match_view.match, match_view.own_seat)
    try:
        found = match_view.draft_of(submitted_text(request.GET))
    except GameError as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    found = replace(found, view=match_view.marked(found.view))
    return JsonResponse(draft_json(found, turned=is_turned(request, match_view.match, match_view.seat, found.view)))


def draft_json(found: Draft, *, turned: bool | None) -> dict[str, Any]:
    """Return a draft as the page's script reads it."""
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


# -- a turn taken back -----------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_back_turn(request: MemberRequest, pk: int) -> HttpResponse:
    """Take back the turn of that ``number``, by POST.

    GET leads to the match, where the button is: readers who had to log in first arrive by GET.
    """
    match_view = open_own_match_view(pk, request.user)
    if request.method != "POST":
        return redirect(match_view.match)
    try:
        line = takeback.take_back(
            match_view.own_seat, LogEntry.Via.SITE, number=whole_number(request.POST.get("number"))
        )
    except MatchRefused as refused:
        return show_match(request, open_match_view(pk, request.user), refusal=refused.message, status=refused.status)
    done = _("You took your turn back. Change it and send it again.")
    messages.success(request, done)
    return see_other(form_again(reverse("matches:play", args=[pk]), line))


def form_again(path: str, line: LogEntry) -> str:
    """Return the address of the turn form with what was taken back filled in.

    ``again`` has the page's script begin without the last action.
    """
    assert line.undoes is not None
    return address_with(path, {"text": line.undoes.text, "message": line.undoes.message, "again": "1"}) + "#turn"
