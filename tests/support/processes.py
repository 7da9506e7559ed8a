"""Fixtures that run parts of the site as processes of their own, with its real settings, on the test's database."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from fortify_site.management.commands.serve import ALONE
from fortify_site.run.embedded_valkey import dying_with_parent
from jobs.broker import client
from tests.support.patience import PATIENCE, Patience

from .forked import POSSIBLE, Forked
from .order import commits
from .servers import NoServer, free_port

# Django's checks of itself take a third of a worker's start; "manage.py serve" and "make lint" make them.
SITE = {"DJANGO_SETTINGS_MODULE": "fortify_site.settings", "CELERY_SKIP_CHECKS": "true"}


class NotStopped(Exception):
    """A process that did not end in time when it was told to."""


class Running:
    """A module that runs as a process, and the file that holds what it prints."""

    def __init__(self, words: list[str], env: Mapping[str, str], log: Path, *, of_the_site: bool = False) -> None:
        """Start the process. ``env`` is all of its environment; one ``of_the_site`` starts quicker still."""
        self.log = log
        self.process: Forked | subprocess.Popen[bytes]
        if POSSIBLE:
            self.process = Forked(words, env=env, log=log, cwd=settings.BASE_DIR, of_the_site=of_the_site)
        else:
            self.process = start_afresh(words, env=env, log=log, cwd=settings.BASE_DIR)

    @property
    def words(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_until(self, what: Callable[[], bool]) -> None:
        patience = Patience()
        while not what():
            if self.process.poll() is not None or patience.is_over():
                raise NoServer(f"{self.process.args!r} did not start:\n{self.words}")
            time.sleep(0.1)

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop it and, if they are left, the processes it started."""
        self.process.send_signal(sign)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise NotStopped(f"{self.process.args!r} went on after {sign.name}:\n{self.words}") from None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def start_afresh(words: list[str], *, env: Mapping[str, str], log: Path, cwd: Path) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        return subprocess.Popen(
            [sys.executable, "-m", *words],
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            preexec_fn=dying_with_parent(),
            process_group=0,
            cwd=cwd,
        )


Start = Callable[..., Running]


def database_url(**options: str) -> str:
    """Return the address of the database this test uses. ``options`` are those of the connection."""
    config: dict[str, Any] = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{config['NAME']}"
    who = quote(config["USER"]) + (f":{quote(config['PASSWORD'])}" if config["PASSWORD"] else "")
    host = config["HOST"]
    if host.startswith("/"):  # a socket's folder
        host, options = "", {"host": host, **options}
    query = f"?{urlencode(options, quote_via=quote)}" if options else ""
    return f"postgres://{who}@{host}:{config['PORT']}/{config['NAME']}{query}"


@pytest.fixture
def start_process(transactional_db: None, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Start]:
    """A function that runs a module with the site's settings on this test's database.

    It is called as ``start_process("celery", …, NAME="value")``. SITE_URL is the live server's if the test has one. The
    process is stopped when the test ends.
    """
    env = {**SITE, "LOG_LEVEL": "INFO"}
    if "live_server" in request.fixturenames:
        env["SITE_URL"] = request.getfixturevalue("live_server").url
    started: list[Running] = []

    def start(module: str, *words: str, **more: str) -> Running:
        log = tmp_path / f"{module}-{len(started)}.log"
        where = {"DATABASE_URL": database_url()}
        of_all = os.environ | env | where | more
        started.append(Running([module, *words], of_all, log, of_the_site=True))
        return started[-1]

    yield start
    with contextlib.ExitStack() as all_of_them:
        for process in started:
            process.process.terminate()
            all_of_them.callback(process.stop)


def forget_jobs() -> None:
    """Delete whatever other tests have asked of workers."""
    with client() as broker:
        broker.flushdb()


@pytest.fixture
def start_worker(start_process: Start) -> Start:
    """A function that starts a Celery worker and returns when it takes jobs: ``start_worker(NAME="value")``.

    The worker finds no old jobs.
    """
    forget_jobs()

    def start(**env: str) -> Running:
        words = ["--app", "fortify_site", "worker", "--concurrency", "2", *ALONE, "--loglevel", "info"]
        worker = start_process("celery", *words, **env)
        worker.wait_until(lambda: " ready." in worker.words)
        return worker

    return start


@pytest.fixture
def worker(start_worker: Start) -> Running:
    """A Celery worker on this test's database and broker. Its emails go to the mailbox folder."""
    return start_worker()


@functools.cache
def collect_static_files() -> None:
    """Collect static files into this process's own folder, as the real settings want them.

    Done once, since it takes a second.
    """
    words = ["manage", "collectstatic", "--no-input", "--verbosity", "0"]
    log = Path(settings.VAR_DIR) / "collectstatic.log"
    collecting = Running(words, os.environ | SITE, log, of_the_site=True)
    assert collecting.process.wait(PATIENCE) == 0, collecting.words


@pytest.fixture
def start_web(start_process: Start) -> Callable[..., tuple[Running, str]]:
    """A function that starts gunicorn as in production: ``start_web(NAME="value")`` returns it and its address."""

    def start(**env: str) -> tuple[Running, str]:
        collect_static_files()
        port = str(free_port())
        words = ["--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"]
        web = start_process("gunicorn", *words, PORT=port, **env)
        web.wait_until(lambda: "Booting worker" in web.words)
        return web, f"http://127.0.0.1:{port}"

    return start


@pytest.fixture(autouse=True)
def _no_old_rate_limits(request: pytest.FixtureRequest) -> Iterator[None]:
    """Clear the cache after a test that commits: its table isn't rolled back, and holds rate limits."""
    committing = commits(request.node)
    if committing:
        request.getfixturevalue("transactional_db")
    yield
    if committing:
        cache.clear()
