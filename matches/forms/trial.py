"""The form of a turn that is only tried: on a board of one's own, or in a lesson."""

from __future__ import annotations

from typing import Any

from engine.errors import GameError
from matches.analysis.board import Position
from matches.match_view.view import unfinished


def trial_form(
    position: Position, *, form_url: str, draft_url: str, typed: str = "", error: str = "", review: bool = False
) -> dict[str, Any]:
    """What the form needs on a position without ``end``, as ``MatchView.form`` gives it for a turn that is sent. With
    ``review`` what was typed was meant as a whole turn."""
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
