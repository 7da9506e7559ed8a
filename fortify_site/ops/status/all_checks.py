"""The whole look, in less than two seconds whatever hangs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Generic, TypeVar

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils.translation import gettext as _

from jobs.broker import broker_condition
from timekeeping import clock

from . import backups, inbound_mail, machine, matches, outbound_mail, webhooks
from .check import Check

T = TypeVar("T")

PATIENCE = 1.6  # seconds for all of it
FOR_THE_DATABASE = 1.0
FOR_A_QUERY = 500  # milliseconds


def run_checks() -> list[Check]:
    """Every check there is, in the order in which the host reads them. Never raises for what it looks at."""
    end = time.monotonic() + PATIENCE
    asked = TimedOutCheck(broker_condition) if settings.REDIS_URL else None
    looked_up = of_the_database()
    found = machine.the_broker(asked.answer(end - time.monotonic()) if asked else None)
    database, *others = looked_up
    return [database, found, *others, machine.disks(), machine.running_version()]


def of_the_database() -> list[Check]:
    """What the database knows; the first check is about itself. Without it that is all."""
    checks: list[Check] = []
    until = time.monotonic() + FOR_THE_DATABASE
    try:
        with impatient():
            for look in _looks():
                checks.append(look())
                if time.monotonic() > until:
                    return [machine.no_database(_("This takes too long.")), *checks[1:]]
    except Error as error:
        return [machine.no_database(str(error).strip()), *checks[1:]]
    return checks


def _looks() -> Iterator[Callable[[], Check]]:
    yield machine.database
    now = clock.now()
    yield lambda: backups.made(now)
    yield matches.restored
    yield lambda: matches.sweep(now)
    yield lambda: outbound_mail.waiting(now)
    yield outbound_mail.failed
    yield outbound_mail.parked
    yield outbound_mail.unreachable
    yield lambda: inbound_mail.waiting(now)
    yield inbound_mail.set_aside
    yield lambda: inbound_mail.refused(now)
    if settings.IMAP_URL:
        yield lambda: inbound_mail.mailbox(now)
    yield lambda: webhooks.waiting(now)
    yield lambda: webhooks.unheard(now)
    yield lambda: webhooks.unsent(now)
    yield matches.clocks_held
    yield matches.clocks_stopped
    yield lambda: matches.computers(now)
    yield lambda: matches.standstills(now)
    yield machine.clock_skew
    yield lambda: matches.outages_lately(now)


@contextmanager
def impatient() -> Iterator[None]:
    """A query that takes too long is an error in here, where the database can be told so."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(FOR_A_QUERY)])
        yield
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")


class TimedOutCheck(Generic[T]):
    """Work that is done meanwhile in a thread, and that no one waits for longer than they want to."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.found: list[T] = []
        self.thread = Thread(target=lambda: self.found.append(work()), daemon=True)
        self.thread.start()

    def answer(self, seconds: float) -> T | None:
        """``None`` when it is not done in that time."""
        self.thread.join(max(0.0, seconds))
        return self.found[0] if self.found else None
