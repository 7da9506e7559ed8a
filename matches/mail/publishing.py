"""Telling the workers of a mail, in a request's time: a broker that is down or silent costs nobody a wait."""

from __future__ import annotations

import logging
import time
from typing import Any

log = logging.getLogger(__name__)

REST = 10.0  # seconds for which a process does not ask a broker again that has just failed


class Broker:
    """The broker as this process has found it."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def publish(self, mail_id: int, *, expires: float | None = None) -> bool:
        """Ask for a mail's delivery; the request is void after ``expires`` seconds. Never raises: where it fails, the
        row is safe and the sweep will find it."""
        from matches.tasks import deliver_mail  # the tasks import the outbox, which imports this module

        if time.monotonic() < self.rests_until:
            return False
        options: dict[str, Any] = {} if expires is None else {"expires": expires}
        try:
            deliver_mail.apply_async((mail_id,), retry=False, **options)
        except Exception as error:  # a broker's client may raise anything, and none of it is the caller's fault
            self.rests_until = time.monotonic() + REST
            log.warning("mail %s could not be published (%s); the sweep will send it", mail_id, error)
            return False
        return True


broker = Broker()
