"""A line for the host on every page while something is wrong."""

from __future__ import annotations

import logging
import time
from threading import Lock

from django.http import HttpRequest

from .check import Check, bad
from .report import report

log = logging.getLogger(__name__)

LIFE = 30.0  # seconds for which a process believes what it found


class LastLook:
    """What is wrong, as this process found it last."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.stale_from = 0.0
        self.found: list[Check] = []

    def wrong(self) -> list[Check]:
        """Looks anew where the last look is too old, unless another thread does so at this moment."""
        if time.monotonic() >= self.stale_from and self.lock.acquire(blocking=False):
            try:
                self.found = bad(report())
            except Exception:  # whatever is wrong with the looking, the page that asks has nothing to do with it
                log.exception("the state of the site could not be looked up")
            finally:
                self.stale_from = time.monotonic() + LIFE
                self.lock.release()
        return self.found

    def forget(self) -> None:
        self.stale_from = 0.0


last_look = LastLook()


def for_the_host(request: HttpRequest) -> list[Check]:
    """What is wrong, for the staff alone."""
    user = getattr(request, "user", None)
    return last_look.wrong() if user is not None and user.is_staff else []
