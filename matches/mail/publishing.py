"""Telling the workers of a job: nobody's answer waits for it, and a broker that is down or silent costs little time."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.dispatch import receiver

log = logging.getLogger(__name__)

REST = 10.0  # seconds for which a process does not ask a broker again that has just failed

_after_the_answer: Final[ContextVar[list[Callable[[], object]] | None]] = ContextVar("after_the_answer", default=None)


class Broker:
    """The broker as this process has found it."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def publish(self, mail_id: int, *, expires: float | None = None) -> bool:
        """Ask for a mail's delivery. Where it fails, the row is safe and the sweep will find it."""
        from matches.tasks import deliver_mail  # the tasks import the outbox, which imports this module

        return self.ask(deliver_mail, mail_id, expires=expires)

    def ask(self, task: Any, *arguments: Any, expires: float | None = None) -> bool:
        """Ask a worker to do a task; the request is void after ``expires`` seconds. While a page is made, the worker is
        asked once it has gone out. Never raises: false where there is no broker, or where it did not take the job."""
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return False
        if (waiting := _after_the_answer.get()) is not None:
            waiting.append(partial(self.ask, task, *arguments, expires=expires))
            return True
        options: dict[str, Any] = {} if expires is None else {"expires": expires}
        # Redis needs no declaring of queues, and Celery takes its time to find these words for the worker's log.
        options |= {"retry": False, "declare": (), "argsrepr": repr(arguments), "kwargsrepr": "{}"}
        try:
            task.apply_async(arguments, **options)
        except Exception as error:  # a broker's client may raise anything, and none of it is the caller's fault
            self._rest(f"{task.name}{arguments} could not be published ({error})")
            return False
        return True

    def room(self, task: Any, most: int) -> int:
        """How many more such jobs may be asked for, if ``most`` may wait for a worker; none while the broker is away.
        Otherwise sweeps would ask for the same again and again while no worker comes, and what is new would wait behind
        all of that when one does."""
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return 0
        try:
            with current_app.producer_pool.acquire(block=True) as producer:
                channel: Any = producer.channel  # Kombu's for Redis
                waiting = channel.client.llen(queue_of(task))
        except Exception as error:  # as above
            self._rest(f"the jobs that wait could not be counted ({error})")
            return 0
        return max(0, most - int(waiting))

    def _rest(self, why: str) -> None:
        self.rests_until = time.monotonic() + REST
        log.warning("%s; the sweep will see to it", why)


def queue_of(task: Any) -> str:
    return str(current_app.amqp.router.route({}, task.name)["queue"].name)


broker = Broker()


@receiver(request_started)
def _hold(**_: Any) -> None:
    _after_the_answer.set([])


@receiver(request_finished)
def _let_go(**_: Any) -> None:
    """What was held. Where a process dies before, the rows are safe, and the sweep finds them."""
    waiting = _after_the_answer.get() or []
    _after_the_answer.set(None)
    for ask in waiting:
        ask()
