"""Fixtures: servers for one test, which it may damage; the site's processes; and the checks after every fault."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections
from pytest_django import Settings

from fortify_site.celery import app
from jobs import broker
from tests.support.processes import Start, database_url
from tests.support.servers import Postgres, Valkey
from tests.support.smtp_server import Sink, serving

from .invariants import check_invariants
from .site import Once, Site
from .tally import LONG, Tally

HASTE = 60.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


PASSED = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def tally(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tally]:
    """The counts of what the fault did. After the test and the end of its processes, the invariants are checked."""
    marker = request.node.get_closest_marker("fault")
    if marker is None:
        yield Tally(0, "")
        return
    request.getfixturevalue("transactional_db")
    for database in {"postgres", "disk"} & set(request.fixturenames):
        request.getfixturevalue(database)
    tally = Tally(marker.kwargs["number"], connection.vendor)
    yield tally
    try:
        check_invariants(tmp_path.glob("*.log"))
    except AssertionError:
        tally.failed = True
        raise
    finally:
        tally.failed |= not request.node.stash.get(PASSED, False)
        tally.keep()
    assert (tally.lost, tally.doubled) == (0, 0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with a short name, which PostgreSQL can enter whichever user it runs as."""
    path = Path(tempfile.mkdtemp(prefix="fault-"))
    path.chmod(0o711)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def valkey(folder: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Valkey]:
    """A broker for one test, which the site's processes and the test itself use."""
    valkey = Valkey(folder)
    valkey.start()
    use_broker(monkeypatch, settings, valkey.url)
    yield valkey
    valkey.stop()


def use_broker(monkeypatch: pytest.MonkeyPatch, settings: Settings, url: str) -> None:
    settings.REDIS_URL = url
    monkeypatch.setenv("REDIS_URL", url)
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", url)  # the test's own application has read its settings before
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    monkeypatch.setattr(broker.broker, "rests_until", 0.0)


@pytest.fixture
def postgres(transactional_db: None, folder: Path) -> Iterator[Postgres]:
    """A database for one test, on its own server. The site's processes and the test itself use it."""
    server = Postgres(folder, synchronous_commit="on")  # what was committed survives an immediate shutdown
    server.make()
    server.start()
    yield from on_server(server)


def on_server(server: Postgres) -> Iterator[Postgres]:
    server.copy_from(database_url())
    shared = dict(connection.settings_dict)
    connections.close_all()
    connection.settings_dict.update(HOST="127.0.0.1", PORT=server.port, USER="tests", NAME="postgres", PASSWORD="")
    try:
        yield server
    finally:
        connections.close_all()
        connection.settings_dict.update(shared)
        server.stop(signal.SIGQUIT)


@pytest.fixture
def sink() -> Iterator[Sink]:
    sink = Sink()
    with serving(sink) as sink.port:
        yield sink


@pytest.fixture
def site(start_process: Start, sink: Sink, tmp_path: Path) -> Site:
    """A starter of the site's processes with shortened waits."""
    return Site(start_process, sink, tmp_path, HASTE)


@pytest.fixture
def timely_site(start_process: Start, sink: Sink, tmp_path: Path) -> Site:
    """A starter of the site's processes whose waits are the real ones in a long run, otherwise shortened."""
    return Site(start_process, sink, tmp_path, 1.0 if os.environ.get(LONG) else HASTE)


@pytest.fixture
def once(tmp_path: Path) -> Once:
    return Once(tmp_path / "once")
