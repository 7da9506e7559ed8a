"""Talking to the broker directly: is it there, and does it keep what it is given?"""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry


def client(url: str | None = None) -> Redis:
    """A client that gives up within about a second. Takes the addresses Celery takes."""
    address = url or settings.REDIS_URL
    if address.startswith("redis+socket://"):
        parts = urlsplit(address)
        number = parse_qs(parts.query).get("virtual_host", ["0"])[0]
        address = f"unix://{parts.path}?db={number}"
    return Redis.from_url(address, socket_connect_timeout=0.5, socket_timeout=1.0, retry=Retry(NoBackoff(), 0))


def refuse_a_forgetful_broker() -> None:
    """Raise ImproperlyConfigured when the broker would throw jobs away once it is full.

    A broker that does not answer is no reason to stay down: the site works without it, only slower.
    """
    try:
        with client() as broker:
            policy = broker.info("memory").get("maxmemory_policy", "noeviction")
    except RedisError:
        return
    if policy != "noeviction":
        raise ImproperlyConfigured(
            f"The broker's maxmemory-policy is “{policy}”, so it throws jobs away when it is full. "
            "Set it to noeviction (CONFIG SET maxmemory-policy noeviction, and in its configuration file)."
        )
