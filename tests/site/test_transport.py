"""The way to Redis: one client for each connection."""

from __future__ import annotations

from typing import Any, cast

import pytest
from django.conf import settings
from kombu import Connection


@pytest.mark.either
def test_jobs_go_by_one_client_until_its_connections_are_lost() -> None:
    with Connection(settings.REDIS_URL) as connection, connection.SimpleQueue("transport") as queue:
        channel = cast("Any", connection.default_channel)
        first = channel._create_client()
        queue.put("a job")
        assert channel._create_client() is first
        channel._disconnect_pools()
        assert channel._create_client() is not first
        queue.put("another")
        assert [queue.get(timeout=30).payload for _ in range(2)] == ["a job", "another"]
        queue.queue.delete()
