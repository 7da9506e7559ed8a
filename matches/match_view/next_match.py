"""Where a player goes on after a turn: the match of theirs in which the least time is left."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Window
from django.urls import reverse

from accounts.models import User
from jobs.fast_sql import Select
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
    found = _COUNTED.rows(player.pk)
    return WaitingTurns(*found[0]) if found else WaitingTurns()


def _counted(player: int) -> QuerySet[Seat, tuple[int, int, int]]:
    undelivered = Count("pk", filter=Q(held=Seat.Held.MAIL))
    waiting = lists.waiting(player).prefetch_related(None)
    counted = waiting.annotate(waiting=Window(Count("pk")), undelivered=Window(undelivered))
    return counted.values_list("match_id", "waiting", "undelivered")[:1]


_COUNTED = Select(_counted, int)
