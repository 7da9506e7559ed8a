"""The site's parts as processes, and a comparison of what was promised with what happened."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db import Error, connection

from fortify_site.management.commands.serve import ALONE
from mail.models import OutboxMail
from matches.models import LogEntry, Match, Reminder, Seat
from tests.support.patience import ON_AN_IDLE_MACHINE, Patience
from tests.support.processes import Running, Start, collect_static_files
from tests.support.servers import free_port
from tests.support.smtp_server import Sink

from .tally import Tally

Status = OutboxMail.Status
CELERY = ("celery", "--app", "fortify_site")


class Site:
    """A starter of the site's processes on this test's database and broker. Their emails go to the sink.

    ``haste``: how many times shorter the site's waits are.
    """

    def __init__(self, start: Start, sink: Sink, folder: Path, haste: float = 1.0) -> None:
        self._start = start
        self._folder = folder
        self.haste = haste
        self.running: list[Running] = []
        self.port = str(free_port())
        self.address = f"http://127.0.0.1:{self.port}"
        self.env = {
            "MAILBOX": "0",
            "EMAIL_URL": f"smtp://127.0.0.1:{sink.port}",
            "EMAIL_TIMEOUT": "30",
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        }

    def web(self, **env: str) -> Running:
        return self._ready(self._web(**env))

    def worker(self, *words: str, **env: str) -> Running:
        return self._ready(self._worker(*words, **env))

    def beat(self, **env: str) -> Running:
        return self._ready(self._beat(**env))

    def whole(self, **env: str) -> None:
        """Start web, worker and beat at the same time."""
        for part in [self._worker(**env), self._beat(**env), self._web(**env)]:
            self._ready(part)

    def launch(self, *words: str, **env: str) -> Running:
        """Start any process, without waiting until it is ready."""
        return self._start(*words, **{**self.env, "HASTE": str(self.haste), **env})

    def _web(self, **env: str) -> tuple[Running, str]:
        collect_static_files()
        words = ["gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"]
        return self.launch(*words, PORT=self.port, ACCESS_LOG="1", **env), "Booting worker"

    def _worker(self, *words: str, **env: str) -> tuple[Running, str]:
        words = words or ("--concurrency", "2")
        return self.launch(*CELERY, "worker", *words, *ALONE, "--loglevel", "info", **env), " ready."

    def _beat(self, **env: str) -> tuple[Running, str]:
        words = ("--pidfile=", "--schedule", str(self._folder / f"schedule-{free_port()}"), "--loglevel", "info")
        return self.launch(*CELERY, "beat", *words, **env), "beat: Starting"

    def _ready(self, part: tuple[Running, str]) -> Running:
        running, words = part
        running.wait_until(lambda: words in running.words)
        self.running.append(running)
        return running

    def check_all_run(self) -> None:
        """Check that no process that was started has ended early."""
        ended = [process for process in self.running if process.process.poll() is not None]
        assert not ended, f"{ended[0].process.args!r} has ended:\n{ended[0].words[-3000:]}"


class Once:
    """A file whose presence lets a sabotage happen. The sabotage removes it."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def set(self) -> None:
        self.file.touch()


def until(what: Callable[[], Any], seconds: float = ON_AN_IDLE_MACHINE) -> float:
    """Wait until the condition holds, and return how many seconds that took.

    A database that is being restarted is waited for, too.
    """
    start, patience = time.monotonic(), Patience(seconds)
    while not _holds(what):
        if patience.is_over():
            mails = OutboxMail.objects.exclude(status=Status.SENT).values("kind", "to", "status", "attempts")
            raise AssertionError(f"After {time.monotonic() - start:.0f} s it is still not so; mails: {list(mails)}")
        time.sleep(0.05)
    return time.monotonic() - start


def _holds(what: Callable[[], Any]) -> bool:
    try:
        return bool(what())
    except Error:
        connection.close()
        return False


def settled() -> bool:
    """Return whether no email is queued any longer."""
    return not OutboxMail.objects.filter(status=Status.QUEUED).exists()


def account_for_mails(sink: Sink, tally: Tally, *, given_up: int = 0) -> None:
    """Count the emails that are lost or doubled.

    Every email must be in the sink, no longer needed, or one of those ``given_up``.
    """
    arrived = Counter(message_id for message_id, _ in sink.arrivals)
    for mail in OutboxMail.objects.all():
        times = arrived.pop(mail.message_id, 0)
        tally.repeated += max(0, times - 1)
        if mail.status == Status.SENT:
            tally.lost += times == 0
        elif mail.status == Status.DROPPED:
            tally.lost += not _is_moot(mail)
        else:
            tally.lost += 1
    tally.lost -= given_up
    tally.doubled += sum(arrived.values())  # under ids that no email has


def _is_moot(mail: OutboxMail) -> bool:
    if mail.kind == "reminder":
        return not any(
            _waits(each.seat, each.number) for each in Reminder.objects.filter(pk__in=mail.context["reminders"])
        )
    if mail.kind == "clock_changed":  # it says that a clock waits for an email, and is moot once that runs
        return mail.match is not None and not mail.match.seats.filter(stopped=Seat.Stopped.MAIL).exists()
    if mail.kind == "your_turn":
        return not _waits(Seat.objects.get(pk=mail.context["seat"]), mail.context["number"])
    return False


def _waits(seat: Seat, number: int) -> bool:
    return seat.asked_turn == number


def note_delays_of_mails(sink: Sink, tally: Tally) -> None:
    """Note how long each email took from being queued to its first arrival."""
    first: dict[str, float] = {}
    for message_id, moment in sink.arrivals:
        first.setdefault(message_id, moment)
    for mail in OutboxMail.objects.filter(message_id__in=first):
        tally.delay(first[mail.message_id] - mail.queued_at.timestamp())
    tally.delay_of = "email"


def count_double_decisions(tally: Tally) -> None:
    """Count turns that were played twice, and seats that lost on time twice."""
    for match in Match.objects.all():
        seen = Counter(
            (turn.kind, turn.seat_id, turn.number)
            for turn in match.log.filter(kind__in=(LogEntry.Kind.PLAY, LogEntry.Kind.DEFAULT, LogEntry.Kind.TIME))
        )
        tally.doubled += sum(times - 1 for times in seen.values())
