"""The form of a turn, sent or only tried out: the text that it submits, and what its template needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from engine.errors import GameError
from engine.values import Decision, Draft
from matches.match_view.board import kept_form
from matches.match_view.view import MatchView
from matches.record.suggestions import Offer, offers

from .trial import Position

PICK, TURN, CHOICE = "matches/_pick_form.html", "matches/_compose.html", "matches/_choices.html"
_NOTHING_CHOSEN: Final = {
    PICK: _("Nothing chosen yet. Enter how many of each unit you want."),
    TURN: _("Nothing chosen yet. Choose an action from the list below, or type one."),
    CHOICE: _("Nothing chosen yet. Choose one of the answers."),
}


def turn_form(
    match_view: MatchView,
    *,
    form_url: str,
    draft_url: str,
    typed: str = "",
    message: str = "",
    error: str = "",
    review: bool = False,
    is_under_way: bool = False,
) -> dict[str, Any]:
    """Return what the turn form needs, for a seat that is asked.

    A text that can't be played stays in the form, beside the reason; the board is then the one before the turn. A turn
    that is still under way stays there without comment.
    """
    draft, decision = kept_form(
        match_view.game, match_view.match.state, match_view.own_seat.index, match_view.names_said
    )
    try:
        if typed:
            draft = match_view.draft_of(typed)
    except GameError as fault:
        error, review = error or ("" if is_under_way else str(fault)), False
    if review and not draft.may_send and not error:
        error, review = unfinished(draft, decision), False
    return {
        "draft": replace(draft, view=match_view.marked(draft.view)),
        "decision": decision,
        "composer": composer(draft, decision),
        "offers": _offers(match_view, decision),
        "number": match_view.own_seat.asked_turn,
        "form_url": form_url,
        "draft_url": draft_url,
        "typed": typed if error or is_under_way else draft.text,
        "message": message,
        "error": error,
        "review": review,
    }


def _offers(match_view: MatchView, decision: Decision) -> list[Offer]:
    """Return answers to start from, without loading the state if nothing can be suggested."""
    can_be = decision.suggestions or decision.again
    return offers(match_view.game, match_view.state, match_view.own_seat, decision) if can_be else []


def trial_form(
    position: Position, *, form_url: str, draft_url: str, typed: str = "", error: str = "", review: bool = False
) -> dict[str, Any]:
    """Return what the form needs for a turn that is only tried, on a position without ``end``.

    With ``review`` the text was meant as a whole turn.
    """
    try:
        draft = position.draft(typed)
    except GameError as fault:
        draft = position.draft("")
        error = error or str(fault)
    decision = position.game.decision(position.state, position.seat)
    if review and not error and not draft.may_send:
        error = unfinished(draft, decision)
    return {
        "draft": draft,
        "decision": decision,
        "form_seat": position.seat,
        "form_url": form_url,
        "draft_url": draft_url,
        "typed": typed if error else draft.text,
        "error": error,
    }


def unfinished(draft: Draft, decision: Decision) -> str:
    """Return why a turn can't be sent yet, in words that fit the form it is made with."""
    return draft.missing or str(_NOTHING_CHOSEN[composer(draft, decision)])


def composer(draft: Draft, decision: Decision) -> str:
    """Return the template with the fields or buttons by which the answer is put together."""
    if draft.view.get("pick"):
        return PICK
    return TURN if decision.is_turn else CHOICE
