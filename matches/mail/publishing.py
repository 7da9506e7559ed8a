"""Telling the workers of a job, in a request's time: a broker that is down or silent costs nobody a wait."""

from __future__ import annotations

import logging
import time
from typing import Any

from django.conf import settings

log = logging.getLogger(__name__)

REST = 10.0  # seconds for which a process does not ask a broker again that has just failed


class Broker:
    """The broker as this process has found it."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def publish(self, mail_id: int, *, expires: float | None = None) -> bool:
        """Ask for a mail's delivery. Where it fails, the row is safe and the sweep will find it."""
        from matches.tasks import deliver_mail  # the tasks import the outbox, which imports this module

        return self.ask(deliver_mail, mail_id, expires=expires)

    def ask(self, task: Any, *arguments: Any, expires: float | None = None) -> bool:
        """Ask a worker to do a task; the request is void after ``expires`` seconds. Never raises: false where there is
        no broker, or where it did not take the job."""
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return False
        options: dict[str, Any] = {} if expires is None else {"expires": expires}
        try:
            task.apply_async(arguments, retry=False, **options)
        except Exception as error:  # a broker's client may raise anything, and none of it is the caller's fault
            self.rests_until = time.monotonic() + REST
            log.warning("%s%s could not be published (%s); the sweep will see to it", task.name, arguments, error)
            return False
        return True


broker = Broker()
