"""The side of the table from which a reader sees a board: their own, unless they have turned it."""

from __future__ import annotations

from django.http import HttpRequest

from engine.values import View
from matches.models import Match, Seat

COOKIE = "turned"  # the number of the match whose board was turned last


def is_turned(request: HttpRequest, match: Match, seat: Seat | None, view: View) -> bool | None:
    """Whether the board is drawn from the side that the game does not draw it from; ``None`` where it has no sides."""
    below = view.get("below")
    if below is None:
        return None
    is_own = seat is not None and seat.index != below
    return is_own != (request.COOKIES.get(COOKIE) == str(match.pk))
