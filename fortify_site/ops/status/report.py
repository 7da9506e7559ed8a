"""All checks, run in under two seconds whatever hangs, and the bad ones, which the host sees on every page."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread
from typing import Generic, TypeVar

from django.conf import settings
from django.db import Error, connection, transaction
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from jobs.broker_health import broker_condition
from timekeeping import clock

from . import backups, emails, machine, matches, sweep, webhooks
from .check import Check, bad

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 1.6  # seconds for all of it
FOR_THE_DATABASE = 1.0
FOR_A_QUERY = 500  # milliseconds
LIFE = 30.0  # seconds for which a process trusts what it found


def run_checks() -> list[Check]:
    """Run all checks, in the order in which the host reads them. Problems that they find are never raised."""
    end = time.monotonic() + PATIENCE
    asked = TimedOutCheck(broker_condition) if settings.REDIS_URL else None
    looked_up = of_the_database()
    found = machine.the_broker(asked.answer(end - time.monotonic()) if asked else None)
    database, *others = looked_up
    return [database, found, *others, machine.disk_space(), machine.running_version()]


def of_the_database() -> list[Check]:
    """Run the checks that need the database; the first is about the database itself.

    If it doesn't answer, the others are left out.
    """
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
    yield lambda: backups.backups(now)
    yield sweep.restored_database
    yield lambda: sweep.last_sweep(now)
    yield lambda: emails.mails_waiting(now)
    yield emails.mails_failed
    yield emails.mails_parked
    yield emails.unreachable_players
    yield lambda: emails.replies_waiting(now)
    yield emails.replies_set_aside
    yield lambda: emails.mails_refused(now)
    if settings.IMAP_URL:
        yield lambda: emails.replies_collected(now)
    yield lambda: webhooks.webhooks_waiting(now)
    yield lambda: webhooks.webhooks_failing(now)
    yield lambda: webhooks.webhooks_unsent(now)
    yield matches.clocks_held
    yield matches.clocks_stopped
    yield lambda: matches.computers(now)
    yield lambda: matches.standstills(now)
    yield machine.clock_skew
    yield lambda: sweep.outages_lately(now)


@contextmanager
def impatient() -> Iterator[None]:
    """Make queries in the context fail if they take too long, where the database can limit them."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('statement_timeout', %s, true)", [str(FOR_A_QUERY)])
        yield
        cursor.execute("SET LOCAL statement_timeout TO DEFAULT")


class TimedOutCheck(Generic[T]):
    """Work done in a thread, for which no one waits longer than they want to."""

    def __init__(self, work: Callable[[], T]) -> None:
        self.found: list[T] = []
        self.thread = Thread(target=lambda: self.found.append(work()), daemon=True)
        self.thread.start()

    def answer(self, seconds: float) -> T | None:
        """Return the result; ``None`` if it isn't there in time."""
        self.thread.join(max(0.0, seconds))
        return self.found[0] if self.found else None


# -- for the host ------------------------------------------------------------------------------------------------------


class CachedReport:
    """The bad checks as this process last found them, in each language that was asked for."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.stale_from: dict[str | None, float] = {}
        self.found: dict[str | None, list[Check]] = {}

    def wrong(self) -> list[Check]:
        """Return the bad checks. Run them again if they are too old, unless another thread is doing so."""
        language = get_language()
        if time.monotonic() >= self.stale_from.get(language, 0.0) and self.lock.acquire(blocking=False):
            try:
                self.found[language] = bad(run_checks())
            except Exception:  # failing checks must not break the page that shows them
                log.exception("the state of the site could not be looked up")
            finally:
                self.stale_from[language] = time.monotonic() + LIFE
                self.lock.release()
        return self.found.get(language, [])

    def forget(self) -> None:
        self.stale_from.clear()


last_look = CachedReport()


def for_the_host(request: HttpRequest) -> list[Check]:
    """Return the bad checks, but only for staff."""
    user = getattr(request, "user", None)
    return last_look.wrong() if user is not None and user.is_staff else []
