"""Reasons: why the gate turned something down, and an organiser's own, which a decision by hand must have."""

from __future__ import annotations

from http import HTTPStatus
from typing import Literal

from django.utils.translation import gettext as _

from i18n.text import Text, say
from matches.input.text import one_line, too_long
from matches.models import Match
from matches.record.names import named_result

Code = Literal["over", "stale", "not_asked", "late", "unreadable", "illegal", "busy"]

_STATUS: dict[Code, HTTPStatus] = {
    "over": HTTPStatus.CONFLICT,
    "stale": HTTPStatus.CONFLICT,
    "not_asked": HTTPStatus.CONFLICT,
    "late": HTTPStatus.CONFLICT,
    "unreadable": HTTPStatus.UNPROCESSABLE_ENTITY,
    "illegal": HTTPStatus.UNPROCESSABLE_ENTITY,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
}


class MatchRefused(Exception):
    """Something that was refused, without any change.

    ``message`` is one sentence for the player, ``status`` an HTTP status.

    ``over``: the match has ended, or the seat is out of it; ``stale``: what it answers no longer exists; ``not_asked``:
    another player must act; ``late``: after the deadline; ``unreadable`` and ``illegal``: the text, by the game's own
    words; ``busy``: the database was, so that the same may be sent again.
    """

    def __init__(self, message: str, code: Code) -> None:
        super().__init__(message)
        self.message = message
        self.code: Code = code
        self.status = int(_STATUS[code])


def match_over(match: Match) -> MatchRefused:
    """Return the refusal for a match that has ended; it says how."""
    return MatchRefused(say("This match is over: %(result)s", result=named_result(match)), "over")


def refuse_if_over(match: Match) -> None:
    if match.is_over:
        raise match_over(match)


def checked_reason(reason: str, longest: int) -> str:
    """Return the reason on one line. Raises ``MatchRefused`` if it is empty, or has more than ``longest`` characters.

    One of the site's own sentences is returned as it is, so that it can be said in other languages.
    """
    if isinstance(reason, Text):
        return reason
    reason = one_line(reason)
    if not reason:
        raise MatchRefused(_("Give a reason: players see it in the log."), "unreadable")
    if fault := too_long(reason, longest):
        raise MatchRefused(fault, "unreadable")
    return reason
