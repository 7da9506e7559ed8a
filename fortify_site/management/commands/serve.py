"""A command that runs the whole site in one terminal."""

from __future__ import annotations

import fcntl
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from fortify_site.environment import broker_socket, env, whole
from fortify_site.run.embedded_valkey import NoBroker, valkey_command, wait_for_broker
from fortify_site.run.supervisor import ChildDied, Supervisor

FIRST_PORT = 8000
FIRST_PORT_FOR_MAIL = 8025
PORTS_TRIED = 50
START_SECONDS = 180  # a busy machine takes two minutes; a process that dies is reported at once
# Django's self-checks take nearly half of a process's start; the first process has run them for all.
CHECKED = "--skip-checks"
# Celery warns workers that run as root about pickled messages, but here they accept none.
CELERY_CHECKED = {"CELERY_SKIP_CHECKS": "true", "PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
ALONE = ["--without-mingle", "--without-gossip"]  # no worker needs anything from the others
THINKS = frozenset({"computer worker"})
KINDLY = ["nice", "-n", "10"]  # pages and emails first


class Command(BaseCommand):
    """The whole site in one terminal, started in an order in which nothing must wait.

    It starts the broker first, unless REDIS_URL names one. Next it makes tables, static files and, on the first start
    of a site that only this machine can reach, demo players. Then it starts workers, beat, the receiver of email
    replies, and web, so that whatever a page asks for finds its worker; without a broker (REDIS_URL is none) it starts
    only the receiver and web. They are stopped in the opposite order.
    """

    help = "Run the whole site (web, worker, beat and, if need be, a broker) until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with only_one(), Supervisor() as site:
                self.run(site)
        except (ChildDied, NoBroker) as error:
            raise CommandError(str(error)) from error
        self.say("Stopped.")

    def run(self, site: Supervisor) -> None:
        port = choose_port("PORT", FIRST_PORT)
        os.environ["PORT"] = str(port)
        choose_port_for_mail()  # a configured one that is in use is reported at once
        os.environ.setdefault("LOG_LEVEL", "WARNING")
        address = os.environ.setdefault("SITE_URL", f"http://localhost:{port}")
        if not env.str("REDIS_URL", default=""):
            start_broker(site)
        prepare()
        logins = self.demo()
        if mail_port := choose_port_for_mail():  # again, since another site may have taken it while the demo was made
            os.environ["RECEIVE_PORT"] = str(mail_port)
        start_processes(site)
        wait_for(site, "web server", partial(web_answers, port))
        if settings.REPLY_DOMAIN:
            wait_for(site, "receiver of mails", receiver_answers)
        if not site.stopping:
            self.say(greeting(address, logins))
        site.watch()

    def say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()  # at once, even into a file

    def demo(self) -> str:
        """Return how to log in as a demo player. On the first start make the demo."""
        note = settings.VAR_DIR / "demo.txt"
        if settings.LOCAL and not get_user_model().objects.exists():
            self.say("First start: creating demo players and matches…")
            made = subprocess.run([*manage(), "create_demo", CHECKED], stdout=subprocess.PIPE, text=True, check=False)
            if made.returncode:
                raise CommandError("The demo could not be made; the reason is above.")
            note.write_text(made.stdout)
        return note.read_text().strip() if note.exists() else ""


def manage() -> list[str]:
    return [sys.executable, str(settings.BASE_DIR / "manage.py")]


@contextmanager
def only_one() -> Iterator[None]:
    """Hold the lock of this var/: two sites sharing a broker's files would damage them."""
    with (settings.VAR_DIR / "serve.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"The site is running already, from {settings.VAR_DIR}.") from None
        yield


_reserved: dict[int, int] = {}  # by port, the open file that reserves it


def reserve(port: int) -> bool:
    """Keep other sites on this machine from choosing the port until this process ends; false if one was first.

    Otherwise another could take it before something listens there. It works only on Linux; elsewhere nothing is
    reserved.
    """
    if port not in _reserved and sys.platform == "linux":
        mark = socket.socket(socket.AF_UNIX)
        try:
            mark.bind(f"\0fortify-port-{port}")  # unix(7), "abstract": it leaves no file behind
        except OSError:
            mark.close()
            return False
        _reserved[port] = mark.detach()
    return True


def choose_port(name: str, first: int, host: str = "") -> int:
    """Return the port in the setting of that name, or else the first free one."""
    host = host or os.environ.get("HOST", "127.0.0.1")
    given = whole(name, 0, most=65535)
    for port in [given] if given else range(first, first + PORTS_TRIED):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            if reserve(port):
                return port
    raise CommandError(
        f"Port {given} is taken; set {name} to another." if given else f"No port is free; set {name} to one."
    )


def choose_port_for_mail() -> int:
    """Return the port for receiving emails; 0 if the site takes no replies."""
    return choose_port("RECEIVE_PORT", FIRST_PORT_FOR_MAIL, settings.RECEIVE_HOST) if settings.REPLY_DOMAIN else 0


def start_broker(site: Supervisor) -> None:
    process = site.start("broker", valkey_command(settings.VAR_DIR / "valkey", broker_socket(settings.VAR_DIR)))
    wait_for_broker(settings.REDIS_URL, alive=lambda: process.poll() is None and not site.stopping)


def prepare() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def workers() -> dict[str, list[str]]:
    """Return the arguments of a worker for each queue, by its name."""
    processes = {"celery": 1, "mail": whole("WORKERS", 2, least=1)}
    if settings.REPLY_DOMAIN:
        processes["inbound"] = 1
    if settings.COMPUTER_PLAYERS:
        processes["computer"] = 1
    return {
        f"{queue} worker": ["--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", str(count)]
        for queue, count in processes.items()
    }


def start_jobs(site: Supervisor) -> None:
    celery = [sys.executable, "-m", "celery", "--app", "fortify_site", "--quiet"]
    for name, words in workers().items():
        command = [*celery, "worker", *words, *ALONE, "--loglevel", "warning"]
        site.start(name, [*(KINDLY if name in THINKS else []), *command], CELERY_CHECKED, may_end=True)
    site.start("beat", [*celery, "beat", "--loglevel", "warning", "--pidfile="], CELERY_CHECKED, may_end=True)


def start_processes(site: Supervisor) -> None:
    if settings.REDIS_URL:
        start_jobs(site)
    if settings.REPLY_DOMAIN:
        site.start("receiver of mails", [*manage(), "receive_mail", "--verbosity", "0", CHECKED])
    gunicorn = [sys.executable, "-m", "gunicorn", "--config", "python:fortify_site.gunicorn"]
    site.start("web server", [*gunicorn, "fortify_site.wsgi"])


def wait_for(site: Supervisor, part: str, answers: Callable[[], bool]) -> None:
    until = time.monotonic() + START_SECONDS
    while not site.stopping and not answers():
        if time.monotonic() > until:
            raise ChildDied(f"The {part} did not answer within {START_SECONDS} s.")
        site.check()
        time.sleep(0.1)


def web_answers(port: int) -> bool:
    by_its_name = {"Host": urlsplit(settings.SITE_URL).netloc}
    try:
        urlopen(Request(f"http://127.0.0.1:{port}/livez", headers=by_its_name), timeout=2).close()
    except HTTPError:
        return True
    except OSError:
        return False
    return True


def receiver_answers() -> bool:
    try:
        socket.create_connection((settings.RECEIVE_HOST, int(os.environ["RECEIVE_PORT"])), timeout=2).close()
    except OSError:
        return False
    return True


def greeting(address: str, logins: str) -> str:
    lines = ["", f"{settings.SITE_NAME} is at {address}/"]
    if settings.MAILBOX:
        lines.append(f"Every email it sends is at {address}/mailbox/")
    if settings.REPLY_DOMAIN:
        lines.append(f"Replies to them come in by SMTP on port {os.environ['RECEIVE_PORT']}.")
    if not settings.REDIS_URL:
        lines.append("It has no broker: run “manage.py tick” each minute to send emails and check the clocks.")
    lines += [logins] if logins else []
    return "\n".join([*lines, "Ctrl-C stops it.", ""])
