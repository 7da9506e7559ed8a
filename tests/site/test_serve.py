"""The whole site from one command, as ``make run`` starts it: SQLite, an embedded broker, demo players."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.services import free_port
from tests.site.test_supervisor import gone

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 120
STOP_SECONDS = 30


class Site:
    """``manage.py serve`` with nothing configured but where its files and its port are."""

    def __init__(self, var: Path, port: int, **more: str) -> None:
        self.port = port
        self.output = var.parent / f"output-{port}.txt"
        env = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PORT": str(port), **more}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], env=env, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
            )

    @property
    def words(self) -> str:
        return self.output.read_text(errors="replace")

    def wait_for(self, words: str) -> None:
        until = time.monotonic() + START_SECONDS
        while words not in self.words:
            assert self.process.poll() is None, self.words
            assert time.monotonic() < until, self.words
            time.sleep(0.1)

    def status(self, path: str) -> int:
        return self.get(path)[0]

    def get(self, path: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def family(self) -> list[int]:
        """Everything it has started, directly or not."""
        listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
        pairs = [(int(pid), int(parent)) for pid, parent in (line.split() for line in listed.splitlines())]
        found = [self.process.pid]
        for parent in found:
            found += [pid for pid, of in pairs if of == parent]
        return found[1:]

    def end(self, sign: signal.Signals) -> int:
        self.process.send_signal(sign)
        return self.process.wait(STOP_SECONDS)


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def start(var: Path) -> Iterator[Callable[..., Site]]:
    started: list[Site] = []

    def run(**more: str) -> Site:
        started.append(Site(var, free_port(), **more))
        started[-1].wait_for("Ctrl-C stops it.")
        return started[-1]

    yield run
    for site in started:
        site.process.kill()
        site.process.wait()


@pytest.mark.worker
def test_it_serves_stops_on_ctrl_c_and_starts_again_with_what_it_had(start: Callable[..., Site]) -> None:
    site = start()
    assert f"http://localhost:{site.port}/\n" in site.words
    assert f"http://localhost:{site.port}/mailbox/\n" in site.words
    assert "ann@example.org" in site.words
    assert [site.status(path) for path in ("/", "/mailbox/", "/healthz", "/nowhere/")] == [200, 200, 200, 404]
    family = site.family()
    assert len(family) >= 4
    assert site.end(signal.SIGINT) == 0
    assert gone(family)
    assert "First start" in site.words

    again = start()
    assert "First start" not in again.words
    assert "ann@example.org" in again.words


def test_without_a_broker_it_serves_pages_and_ticks_do_the_rest(start: Callable[..., Site], var: Path) -> None:
    site = start(REDIS_URL="none")
    assert "manage.py tick" in site.words
    assert not any(b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes() for pid in site.family())
    checks = json.loads(site.get("/healthz")[1])["checks"]
    assert (checks["sweep"]["state"], checks["broker"]["state"]) == ("warn", "good")
    assert not list((var / "mailbox").glob("*"))
    tick = [sys.executable, "manage.py", "tick"]
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "REDIS_URL": "none"}
    subprocess.run(tick, env=env, cwd=ROOT, check=True, capture_output=True)
    status, answer = site.get("/healthz")
    assert status == 200
    assert {check["state"] for check in json.loads(answer)["checks"].values()} == {"good"}
    assert list((var / "mailbox").glob("*"))
    assert site.end(signal.SIGTERM) == 0


@pytest.mark.worker
def test_a_second_one_is_refused_and_nothing_is_left_when_the_first_is_killed(
    start: Callable[..., Site], var: Path
) -> None:
    site = start()
    second = Site(var, free_port())
    assert second.process.wait(START_SECONDS) == 1
    assert "The site is running already" in second.words
    assert site.status("/healthz") == 200
    family = site.family()
    site.process.kill()
    site.process.wait()
    assert gone(family, STOP_SECONDS)


@pytest.mark.worker
def test_it_ends_with_an_error_when_a_part_of_it_dies(start: Callable[..., Site]) -> None:
    site = start()
    family = site.family()
    beat = next(pid for pid in family if b"\0beat\0" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(beat, signal.SIGKILL)
    assert site.process.wait(STOP_SECONDS) == 1
    assert "The beat ended by itself" in site.words
    assert gone(family)


def test_a_port_that_is_taken_is_named(var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        site = Site(var, port)
        assert site.process.wait(START_SECONDS) == 1
    assert f"Port {port} is taken; set PORT to another." in site.words
