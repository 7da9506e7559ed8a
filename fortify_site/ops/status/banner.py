"""A line for the host on every page while something is wrong."""

from __future__ import annotations

import logging
import time
from threading import Lock

from django.http import HttpRequest
from django.utils.translation import get_language

from .all_checks import run_checks
from .check import Check, bad

log = logging.getLogger(__name__)

LIFE = 30.0  # seconds for which a process believes what it found


class CachedReport:
    """What is wrong, as this process found it last, in each language in which someone asked."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.stale_from: dict[str | None, float] = {}
        self.found: dict[str | None, list[Check]] = {}

    def wrong(self) -> list[Check]:
        """Looks again where the last look is too old, unless another thread does so at this moment."""
        language = get_language()
        if time.monotonic() >= self.stale_from.get(language, 0.0) and self.lock.acquire(blocking=False):
            try:
                self.found[language] = bad(run_checks())
            except Exception:  # whatever is wrong with the looking, the page that asks has nothing to do with it
                log.exception("the state of the site could not be looked up")
            finally:
                self.stale_from[language] = time.monotonic() + LIFE
                self.lock.release()
        return self.found.get(language, [])

    def forget(self) -> None:
        self.stale_from.clear()


last_look = CachedReport()


def for_the_host(request: HttpRequest) -> list[Check]:
    """What is wrong, for the staff alone."""
    user = getattr(request, "user", None)
    return last_look.wrong() if user is not None and user.is_staff else []
