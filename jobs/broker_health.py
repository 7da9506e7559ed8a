"""The broker's condition: whether it accepts jobs, and keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from redis.exceptions import NoPermissionError, RedisError

from .broker import client

PROBE = "fortify:probe"
PROBE_SECONDS = 10
NO_EVICTION = "noeviction"


@dataclass(frozen=True, slots=True)
class BrokerCondition:
    """The broker's condition at a check. ``fault``, if it accepts no jobs, is the reason in its client's words.

    ``fullness`` is the share of its memory in use, or ``None`` if it has no limit of its own.
    """

    fault: str = ""
    policy: str = NO_EVICTION
    fullness: float | None = None


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
