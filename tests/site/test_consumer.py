from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from kombu import Connection
from redis.exceptions import TimeoutError as RedisTimeoutError

from fortify_site.broker import client
from fortify_site.celery import app
from fortify_site.consumer import PATIENCE, PatientQoS, is_worth_waiting
from tests.running import Running
from tests.services import Valkey

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
        job = queue.get(timeout=30)
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


@pytest.fixture
def own_broker(tmp_path: Path) -> Iterator[Valkey]:
    broker = Valkey(tmp_path)
    broker.start()
    yield broker
    broker.stop()


def test_a_job_of_which_a_full_broker_takes_no_note_is_done_all_the_same(own_broker: Valkey) -> None:
    with (
        client(own_broker.url) as broker,
        Connection(own_broker.url) as connection,
        connection.SimpleQueue("jobs") as queue,
    ):
        queue.put("a job")
        queue.consumer.qos(prefetch_count=1)
        broker.config_set("maxmemory", "1")
        job = queue.get(timeout=30)
        assert job.payload == "a job"
        held: Any = cast("Any", queue.channel).qos
        assert not held.can_consume()
        job.ack()
        assert held.can_consume()


@pytest.mark.parametrize("end", ["ack_log_error", "reject_log_error"])
def test_a_job_that_ends_when_its_connection_has_been_dropped_is_let_go(
    end: str, caplog: pytest.LogCaptureFixture
) -> None:
    connection = Connection(settings.REDIS_URL)
    queue = connection.SimpleQueue(f"dropped-{end}")
    queue.put("a job")
    job = queue.get(timeout=30)
    errors = connection.connection_errors
    connection.close()
    cast(
        "Any", job.channel
    )._disconnect_pools()  # where Kombu stumbles in closing, nothing is left to reach the broker by
    getattr(job, end)(logging.getLogger(), errors)
    assert "has been dropped" in caplog.text


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_told_to_stop_as_it_hands_on_a_job_ends_when_the_job_is_done(worker: Running) -> None:
    worker.wait_until(lambda: done(worker, "sweep_outbox") == 1)  # what it tells itself to do when it is ready
    worker.wait_until(lambda: not held_by_workers())  # who does a job says so in the log before it tells the worker
    threads = Path(f"/proc/{worker.process.pid}/task")
    processes = [int(pid) for pid in (threads / str(worker.process.pid) / "children").read_text().split()]
    before = len(list(threads.iterdir()))
    tell(processes, signal.SIGSTOP)
    for _ in processes:
        app.send_task("matches.tasks.expire_challenges")
    worker.wait_until(lambda: worker.words.count("expire_challenges[") == len(processes))
    worker.process.terminate()
    worker.wait_until(lambda: len(list(threads.iterdir())) > before)  # it has forgotten them: it waits for their end
    tell(processes, signal.SIGCONT)
    assert worker.process.wait(15) == 0  # those not heard would go on for 30 seconds
    assert done(worker, "expire_challenges") == len(processes)


def held_by_workers() -> int:
    with client() as broker:
        return int(broker.hlen("unacked"))


def done(worker: Running, job: str) -> int:
    return sum(f".{job}[" in line and "succeeded" in line for line in worker.words.splitlines())


def tell(processes: list[int], sign: signal.Signals) -> None:
    for pid in processes:
        os.kill(pid, sign)
