"""Counting in memory, and adding the counts to rows shared by all processes and machines every few seconds.

Counting costs a request no more than an entry in a dictionary. A killed process loses the counts of a few seconds.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
from threading import Event, Lock, Thread
from typing import Any, Final

from celery.signals import worker_process_shutdown
from django.db import Error, connection

from .models import Count

log = logging.getLogger(__name__)

EVERY: Final = 10.0  # seconds
MOST_ROWS: Final = 300  # of one statement


class Counters:
    """The counts of this process that aren't stored yet."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Start with no counts, also in a forked process, which has its parent's memory but none of its threads."""
        self.lock = Lock()
        self.counts: dict[tuple[str, str], float] = {}
        self.thread: Thread | None = None

    def add(self, name: str, labels: dict[str, str], amount: float = 1.0) -> None:
        key = name, json.dumps(labels, sort_keys=True)
        with self.lock:
            self.counts[key] = self.counts.get(key, 0.0) + amount
            if self.thread is None:
                self.thread = Thread(target=self._store_for_ever, name="metrics", daemon=True)
                self.thread.start()

    def store(self) -> None:
        """Add the counts to the rows. While the database is away, keep them for later."""
        with self.lock:
            counts, self.counts = self.counts, {}
        rows = sorted(counts.items())  # in one order, so that two processes do not wait for each other
        try:
            while rows:
                _add_to_rows(rows[:MOST_ROWS])
                rows = rows[MOST_ROWS:]
        except Error as error:
            log.info("counts are kept for later: %s", error)
        for (name, labels), amount in rows:
            self.add(name, json.loads(labels), amount)

    def _store_for_ever(self) -> None:
        while not Event().wait(EVERY):
            if self.counts:
                self.store()
                connection.close()


def _add_to_rows(counts: list[tuple[tuple[str, str], float]]) -> None:
    table = Count._meta.db_table
    values = ", ".join(["(%s, %s, %s)"] * len(counts))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (name, labels, value) VALUES {values}"  # noqa: S608 (names and places alone)
            f" ON CONFLICT (name, labels) DO UPDATE SET value = {table}.value + EXCLUDED.value",
            [part for (name, labels), value in counts for part in (name, labels, value)],
        )


counters = Counters()
os.register_at_fork(after_in_child=counters.begin)
atexit.register(counters.store)


@worker_process_shutdown.connect
def _store_the_last(**_: Any) -> None:
    counters.store()


def count_signal(name: str, labels: dict[str, str], number: int, **_: Any) -> None:
    counters.add(name, labels, number)
