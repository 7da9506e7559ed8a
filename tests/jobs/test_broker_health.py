"""What happens when the broker is not as it should be."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from kombu.exceptions import OperationalError
from pytest_django import Settings

from fortify_site.celery import app
from fortify_site.run.embedded_valkey import dying_with_parent, valkey_command, wait_for_broker
from jobs import broker as publishing
from jobs.broker import client
from jobs.broker_health import BrokerCondition, broker_condition, refuse_a_forgetful_broker
from jobs.tasks import clear_sessions
from tests.fortify_site.run.test_web import StartWeb, get
from tests.support.patience import PATIENCE
from tests.support.processes import Start
from tests.support.servers import free_port, stop

LONGEST_WAIT = 20.0  # on a machine that is busy; a client that is left to itself waits longer
PROMISED_WAIT = 1.5


def seconds(what: Callable[[], bool]) -> float:
    """How long it takes for what has to be true."""
    start = time.monotonic()
    assert what()
    return time.monotonic() - start


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


def test_a_job_reaches_the_broker_and_one_that_refuses_costs_no_time(broker: Broker) -> None:
    clear_sessions.delay()
    assert waiting(broker) == 1
    stop(broker.process, signal.SIGTERM)
    assert seconds_to_publish() < LONGEST_WAIT


def test_no_wait_for_a_broker_is_longer_than_promised() -> None:
    options = app.conf.broker_transport_options
    attempts = 1 + options["max_retries"]
    assert attempts * (options["socket_connect_timeout"] + options["socket_timeout"]) <= PROMISED_WAIT
    kept = client("redis://localhost").connection_pool.connection_kwargs
    assert kept["socket_connect_timeout"] + kept["socket_timeout"] <= PROMISED_WAIT


def test_a_broker_that_hangs_costs_a_short_wait_and_gets_jobs_again_once_it_is_back(broker: Broker) -> None:
    clear_sessions.delay()
    broker.process.send_signal(signal.SIGSTOP)
    assert seconds_to_publish() < LONGEST_WAIT
    broker.process.send_signal(signal.SIGCONT)
    clear_sessions.delay()
    assert waiting(broker) >= 2


def test_a_full_broker_is_as_one_that_refuses_though_it_answers(broker: Broker) -> None:
    with client(broker.url) as connected:
        connected.config_set("maxmemory", "1")
        assert connected.ping()
    assert seconds_to_publish() < LONGEST_WAIT
    assert "maxmemory" in broker_condition(broker.url).fault


def test_a_broker_says_how_it_is(broker: Broker) -> None:
    assert broker_condition(broker.url) == BrokerCondition()
    with client(broker.url) as connected:
        connected.config_set("maxmemory-policy", "allkeys-lru")
        connected.config_set("maxmemory", "1gb")
    found = broker_condition(broker.url)
    assert (found.fault, found.policy) == ("", "allkeys-lru")
    assert found.fullness is not None
    assert 0 < found.fullness < 0.1


def test_a_broker_that_may_not_be_written_to_takes_no_jobs(broker: Broker) -> None:
    with client(broker.url) as connected:
        connected.replicaof("127.0.0.1", 1)
    assert "read only" in broker_condition(broker.url).fault


def test_a_broker_that_hangs_or_is_gone_takes_no_jobs_and_little_time(broker: Broker) -> None:
    start = time.monotonic()
    broker.process.send_signal(signal.SIGSTOP)
    assert broker_condition(broker.url).fault
    broker.process.send_signal(signal.SIGCONT)
    stop(broker.process, signal.SIGTERM)
    assert broker_condition(broker.url).fault
    assert time.monotonic() - start < LONGEST_WAIT
    assert broker_condition("redis://localhost:no-port").fault


def test_a_broker_that_keeps_some_things_to_itself_takes_jobs(broker: Broker) -> None:
    with client(broker.url) as connected:
        connected.execute_command("ACL", "SETUSER", "default", "-info", "-set")
    assert broker_condition(broker.url) == BrokerCondition()


def test_the_embedded_broker_keeps_what_it_was_given(broker: Broker, tmp_path: Path) -> None:
    clear_sessions.delay()
    stop(broker.process, signal.SIGTERM)
    again = subprocess.Popen(valkey_command(tmp_path / "data", tmp_path / "s"), preexec_fn=dying_with_parent())
    try:
        wait_for_broker(broker.url, alive=lambda: again.poll() is None)
        assert waiting(broker) == 1
    finally:
        stop(again, signal.SIGTERM)


def test_a_broker_that_throws_jobs_away_is_refused_but_not_one_that_is_down(broker: Broker) -> None:
    refuse_a_forgetful_broker()
    with client(broker.url) as connected:
        connected.config_set("maxmemory-policy", "allkeys-lru")
    with pytest.raises(SystemExit, match="maxmemory-policy is “allkeys-lru”"):
        refuse_a_forgetful_broker()
    stop(broker.process, signal.SIGTERM)
    refuse_a_forgetful_broker()


def command_line(what: str) -> list[str]:
    words = {
        "worker": ["celery", "--app", "fortify_site", "worker", "--concurrency", "1"],
        "beat": ["celery", "--app", "fortify_site", "beat", "--pidfile="],
        "web": ["gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"],
    }
    return words[what]


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["worker", "beat", "web"])
def test_nothing_starts_with_a_broker_that_throws_jobs_away(broker: Broker, start_process: Start, what: str) -> None:
    with client(broker.url) as connected:
        connected.config_set("maxmemory-policy", "volatile-ttl")
    started = start_process(*command_line(what), REDIS_URL=broker.url, PORT=str(free_port()))
    assert started.process.wait(PATIENCE) != 0
    assert "maxmemory-policy is “volatile-ttl”" in started.words


@pytest.mark.either
@pytest.mark.django_db(transaction=True)
def test_a_monitor_is_answered_in_time_while_the_broker_hangs(broker: Broker, start_web: StartWeb) -> None:
    web, address = start_web(REDIS_URL=broker.url)
    web.wait_until(lambda: get(address, "/healthz") == 200)  # it has done all that it does only once
    broker.process.send_signal(signal.SIGSTOP)
    assert seconds(lambda: get(address, "/healthz") == 503) < LONGEST_WAIT
    assert get(address, "/livez") == 200


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("what", ["worker", "beat"])
def test_without_a_broker_there_are_neither_workers_nor_a_beat(start_process: Start, what: str) -> None:
    started = start_process(*command_line(what), REDIS_URL="none")
    assert started.process.wait(PATIENCE) != 0
    assert "REDIS_URL is “none”" in started.words
    assert "manage.py tick" in started.words


def test_without_a_broker_nobody_is_asked_or_refused(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(app, "send_task", pytest.fail)
    refuse_a_forgetful_broker()
    found = publishing.Broker()
    assert not found.publish(publishing.Job[()]("jobs.tasks.clear_sessions"))
    assert found.rests_until == 0.0
