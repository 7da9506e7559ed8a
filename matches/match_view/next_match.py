"""Where a player continues after a turn: their match in which the least time is left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet, Window
from django.urls import reverse

from accounts.models import User
from jobs.fast_sql import Asked, Select, read_together
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
    return waiting_among(*read_together(ask_for_waiting(player)))


def ask_for_waiting(player: User) -> Asked[tuple[int, int, int]]:
    """What ``waiting_among`` follows from, for a page that reads other rows with it."""
    return _COUNTED.asked(player.pk)


def waiting_among(rows: Sequence[tuple[int, int, int]]) -> WaitingTurns:
    return WaitingTurns(*rows[0]) if rows else WaitingTurns()


def _counted(player: int) -> QuerySet[Seat, tuple[int, int, int]]:
    undelivered = Count("pk", filter=Q(held=Seat.Held.MAIL))
    waiting = lists.waiting(player).prefetch_related(None)
    counted = waiting.annotate(waiting=Window(Count("pk")), undelivered=Window(undelivered))
    return counted.values_list("match_id", "waiting", "undelivered")[:1]


_COUNTED = Select(_counted, int)
