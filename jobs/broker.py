"""The broker: asking workers for jobs by name, and checking whether it accepts them.

No page waits for a worker, and a broker that is down or silent costs little time. The rows that a job is about are the
truth: a lost request only costs time, since a sweep finds what is due.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, TypeVarTuple
from urllib.parse import parse_qs, urlsplit

from celery import current_app
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.dispatch import receiver
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError, RedisError
from redis.retry import Retry

log = logging.getLogger(__name__)

RETRY_AFTER = 10.0  # seconds for which a process asks no broker that has just failed
PROBE = "fortify:is-it-taken"
PROBE_SECONDS = 10
NO_EVICTION = "noeviction"

Arguments = TypeVarTuple("Arguments")


# -- asking for jobs ---------------------------------------------------------------------------------------------------


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
        if self._may_be_asked() and not after_the_answer(publish):
            publish()

    def publish(self, job: Job[*Arguments], *arguments: *Arguments, expires: float | None = None) -> bool:
        """Ask a worker to do a job now. Never raises: return whether a broker accepted the job."""
        if not self._may_be_asked():
            return False
        try:
            current_app.send_task(job.name, arguments, expires=expires)
        except Exception as error:  # a broker's client may raise anything, and none of it is the caller's fault
            self._rest(f"{job.name}{arguments} could not be published ({error})")
            return False
        return True

    def room(self, job: Job[*Arguments], most: int) -> int:
        """Return how many more such jobs may be asked for if ``most`` may wait; none while the broker is away.

        Otherwise sweeps would ask for the same jobs again and again while no worker runs, and new ones would have to
        wait behind all of those.
        """
        if not self._may_be_asked():
            return 0
        try:
            with client() as connected:
                waiting = connected.llen(queue_of(job.name))
        except RedisError as error:
            self._rest(f"the jobs that wait could not be counted ({error})")
            return 0
        return max(0, most - int(waiting))

    def _may_be_asked(self) -> bool:
        return bool(settings.REDIS_URL) and time.monotonic() >= self.rests_until

    def _rest(self, why: str) -> None:
        self.rests_until = time.monotonic() + RETRY_AFTER
        log.warning("%s; the sweep will see to it", why)


broker = Broker()


def queue_of(name: str) -> str:
    """Return the name of the queue in which jobs of that name wait. In Redis it is the list's key."""
    return str(settings.CELERY_TASK_ROUTES.get(name, {}).get("queue", settings.CELERY_TASK_DEFAULT_QUEUE))


# -- after the answer --------------------------------------------------------------------------------------------------

_after_the_answer: Final[ContextVar[list[Callable[[], object]] | None]] = ContextVar("after_the_answer", default=None)


def after_the_answer(act: Callable[[], object]) -> bool:
    """Postpone an act until the response to the current request has gone out.

    Outside a request return false and do nothing.
    """
    waiting = _after_the_answer.get()
    if waiting is None:
        return False
    waiting.append(act)
    return True


@receiver(request_started)
def _begin_request(**_: Any) -> None:
    _after_the_answer.set([])


@receiver(request_finished)
def _end_request(**_: Any) -> None:
    """Do what was postponed until the response had gone out.

    If the process dies before that, the rows are safe, and the sweep finds them.
    """
    waiting = _after_the_answer.get() or []
    _after_the_answer.set(None)
    for act in waiting:
        act()


# -- how it is ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BrokerCondition:
    """The broker's condition at a check. ``fault``, if it accepts no jobs, is the reason in its client's words.

    ``fullness`` is the share of its memory in use, or ``None`` if it has no limit of its own.
    """

    fault: str = ""
    policy: str = NO_EVICTION
    fullness: float | None = None


def client(url: str | None = None, patience: float = 1.0) -> Redis:
    """Return a client that gives up after about that many seconds. It accepts the addresses that Celery does."""
    address = url or settings.REDIS_URL
    if address.startswith("redis+socket://"):
        parts = urlsplit(address)
        number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
        address = f"unix://{parts.path}?db={number}"
    retry = Retry(NoBackoff(), 0)
    return Redis.from_url(address, socket_connect_timeout=patience / 2, socket_timeout=patience, retry=retry)


def broker_condition(url: str | None = None) -> BrokerCondition:
    """Check the broker's condition with one batch of commands, giving up after about a second and a half.

    One of them writes: a broker that is full, read-only or unable to write its own files answers, but accepts no jobs.
    """
    try:
        with client(url) as connected, connected.pipeline(transaction=False) as questions:
            questions.set(PROBE, "", ex=PROBE_SECONDS)
            questions.info("memory")
            taken, memory = questions.execute(raise_on_error=False)
    except (RedisError, ValueError) as error:  # an invalid address is a ValueError
        return BrokerCondition(fault=_words(error))
    is_refused = isinstance(taken, RedisError) and not isinstance(taken, NoPermissionError)
    known: Mapping[str, Any] = memory if isinstance(memory, Mapping) else {}  # not every service says
    limit = known.get("maxmemory", 0)
    return BrokerCondition(
        fault=_words(taken) if is_refused else "",
        policy=known.get("maxmemory_policy", NO_EVICTION),
        fullness=known.get("used_memory", 0) / limit if limit else None,
    )


def _words(error: Exception) -> str:
    return str(error).strip() or type(error).__name__


def refuse_a_forgetful_broker() -> None:
    """Raise ``SystemExit`` if the broker would throw jobs away once it is full.

    A broker that doesn't answer is no reason to stay down: the site works without it, only more slowly.
    """
    policy = broker_condition().policy if settings.REDIS_URL else NO_EVICTION
    if policy != NO_EVICTION:
        raise SystemExit(
            f"The broker's maxmemory-policy is “{policy}”, so it throws jobs away when it is full. "
            "Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in its configuration file)."
        )
