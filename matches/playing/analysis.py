"""Trying turns from a position of a match.

The address holds the turns that were tried; nothing is stored, and nothing of the match changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from engine.errors import GameError
from matches.input.requests import login_where_hidden
from matches.match_view.board import is_turned
from matches.match_view.log import LogLine
from matches.match_view.open import open_match_view
from matches.match_view.read_marks import mark_seen
from matches.match_view.view import MatchView
from matches.models import LogEntry
from matches.record.record import IS_UNDONE

from . import analysis_address
from .analysis_address import BadAddress, Tree, written
from .trial import Tried, position_of, try_all
from .turn import draft_json, submitted_text
from .turn_form import trial_form


@dataclass(frozen=True)
class TriedTurn:
    """A turn that was tried: ``number`` counts from the position, ``branch`` is the depth of its branch."""

    number: int
    branch: int
    who: str
    text: str
    words: str
    url: str
    is_here: bool


@require_safe
@login_where_hidden
def analysis_page(request: HttpRequest, pk: int, at: int, line: str = "") -> HttpResponse:
    """Show the board after ``at`` entries of the log, and the turns of ``line``.

    With ``review`` the turn in ``text`` is tried, and the answer leads to the page after it.
    """
    return show_analysis(request, open_match_view(pk, request.user), at, line)


@require_safe
@login_where_hidden
def analysis_draft(request: HttpRequest, pk: int, at: int, line: str = "") -> JsonResponse:
    """Answer with the turn that is being tried as JSON, for the page's script."""
    return draft_analysis(request, open_match_view(pk, request.user), at, line)


def show_analysis(request: HttpRequest, match_view: MatchView, at: int, line: str, token: str = "") -> HttpResponse:
    """Show turns tried from a position. ``token`` is that of the link by which the reader came."""
    analysis = _open(request, match_view, at, line, token)
    form: dict[str, Any] = {}
    if not analysis.tried.here.end:
        typed, review = submitted_text(request.GET), bool(request.GET.get("review"))
        form = _trial_form(analysis, typed, review=review)
        if review and not form["error"]:
            try:
                return redirect(analysis.url(analysis.tried.tree.with_turn(form["draft"].text)))
            except BadAddress as full:
                form["error"] = str(full)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if analysis.fault or form.get("error") else HTTPStatus.OK
    context = analysis.context()
    turned = is_turned(request, match_view.match, match_view.seat, context["view"])
    return render(request, "matches/analysis.html", {**context, **form, "turned": turned}, status=status)


def draft_analysis(request: HttpRequest, match_view: MatchView, at: int, line: str, token: str = "") -> JsonResponse:
    """Answer with the turn that is being tried as JSON. ``token`` is that of the link by which the reader came."""
    position = _open(request, match_view, at, line, token).tried.here
    if position.end:
        return JsonResponse({"error": position.end}, status=HTTPStatus.CONFLICT)
    try:
        found = position.draft(submitted_text(request.GET))
    except GameError as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return JsonResponse(
        draft_json(found, turned=bool(is_turned(request, match_view.match, match_view.seat, found.view)))
    )


def _trial_form(analysis: Analysis, typed: str, *, review: bool) -> dict[str, Any]:
    tree = analysis.tried.tree
    return trial_form(
        analysis.tried.here,
        form_url=analysis.url(tree),
        draft_url=analysis.url(tree, name="analysis_draft"),
        typed=typed,
        review=review,
    )


def _open(request: HttpRequest, match_view: MatchView, at: int, line: str, token: str) -> Analysis:
    if not match_view.may_analyse:
        raise PermissionDenied(_why_not(match_view))
    if at > match_view.match.log_length:
        raise Http404
    turn = None
    if at:
        turn = get_object_or_404(match_view.match.log.annotate(is_undone=IS_UNDONE), index=at - 1)
    mark_seen(request, match_view.match, match_view.seat, at)
    return _analysis(match_view, turn, at, line, token)


def _why_not(match_view: MatchView) -> str:
    if match_view.seat is None:
        return _("Only its players can analyse a match while it’s running. Come back when it’s over.")
    return _("This event allows analysis only after a match. Come back when it’s over.")


def _analysis(match_view: MatchView, turn: LogEntry | None, at: int, line: str, token: str) -> Analysis:
    if turn is None:
        state = match_view.game.start(
            match_view.match.options, len(match_view.seats), bytes.fromhex(match_view.match.seed)
        )
    else:
        state = match_view.game.load(turn.state)
    base = position_of(
        match_view.game, state, match_view.seat.index if match_view.seat else None, match_view.names_said
    )
    try:
        tried, fault = try_all(base, analysis_address.read_address(line)), ""
    except BadAddress as bad:
        tried, fault = try_all(base, Tree()), str(bad)
    return Analysis(match_view, at, token, tried, fault or tried.fault, match_view.line(turn) if turn else None)


@dataclass(frozen=True)
class Analysis:
    """The turns tried from a position of a match; ``entry`` is the line of the log that led to it."""

    match_view: MatchView
    at: int
    token: str
    tried: Tried
    fault: str
    entry: LogLine | None

    def url(self, tree: Tree | None = None, *, at: int | None = None, name: str = "analysis") -> str:
        """Return the address of these turns, from this position or ``at`` another."""
        place: list[Any] = [self.token or self.match_view.match.pk, self.at if at is None else at]
        if tree is not None and tree.nodes:
            place.append(written(tree))
        return reverse(f"matches:link_{name}" if self.token else f"matches:{name}", args=place)

    @cached_property
    def rows(self) -> list[TriedTurn]:
        tree = self.tried.tree
        branches: dict[int, int] = {-1: 0}
        found = []
        for place, node in enumerate(tree.nodes):
            is_first = tree.children(node.parent)[0] == place
            branches[place] = branches[node.parent] + (0 if is_first else 1)
            position, before = self.tried.at(place), self.tried.at(node.parent)
            assert position.played is not None
            found.append(
                TriedTurn(
                    number=len(tree.path(place)),
                    branch=branches[place],
                    who=self.match_view.seats[before.seat].name,
                    text=node.text,
                    words=position.played.public_words,
                    url=self.url(tree.at(place)),
                    is_here=place == tree.here,
                )
            )
        return found

    def ways(self) -> dict[str, str]:
        """Return the links to other positions; "" if there is none."""
        tree, here, last = self.tried.tree, self.tried.tree.here, self.match_view.match.log_length
        is_tried = here >= 0
        after = tree.children(here)
        return {
            "first_url": self.url(tree.at(-1)) if is_tried else "",
            "back_url": self.url(tree.at(tree.nodes[here].parent)) if is_tried else "",
            "forward_url": self.url(tree.at(after[0])) if after else "",
            "last_url": self.url(tree.at(tree.last(here))) if after else "",
            "delete_url": self.url(tree.without(here)) if is_tried else "",
            "earlier_url": self.url(at=self.at - 1) if self.at else "",
            "later_url": self.url(at=self.at + 1) if self.at < last else "",
        }

    def context(self) -> dict[str, Any]:
        match_view, here = self.match_view, self.tried.here
        view = here.view()
        return {
            "match_view": match_view,
            "match": match_view.match,
            "game": match_view.game,
            "seat": match_view.seat,
            "view": view,
            "at": self.at,
            "entry": self.entry,
            "rows": self.rows,
            "here": here,
            "fault": self.fault,
            "names": list(zip(view["labels"], match_view.seats, strict=True)),
            "text_board": match_view.game.text_board(view),
            "position_text": match_view.game.position_text(view),
            "share_url": self._shared() if match_view.match.is_open else "",
            "match_url": reverse("matches:link", args=[self.token])
            if self.token
            else match_view.match.get_absolute_url(),
            "token": self.token,
            "by_link": bool(self.token),
            **self.ways(),
        }

    def _shared(self) -> str:
        """Return the whole address for others who may see the match, never that of a link in an email."""
        return Analysis(self.match_view, self.at, "", self.tried, "", None).url(self.tried.tree)
