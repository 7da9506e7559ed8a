"""One round of what time does to matches, each minute: found by indexed columns, decided some at a time.

Two sweepers at once do the work of one: each leaves alone what the other has, and each decision is guarded by the
number of its turn.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from timekeeping import clock

from .clocks import outages, seat_clock
from .gate import calendar_clocks, mail_clocks, timeout
from .home import digest_schedule, reminders
from .models import Match, Outage, Seat, Vacation
from .time_control import time_control
from .vacation import follow

log = logging.getLogger(__name__)

TOGETHER = 25  # deadlines decided in one transaction: who sends a turn in one of these matches waits for it to end


@dataclass(frozen=True, slots=True)
class Swept:
    """The outcome of a round. After an outage a round only gives the time back."""

    outage: Outage | None = None
    followed: int = 0
    started: int = 0
    decided: int = 0
    passed: int = 0
    reminded: int = 0
    digests: int = 0

    def __str__(self) -> str:
        if self.outage:
            return f"no sweep since {self.outage.began_at:%Y-%m-%d %H:%M} UTC: {self.outage.clocks} clocks got it back"
        return (
            f"{self.decided} deadlines decided, {self.reminded} reminders, {self.digests} mails of the day, "
            f"{self.followed} clocks with new pauses, {self.started} clocks started, {self.passed} turns passed on"
        )


def sweep_matches() -> Swept:
    now = clock.now()
    if outage := outages.beat(now):
        swept = Swept(outage)
        log.warning("%s", swept)
        return swept
    followed, started, decided = (
        follow.follow_waiting(),
        mail_clocks.release_held_clocks(),
        sweep_deadlines(now),
    )
    passed = sweep_batons(now)
    return Swept(None, followed, started, decided, passed, reminders.send_due(now), digest_schedule.send_due(now))


def sweep_deadlines(now: datetime | None = None, batch: int = TOGETHER) -> int:
    """Decide every deadline that has passed, and return how many.

    ``now`` is the sweep's: if the machine slept meanwhile, nothing is decided that became due in its sleep.
    """
    before = (now or clock.now()) - time_control.GRACE
    return sum(_decide(seats) for seats in _due(before, batch))


def sweep_batons(now: datetime) -> int:
    """Pass on every turn whose player is on vacation by now while another is there, and return how many."""
    away = Vacation.objects.filter(player=OuterRef("player"), starts_at__lte=now, ends_at__gt=now)
    baton = Seat.objects.filter(match__baton=True, match__status=Match.Status.RUNNING, asked_turn__isnull=False)
    due = [seat for seat in baton.filter(Exists(away)).order_by("pk") if seat_clock.is_away(seat, now)]
    return sum(_pass_on(seat) for seat in due)


def _pass_on(seat: Seat) -> bool:
    try:
        return bool(calendar_clocks.pass_on(seat.pk, seat.asked_turn or 0))
    except Exception:  # as above
        log.exception("could not pass on the turn %s of %s", seat.asked_turn, seat)
        return False


def _decide(seats: Sequence[Seat]) -> int:
    """Decide these seats: one of each match in one transaction, or one by one if that fails; return how many."""
    free = {seat.match_id: seat for seat in reversed(seats) if not timeout.is_decided_alone(seat)}
    together, decided = set(free.values() if len(free) > 1 else ()), 0
    try:
        decided = timeout.time_out_together(together) if together else 0
    except Exception:
        log.warning("deadlines could not be decided together, so each is alone", exc_info=True)
        together = set()
    return decided + sum(_decide_alone(seat) for seat in seats if seat not in together)


def _decide_alone(seat: Seat) -> bool:
    try:
        return timeout.time_out(seat.pk, seat.asked_turn or 0) is not None
    except Exception:  # a match that cannot be decided, for whatever reason, must not stop the clocks of all others
        log.exception("could not decide the deadline of %s, turn %s", seat, seat.asked_turn)
        return False


def _due(before: datetime, batch: int) -> Iterator[list[Seat]]:
    """Yield seats past their deadline in batches, the longest overdue first.

    Each batch begins after the last seat seen, so that a seat that stays due doesn't come again in this sweep.
    """
    due = Seat.objects.filter(deadline__lt=before, asked_turn__isnull=False).order_by("deadline", "pk")
    rows = due = due.select_related("match").defer("match__state")
    while found := list(rows[:batch]):
        yield found
        last = found[-1]
        rows = due.filter(Q(deadline__gt=last.deadline) | Q(deadline=last.deadline, pk__gt=last.pk))
