"""Making the clocks of a player's matches follow when vacation, time zone or night have changed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext, ngettext

from accounts.models import User
from jobs.broker import Job, broker
from matches.gate import calendar_clocks
from matches.gate.refused import MatchRefused
from matches.models import Seat

log = logging.getLogger(__name__)

FOLLOW_PAUSES = Job[int]("matches.tasks.follow_pauses")
AT_ONCE = 20  # matches whose clocks follow while the player waits for the page


class Moved(NamedTuple):
    """The effect of a change on a player's clocks.

    It has the numbers of running clocks with a new deadline, of matches in which the change must still be worked out,
    and of turns that have passed to the next player.
    """

    clocks: int
    later: int
    passed: int = 0

    @property
    def words(self) -> str:
        """Return the effect as a sentence for the player."""
        moved = gettext("No deadline moved")
        if self.clocks:
            moved = ngettext("%(number)s deadline moved", "%(number)s deadlines moved", self.clocks)
            moved %= {"number": self.clocks}
        if not self.later:
            return f"{moved}.{self._passed_words}"
        follows = ngettext(
            "%(moved)s; %(number)s more match follows within a minute.",
            "%(moved)s; %(number)s more matches follow within a minute.",
            self.later,
        )
        return follows % {"moved": moved, "number": self.later} + self._passed_words

    @property
    def _passed_words(self) -> str:
        words = ngettext(
            "%(number)s turn passed to the next player.", "%(number)s turns passed to the next player.", self.passed
        )
        return f" {words % {'number': self.passed}}" if self.passed else ""


def follow_player(player: User, at_once: int = AT_ONCE) -> Moved:
    """Let the player's clocks follow a change: at once those that run out first, the others in a worker.

    Must not run inside the transaction of the change.
    """
    waiting = Seat.objects.filter(player=player, pauses_changed_at__isnull=False)
    seats = list(waiting.order_by(F("deadline").asc(nulls_last=True), "pk")[:at_once])
    later = waiting.count() - len(seats) if len(seats) == at_once else 0
    before = {seat.pk: seat for seat in seats}
    for pk in before:
        _follow(pk)
    if later:
        broker.ask_soon(FOLLOW_PAUSES, player.pk)
    now = Seat.objects.in_bulk(before)
    passed = {pk for pk, seat in now.items() if seat.asked_turn is None and before[pk].asked_turn is not None}
    moved = sum(seat.deadline != before[pk].deadline for pk, seat in now.items() if pk not in passed)
    return Moved(moved, later, len(passed))


def follow_waiting(batch: int = 200, player_id: int | None = None) -> int:
    """Let every clock that still has to follow a change do so, or all those of a player; return how many did."""
    waiting = Seat.objects.filter(pauses_changed_at__isnull=False)
    if player_id is not None:
        waiting = waiting.filter(player=player_id)
    return sum(_follow(pk) for pk in _each(waiting, batch))


def _each(waiting: QuerySet[Seat], batch: int) -> Iterator[int]:
    """Yield the ids of the waiting seats, the longest waiting first.

    Each page begins after the last seat seen, so that a seat that keeps waiting doesn't come again.
    """
    rows = waiting.order_by("pauses_changed_at", "pk").values_list("pauses_changed_at", "pk")
    page = rows
    while found := list(page[:batch]):
        yield from (pk for _, pk in found)
        at, last = found[-1]
        page = rows.filter(Q(pauses_changed_at__gt=at) | Q(pauses_changed_at=at, pk__gt=last))


def _follow(seat_id: int) -> bool:
    try:
        calendar_clocks.follow_pauses(seat_id)
    except MatchRefused as refusal:
        log.info("seat %s will follow its player's pauses later: %s", seat_id, refusal.message)
        return False
    except Exception:  # one match that cannot be worked out, for whatever reason, must not stop the clocks of others
        log.exception("seat %s could not follow its player's pauses", seat_id)
        return False
    return True
