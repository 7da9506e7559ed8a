"""Asking workers for jobs by name. No answer waits for it, and a broker that is down or silent costs little time.

The rows that a job is about are the truth. A request that is lost costs time alone: a sweep finds what is due.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import partial
from typing import Any, Final, Generic, TypeVarTuple

from celery import current_app
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.dispatch import Signal, receiver

log = logging.getLogger(__name__)

REST = 10.0  # seconds for which a process does not ask a broker again that has just failed

Arguments = TypeVarTuple("Arguments")

job_due = Signal()  # sent by the beat whenever a job of its schedule is due, whether it asks for it or not

_after_the_answer: Final[ContextVar[list[Callable[[], object]] | None]] = ContextVar("after_the_answer", default=None)


class Job(Generic[*Arguments]):
    """A job by the name that workers know it by, and its arguments' types, as in ``Job[int]("app.tasks.read")``.

    Asking by name imports nothing of what the job does. A test compares each of these with the task of that name.
    """

    def __init__(self, name: str) -> None:
        self.name = name


class Broker:
    """The broker as this process has found it."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def ask(self, job: Job[*Arguments], *arguments: *Arguments, expires: float | None = None) -> bool:
        """Ask a worker to do a job; the request is void after ``expires`` seconds. While a page is made, the worker is
        asked once it has gone out. Never raises: false where there is no broker, or where it did not take the job."""
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return False
        if after_the_answer(partial(self.ask, job, *arguments, expires=expires)):
            return True
        options: dict[str, Any] = {} if expires is None else {"expires": expires}
        # Redis needs no declaring of queues, and Celery takes its time to find these words for the worker's log.
        options |= {"retry": False, "declare": (), "argsrepr": repr(arguments), "kwargsrepr": "{}"}
        options["ignore_result"] = True
        try:
            current_app.send_task(job.name, arguments, **options)
        except Exception as error:  # a broker's client may raise anything, and none of it is the caller's fault
            self._rest(f"{job.name}{arguments} could not be published ({error})")
            return False
        return True

    def room(self, job: Job[*Arguments], most: int) -> int:
        """How many more such jobs may be asked for, if ``most`` may wait for a worker; none while the broker is away.
        Otherwise sweeps would ask for the same again and again while no worker comes, and what is new would wait behind
        all of that when one does."""
        if not settings.REDIS_URL or time.monotonic() < self.rests_until:
            return 0
        try:
            with current_app.producer_pool.acquire(block=True) as producer:
                channel: Any = producer.channel  # Kombu's for Redis
                waiting = channel.client.llen(queue_of(job.name))
        except Exception as error:  # as above
            self._rest(f"the jobs that wait could not be counted ({error})")
            return 0
        return max(0, most - int(waiting))

    def _rest(self, why: str) -> None:
        self.rests_until = time.monotonic() + REST
        log.warning("%s; the sweep will see to it", why)


def queue_of(name: str) -> str:
    return str(current_app.amqp.router.route({}, name)["queue"].name)


broker = Broker()


def after_the_answer(act: Callable[[], object]) -> bool:
    """While a page is made, have that done once it has gone out; false, with nothing done, where none is."""
    waiting = _after_the_answer.get()
    if waiting is None:
        return False
    waiting.append(act)
    return True


@receiver(request_started)
def _hold(**_: Any) -> None:
    _after_the_answer.set([])


@receiver(request_finished)
def _let_go(**_: Any) -> None:
    """What was held. Where a process dies before, the rows are safe, and the sweep finds them."""
    waiting = _after_the_answer.get() or []
    _after_the_answer.set(None)
    for act in waiting:
        act()
