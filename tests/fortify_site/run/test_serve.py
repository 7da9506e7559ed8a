"""The whole site from one command, as ``make run`` starts it: SQLite, an embedded broker, demo players."""

from __future__ import annotations

import contextlib
import fcntl
import io
import json
import multiprocessing
import os
import shutil
import signal
import smtplib
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from fortify_site.management.commands import serve
from tests.support.patience import PATIENCE, Patience, wait_until
from tests.support.servers import free_port

from .test_supervisor import gone

ROOT = Path(__file__).resolve().parents[3]


class Site:
    """``manage.py serve`` with nothing configured but where its files and its port are."""

    def __init__(self, var: Path, port: int, **more: str) -> None:
        self.port = port
        self.mail_port = free_port()
        self.output = var.parent / f"output-{port}.txt"
        env = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "PORT": str(port), "RECEIVE_PORT": str(self.mail_port)}
        env |= more
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"], env=env, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
            )

    @property
    def words(self) -> str:
        return self.output.read_text(errors="replace")

    def wait_for(self, words: str) -> None:
        patience = Patience()
        while words not in self.words:
            assert self.process.poll() is None, self.words
            assert not patience.is_over(), self.words
            time.sleep(0.1)

    def states_when_well(self) -> dict[str, str]:
        """Each check's. Where the machine is busy, the first looks after a start are cut off."""
        patience = Patience()
        while (found := self.get("/healthz"))[0] != HTTPStatus.OK:
            assert not patience.is_over(), found
            time.sleep(0.1)
        return {name: check["state"] for name, check in json.loads(found[1])["checks"].items()}

    def status(self, path: str) -> int:
        return self.get(path)[0]

    def get(self, path: str) -> tuple[int, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
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
        return self.process.wait(PATIENCE)


@dataclass(frozen=True)
class FirstStart:
    """A site without a broker that has been started once, and stopped by Ctrl-C, and how that went."""

    var: Path
    port: int
    words: str
    answers: list[int]
    started: int
    celery: bool
    before_tick: dict[str, str]
    mails_before_tick: int
    after_tick: dict[str, str]
    left: bool
    status: int


@pytest.fixture(scope="session")
def first() -> FirstStart:
    """Making its tables and its demo takes the longest by far, so it is started once in a run, by whichever process
    comes first, and the tests that start it again copy it."""
    folder = Path(os.environ["TESTS_FOLDER"], "first-start")
    folder.mkdir(exist_ok=True)
    told = folder / "told.json"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not told.exists():
            told.write_text(json.dumps(asdict(start_for_the_first_time(folder / "var")), default=str))
    found = json.loads(told.read_text())
    return FirstStart(**{**found, "var": Path(found["var"])})


def start_for_the_first_time(var: Path) -> FirstStart:
    site = Site(var, free_port(), REDIS_URL="none")
    try:
        site.wait_for("Ctrl-C stops it.")
        before, mails = site.states_when_well(), len(mails_of(var))
        answers = [site.status(path) for path in ("/", "/mailbox/", "/nowhere/")]
        tick(var)
        after, family = site.states_when_well(), site.family()
        celery = any(b"celery" in words_of(pid) for pid in family)
        status = site.end(signal.SIGINT)
        return FirstStart(
            var, site.port, site.words, answers, len(family), celery, before, mails, after, not gone(family), status
        )
    finally:
        site.process.kill()
        site.process.wait()


def tick(var: Path) -> None:
    env = {"PATH": os.environ["PATH"], "VAR_DIR": str(var), "REDIS_URL": "none"}
    subprocess.run([sys.executable, "manage.py", "tick"], env=env, cwd=ROOT, check=True, capture_output=True)


def words_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def start(var: Path, first: FirstStart) -> Iterator[Callable[..., Site]]:
    """``start(NAME="value")`` starts the site again, with what the first start made."""
    shutil.copytree(first.var, var, ignore=shutil.ignore_patterns("*.sock"))
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
def test_it_makes_players_serves_and_stops_on_ctrl_c(first: FirstStart) -> None:
    assert "First start" in first.words
    assert f"http://localhost:{first.port}/\n" in first.words
    assert f"http://localhost:{first.port}/mailbox/\n" in first.words
    assert "ann@example.org" in first.words
    assert first.answers == [200, 200, 404]
    assert first.started >= 2
    assert first.status == 0
    assert not first.left


@pytest.mark.worker
def test_without_a_broker_ticks_do_the_rest(first: FirstStart) -> None:
    assert "manage.py tick" in first.words
    assert not first.celery
    assert (first.before_tick["sweep"], first.before_tick["broker"]) == ("warn", "good")
    assert first.mails_before_tick == 0
    assert set(first.after_tick.values()) == {"good"}
    assert mails_of(first.var)


@pytest.mark.worker
def test_where_a_part_dies_it_ends_with_an_error(start: Callable[..., Site]) -> None:
    site = start(REDIS_URL="none")
    family = site.family()
    receiver = next(pid for pid in family if b"\0receive_mail\0" in words_of(pid))
    os.kill(receiver, signal.SIGKILL)
    assert site.process.wait(PATIENCE) == 1
    assert "The receiver of mails ended unexpectedly" in site.words
    assert gone(family)


@pytest.mark.worker
def test_started_again_it_has_what_it_had_takes_replies_in_and_leaves_nothing_when_killed(
    start: Callable[..., Site], var: Path
) -> None:
    site = start()
    assert "First start" not in site.words
    assert "ann@example.org" in site.words
    second = Site(var, free_port())
    assert second.process.wait(PATIENCE) == 1
    assert "The site is running already" in second.words
    site.states_when_well()
    a_reply_to_a_mail_is_read_and_answered(site, var)
    family = site.family()
    assert any(b"celery" in words_of(pid) for pid in family)
    site.process.kill()
    site.process.wait()
    assert gone(family)


def a_reply_to_a_mail_is_read_and_answered(site: Site, var: Path) -> None:
    mails = mails_of(var)
    mail = next(mail for mail in mails if mail["Reply-To"])
    reply = EmailMessage()
    reply["From"], reply["To"], reply["Message-ID"] = mail["To"], mail["Reply-To"], "<1@players.example>"
    reply.set_content("help")
    with smtplib.SMTP("127.0.0.1", site.mail_port, timeout=PATIENCE) as server:
        server.send_message(reply)
    wait_until(
        lambda: what_came_in(var) == [("done", mail["To"])] and len(mails_of(var)) > len(mails),
        lambda: (what_came_in(var), site.words),
    )


def what_came_in(var: Path) -> list[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(var / "db.sqlite3")) as database:
        return database.execute("SELECT status, sender FROM mail_inboundmail").fetchall()


def mails_of(var: Path) -> list[EmailMessage]:
    """In the order in which they were sent."""
    files = sorted((var / "mailbox").glob("*.eml"))
    return [message_from_bytes(file.read_bytes(), _class=EmailMessage, policy=policy.default) for file in files]


def test_the_port_for_mail_is_free_when_it_is_needed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another site takes the one that was free, while the demo is made."""
    settings.REPLY_DOMAIN, first = "replies.example", free_port()
    for name, value in {"PORT": str(free_port()), "RECEIVE_PORT": "0", "SITE_URL": "", "LOG_LEVEL": ""}.items():
        monkeypatch.setenv(name, value)
    for name in ("start_broker", "prepare", "start_processes", "wait_for"):
        monkeypatch.setattr(serve, name, lambda *args: None)
    monkeypatch.setattr(serve, "FIRST_PORT_FOR_MAIL", first)
    with socket.socket() as other:

        def demo(_: serve.Command) -> str:
            other.bind((settings.RECEIVE_HOST, first))
            other.listen()
            return ""

        monkeypatch.setattr(serve.Command, "demo", demo)
        serve.Command(stdout=io.StringIO()).run(Mock(stopping=False))
        assert int(os.environ["RECEIVE_PORT"]) > first


@pytest.mark.django_db
def test_the_web_server_is_asked_under_a_name_that_it_answers_to(
    settings: Settings, live_server: LiveServer, caplog: pytest.LogCaptureFixture
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://play.example.org", ["play.example.org"]
    assert serve.web_answers(urlsplit(live_server.url).port or 0)
    assert "HTTP_HOST" not in caplog.text


def test_two_sites_that_start_at_once_choose_two_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though neither listens yet."""
    monkeypatch.delenv("RECEIVE_PORT", raising=False)
    first = free_port()
    context = multiprocessing.get_context("fork")
    chosen, may_end = context.SimpleQueue(), context.Event()

    def start() -> None:
        chosen.put(serve.choose_port("RECEIVE_PORT", first))
        may_end.wait()

    sites = [context.Process(target=start) for _ in range(2)]
    for site in sites:
        site.start()
    assert chosen.get() != chosen.get()
    may_end.set()
    for site in sites:
        site.join()


def test_a_port_that_is_taken_is_named(var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        site = Site(var, port)
        assert site.process.wait(PATIENCE) == 1
    assert f"Port {port} is taken; set PORT to another." in site.words
