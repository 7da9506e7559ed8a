"""Talking to the broker directly: does it take jobs, and does it keep what it is given?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoPermissionError, RedisError
from redis.retry import Retry

PROBE = "fortify:is-it-taken"
PROBE_SECONDS = 10
KEEPS = "noeviction"


@dataclass(frozen=True, slots=True)
class Condition:
    """A broker as it was found. ``fault``, if it takes no jobs, is why, in its client's words. ``fullness`` is the
    share of its memory that is used, or ``None`` where it has no limit of its own."""

    fault: str = ""
    policy: str = KEEPS
    fullness: float | None = None


def client(url: str | None = None, patience: float = 1.0) -> Redis:
    """A client that gives up within about that many seconds. Takes the addresses Celery takes."""
    address = url or settings.REDIS_URL
    if address.startswith("redis+socket://"):
        parts = urlsplit(address)
        number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
        address = f"unix://{parts.path}?db={number}"
    retry = Retry(NoBackoff(), 0)
    return Redis.from_url(address, socket_connect_timeout=patience / 2, socket_timeout=patience, retry=retry)


def condition(url: str | None = None) -> Condition:
    """How the broker is: one round of questions, answered or given up within about a second and a half.

    It is asked to take something: full, read-only or unable to write its own files, it answers but takes no jobs.
    """
    try:
        with client(url) as broker, broker.pipeline(transaction=False) as questions:
            questions.set(PROBE, "", ex=PROBE_SECONDS)
            questions.info("memory")
            taken, memory = questions.execute(raise_on_error=False)
    except (RedisError, ValueError) as error:  # an address that is none is a ValueError
        return Condition(fault=_words(error))
    is_refused = isinstance(taken, RedisError) and not isinstance(taken, NoPermissionError)
    known: Mapping[str, Any] = memory if isinstance(memory, Mapping) else {}  # not every service tells
    limit = known.get("maxmemory", 0)
    return Condition(
        fault=_words(taken) if is_refused else "",
        policy=known.get("maxmemory_policy", KEEPS),
        fullness=known.get("used_memory", 0) / limit if limit else None,
    )


def _words(error: Exception) -> str:
    return str(error).strip() or type(error).__name__


def refuse_a_forgetful_broker() -> None:
    """Raise ``SystemExit`` when the broker would throw jobs away once it is full.

    A broker that does not answer is no reason to stay down: the site works without it, only slower.
    """
    policy = condition().policy if settings.REDIS_URL else KEEPS
    if policy != KEEPS:
        raise SystemExit(
            f"The broker's maxmemory-policy is “{policy}”, so it throws jobs away when it is full. "
            "Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in its configuration file)."
        )
