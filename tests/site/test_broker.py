"""What happens when the broker is not as it should be."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError
from pytest_django import Settings

from fortify_site.broker import client, refuse_a_forgetful_broker
from fortify_site.celery import app
from fortify_site.embedded import dying_with_parent, valkey_command, wait_for_broker
from fortify_site.tasks import clear_sessions
from tests.services import stop

LONGEST_WAIT = 2.0


class Broker(NamedTuple):
    process: subprocess.Popen[bytes]
    url: str


@pytest.fixture
def broker(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Broker]:
    """A broker of the test's own, to be mistreated. Celery publishes to it."""
    socket = tmp_path / "s"
    process = subprocess.Popen(valkey_command(tmp_path / "data", socket), preexec_fn=dying_with_parent())
    url = f"redis+socket://{socket}"
    wait_for_broker(url, alive=lambda: process.poll() is None)
    settings.REDIS_URL = url
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", url)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    yield Broker(process, url)
    process.send_signal(signal.SIGCONT)
    stop(process, signal.SIGTERM)


def seconds_to_publish() -> float:
    start = time.monotonic()
    with pytest.raises(OperationalError):
        clear_sessions.delay()
    return time.monotonic() - start


def waiting(broker: Broker) -> int:
    with client(broker.url) as connected:
        return int(connected.llen("celery"))


def test_a_job_reaches_the_broker(broker: Broker) -> None:
    clear_sessions.delay()
    assert waiting(broker) == 1


def test_a_broker_that_refuses_costs_no_time(broker: Broker) -> None:
    clear_sessions.delay()
    stop(broker.process, signal.SIGTERM)
    assert seconds_to_publish() < 0.5


def test_a_broker_that_hangs_costs_a_short_wait(broker: Broker) -> None:
    clear_sessions.delay()
    broker.process.send_signal(signal.SIGSTOP)
    assert seconds_to_publish() < LONGEST_WAIT


def test_a_job_can_be_published_again_once_the_broker_is_back(broker: Broker) -> None:
    broker.process.send_signal(signal.SIGSTOP)
    seconds_to_publish()
    broker.process.send_signal(signal.SIGCONT)
    clear_sessions.delay()
    assert waiting(broker) >= 1


def test_a_full_broker_is_as_one_that_refuses(broker: Broker) -> None:
    with client(broker.url) as connected:
        connected.config_set("maxmemory", "1")
    assert seconds_to_publish() < LONGEST_WAIT


def test_the_embedded_broker_keeps_what_it_was_given(broker: Broker, tmp_path: Path) -> None:
    clear_sessions.delay()
    stop(broker.process, signal.SIGTERM)
    again = subprocess.Popen(valkey_command(tmp_path / "data", tmp_path / "s"), preexec_fn=dying_with_parent())
    try:
        wait_for_broker(broker.url, alive=lambda: again.poll() is None)
        assert waiting(broker) == 1
    finally:
        stop(again, signal.SIGTERM)


def test_a_broker_that_throws_jobs_away_is_refused(broker: Broker) -> None:
    refuse_a_forgetful_broker()
    with client(broker.url) as connected:
        connected.config_set("maxmemory-policy", "allkeys-lru")
    with pytest.raises(ImproperlyConfigured, match="maxmemory-policy is “allkeys-lru”"):
        refuse_a_forgetful_broker()


def test_a_broker_that_is_down_keeps_nobody_from_starting(broker: Broker) -> None:
    stop(broker.process, signal.SIGTERM)
    refuse_a_forgetful_broker()
