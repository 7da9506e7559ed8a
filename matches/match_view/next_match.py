"""Where a player continues after a turn: their match in which the least time is left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import User
from matches.models import Seat


@dataclass(frozen=True)
class WaitingTurns:
    """``number`` of matches in which it is the player's turn, the ``first`` to play by its id, and how many clocks of
    theirs are held since emails did not arrive."""

    first: int | None = None
    number: int = 0
    undelivered: int = 0

    @property
    def next_url(self) -> str:
        return "" if self.first is None else reverse("matches:match", args=[self.first])


# By hand, since a page would take longer to put it into words than the database to answer.
_WAITING = f"""
    SELECT id, match_id, count(*) OVER () AS waiting,
        count(*) FILTER (WHERE held = '{Seat.Held.MAIL}') OVER () AS undelivered
    FROM matches_seat
    WHERE player_id = %s AND finished_at IS NULL AND asked_turn IS NOT NULL
    ORDER BY deadline NULLS LAST, id DESC LIMIT 1
"""  # noqa: S608 (our own names)


def waiting_turns(player: User) -> WaitingTurns:
    """One query."""
    found: list[Any] = list(Seat.objects.raw(_WAITING, [player.pk]))
    return WaitingTurns(found[0].match_id, found[0].waiting, found[0].undelivered) if found else WaitingTurns()
