"""Where a player continues after a turn: their match in which the least time is left."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, Window
from django.urls import reverse

from accounts.models import User
from matches.models import Seat

from . import lists


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


def waiting_turns(player: User) -> WaitingTurns:
    """One query."""
    undelivered = Count("pk", filter=Q(held=Seat.Held.MAIL))
    waiting = lists.waiting(player).prefetch_related(None)
    counted = waiting.annotate(waiting=Window(Count("pk")), undelivered=Window(undelivered))
    first = counted.values_list("match_id", "waiting", "undelivered").first()
    return WaitingTurns(*first) if first else WaitingTurns()
