from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, cast

import pytest
from django.conf import settings
from kombu import Connection
from redis.exceptions import TimeoutError as RedisTimeoutError

from fortify_site.consumer import PATIENCE, PatientQoS, is_worth_waiting

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("headers", "worth"),
    [
        ({"published_at": NOW}, True),
        ({"published_at": NOW - PATIENCE + 1, "expires": None}, True),
        ({"published_at": NOW - PATIENCE - 1}, False),
        ({"published_at": NOW, "expires": "2026-03-01T12:00:01+00:00"}, True),
        ({"published_at": NOW, "expires": "2026-03-01T12:00:00+00:00"}, False),
        ({"published_at": NOW, "expires": "2026-03-01T13:00:30+01:00"}, True),
        ({}, False),
    ],
)
def test_a_job_nobody_knows_is_kept_for_a_day_unless_it_expires(headers: dict[str, object], worth: bool) -> None:
    assert is_worth_waiting(headers, NOW) is worth


@pytest.mark.parametrize("end", ["ack", "reject", "requeue"])
def test_a_job_whose_end_the_broker_does_not_hear_of_takes_no_place_for_ever(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang(*_: object, **__: object) -> None:
        raise RedisTimeoutError

    with Connection(settings.REDIS_URL) as connection, connection.SimpleQueue(f"consumer-{end}") as queue:
        queue.put("a job")
        queue.consumer.qos(prefetch_count=1)
        job = queue.get(timeout=5)
        held: Any = cast("Any", queue.channel).qos
        assert isinstance(held, PatientQoS)
        assert not held.can_consume()
        with monkeypatch.context() as broken:
            broken.setattr(held, "_remove_from_indices", hang)
            broken.setattr(held, "restore_by_tag", hang)
            with pytest.raises(RedisTimeoutError):
                getattr(job, end)()
        assert held.can_consume()
        queue.queue.delete()
