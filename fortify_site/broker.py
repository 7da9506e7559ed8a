"""Talking to the broker directly: is it there, and is it one that keeps what it is given?"""

from __future__ import annotations

from django.conf import settings
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry


def client(url: str | None = None) -> Redis:
    """A client that gives up within about a second."""
    address = (url or settings.REDIS_URL).replace("redis+socket://", "unix://")
    return Redis.from_url(address, socket_connect_timeout=0.5, socket_timeout=1.0, retry=Retry(NoBackoff(), 0))
