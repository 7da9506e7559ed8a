"""The broker: asking workers for jobs by name.

No page waits for a worker, and a broker that is down or silent costs little time. The rows that a job is about are the
truth: a lost request only costs time, since a sweep finds what is due.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVarTuple
from urllib.parse import parse_qs, urlsplit

from celery import current_app
from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from .after_response import after_response

log = logging.getLogger(__name__)

RETRY_AFTER = 10.0  # seconds for which a process asks no broker that has just failed

Arguments = TypeVarTuple("Arguments")


class Job(Generic[*Arguments]):
    """A job by its task's name, with the types of its arguments, as in ``Job[int]("app.tasks.read")``.

    Asking by name imports nothing of what the job does. A test compares each job with the task of that name.
    """

    def __init__(self, name: str) -> None:
        self.name = name


class Broker:
    """The broker as this process last found it."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def ask_soon(self, job: Job[*Arguments], *arguments: *Arguments, expires: float | None = None) -> None:
        """Ask a worker to do a job: during a web request once the response has gone out, else now. Never raises.

        The request expires after ``expires`` seconds.
        """
        publish: Callable[[], object] = partial(self.publish, job, *arguments, expires=expires)
        if self._may_be_asked() and not after_response(publish):
            publish()

    def publish(self, job: Job[*Arguments], *arguments: *Arguments, expires: float | None = None) -> bool:
        """Ask a worker to do a job now. Never raises: return whether a broker accepted the job."""
        if not self._may_be_asked():
            return False
        try:
            current_app.send_task(job.name, arguments, expires=expires)
        except Exception as error:  # a broker's client may raise anything
            self._rest(f"{job.name}{arguments} could not be published ({error})", error)
            return False
        return True

    def room(self, job: Job[*Arguments], most: int) -> int:
        """Return how many more jobs may be asked for if ``most`` may wait in this job's queue; none without a broker.

        Other jobs may share the queue. Without a limit sweeps would ask for the same jobs again and again while no
        worker runs, and new ones would have to wait behind all of those.
        """
        if not self._may_be_asked():
            return 0
        try:
            with client() as connected:
                waiting = connected.llen(queue_of(job.name))
        except RedisError as error:
            self._rest(f"the jobs that wait could not be counted ({error})", error)
            return 0
        return max(0, most - int(waiting))

    def _may_be_asked(self) -> bool:
        return bool(settings.REDIS_URL) and time.monotonic() >= self.rests_until

    def _rest(self, why: str, error: Exception) -> None:
        self.rests_until = time.monotonic() + RETRY_AFTER
        log.warning("%s; the sweep will see to it", why, exc_info=error)  # it may be a fault of our own


broker = Broker()


def queue_of(name: str) -> str:
    """Return the name of the queue in which jobs of that name wait. In Redis it is the list's key."""
    return str(settings.CELERY_TASK_ROUTES.get(name, {}).get("queue", settings.CELERY_TASK_DEFAULT_QUEUE))


def client(url: str | None = None, patience: float = 1.0) -> Redis:
    """Return a client that gives up after about that many seconds. It accepts the addresses that Celery does."""
    address = url or settings.REDIS_URL
    if address.startswith("redis+socket://"):
        parts = urlsplit(address)
        number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
        address = f"unix://{parts.netloc}{parts.path}?db={number}"  # the netloc has a user and a password, if any
    retry = Retry(NoBackoff(), 0)
    return Redis.from_url(address, socket_connect_timeout=patience / 2, socket_timeout=patience, retry=retry)
