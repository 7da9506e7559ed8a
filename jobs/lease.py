"""Leases on rows: each row is processed at least once, and by one worker at a time.

A worker takes a row by a compare-and-set on ``leased_until``, so only one of several gets it. That moment is also the
proof that it still has the row: no two leases of a row end at the same time. If the worker dies, its lease runs out,
and the next one to take the row counts that attempt as lost.

Not a row lock: sending takes longer than a transaction should, and SQLite has none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar, cast

from django.db.models import F, Model, Q, QuerySet

from timekeeping import clock

from .broker import Job, broker

LEASE_LENGTH = timedelta(minutes=5)
MOST_LOST_ATTEMPTS = 5
REQUEST_LIFE = 55.0  # seconds; the next sweep asks again for whatever is still due
BATCH = 200

LeasedRow = TypeVar("LeasedRow", bound=Model)


class LeasedRows(Generic[LeasedRow]):
    """The leases on the rows of one table, which has ``status``, ``next_try_at``, ``leased_until`` and ``attempts``.

    ``waiting`` is the status of a row that is still to do, and ``job`` is what processes one. ``waits`` are the times
    between attempts; after the last, a row is given up. ``counts_lost`` says that the table has ``lost_attempts``, too.
    """

    def __init__(
        self,
        rows: QuerySet[LeasedRow],
        job: Job[int],
        *,
        waiting: str,
        waits: Sequence[timedelta],
        counts_lost: bool = True,
    ) -> None:
        self.rows: QuerySet[Any] = rows
        self.job = job
        self.waiting = waiting
        self.waits = waits
        self.counts_lost = counts_lost

    # -- one row -------------------------------------------------------------------------------------------------------

    def claim(self, pk: int) -> LeasedRow | None:
        """Take a row until the lease ends and return it; ``None`` if it isn't due or someone else has it."""
        now = clock.now()
        free = self.due(now).filter(_is_free(now), pk=pk)
        found = free.values("leased_until").first()
        if found is None:
            return None
        taken = {"attempts": F("attempts") + 1, "leased_until": now + LEASE_LENGTH, "next_try_at": now + LEASE_LENGTH}
        if self.counts_lost and found["leased_until"]:  # a lease that ran out: its holder never came back
            taken["lost_attempts"] = F("lost_attempts") + 1
        if not free.filter(**found).update(**taken):
            return None
        row: LeasedRow = self.rows.get(pk=pk)
        return row

    def settle(self, row: LeasedRow, **changes: Any) -> bool:
        """Store the result of an attempt. False if the lease ran out meanwhile and someone else has the row."""
        ours = self._waiting().filter(pk=row.pk, leased_until=cast("Any", row).leased_until)
        return ours.update(leased_until=None, **changes) > 0

    def put_off(self, row: LeasedRow, wait: timedelta, **changes: Any) -> bool:
        """Have the row tried again after that time. False if the lease ran out and someone else has the row."""
        return self.settle(row, next_try_at=clock.now() + wait, **changes)

    def close(self, row: LeasedRow, **changes: Any) -> bool:
        """Store that the row is done, whoever has it now, so that it isn't done again. False if it was done already."""
        return self._waiting().filter(pk=row.pk).update(leased_until=None, **changes) > 0

    def renew(self, row: LeasedRow, **changes: Any) -> bool:
        """Have a row processed from the start again, whatever became of it. False if a worker has it right now."""
        now = clock.now()
        begun: dict[str, Any] = {"status": self.waiting, "next_try_at": now, "leased_until": None, "attempts": 0}
        begun |= {"lost_attempts": 0} if self.counts_lost else {}
        return self.rows.filter(_is_free(now), pk=row.pk).update(**begun | changes) > 0

    def wait_after(self, attempts: int) -> timedelta | None:
        """Return the wait after that many failed attempts; ``None`` if it is time to give the row up."""
        return self.waits[attempts - 1] if attempts <= len(self.waits) else None

    # -- all that are due ----------------------------------------------------------------------------------------------

    def due(self, now: datetime) -> QuerySet[LeasedRow]:
        """Return the rows that are due, the longest waiting first."""
        return self._waiting().filter(next_try_at__lte=now).order_by("next_try_at", "pk")

    def ask_for(self, due: QuerySet[LeasedRow], limit: int = BATCH) -> int:
        """Ask workers for these rows while no more than ``limit`` jobs wait, and return how many were asked for."""
        room = broker.room(self.job, limit)
        asked = 0
        for pk in list(due.values_list("pk", flat=True)[:room]):
            if not broker.publish(self.job, pk, expires=REQUEST_LIFE):
                break
            asked += 1
        return asked

    def is_idle(self) -> bool:
        """Return whether no job waits for a worker.

        Then a worker that has just done a row can ask for what is due, and needn't wait for the next sweep.
        """
        return broker.room(self.job, 1) > 0

    def work_off(self, act: Callable[[int], None]) -> int:
        """Process all due rows in this process, for sites without workers, and return how many were looked at.

        A row that is put off isn't tried again in the same round.
        """
        tried: set[int] = set()
        due = self.due(clock.now()).values_list("pk", flat=True)
        while pks := list(due.exclude(pk__in=tried)[:BATCH]):
            for pk in pks:
                act(pk)
            tried.update(pks)
        return len(tried)

    def _waiting(self) -> QuerySet[Any]:
        return self.rows.filter(status=self.waiting)


def _is_free(now: datetime) -> Q:
    return Q(leased_until=None) | Q(leased_until__lte=now)
