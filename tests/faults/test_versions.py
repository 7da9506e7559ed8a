"""Two versions of the code at work at once, as during the roll-out of a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db.migrations.recorder import MigrationRecorder

from fortify_site.celery import app
from mail.outbox import queue
from tests.support.processes import collect_static_files
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink

from .site import Site, account_for_mails, note_delays_of_mails, settled, until
from .tally import Tally

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
UNKNOWN = "mail.tasks.deliver_mail"
THROWN_AWAY = f"Received unregistered task of type '{UNKNOWN}'"


def roll_out(site: Site, number: int) -> None:
    """Let an old worker throw away jobs that it doesn't know, then start a new one beside it."""
    old = site.worker("--hostname", f"old{number}@%h", "--concurrency", "2", SABOTAGE=f"forget={UNKNOWN}")
    mails = [queue.queue_composed(f"reader{number}-{n}@x.example", "s", "t", "") for n in range(6)]
    until(lambda: old.words.count(THROWN_AWAY) > len(mails))  # the sweep asks again
    app.send_task("matches.tasks.sweep_matches")
    until(lambda: "deadlines decided" in old.words)  # it does the jobs that it knows
    new = site.worker("--hostname", f"new{number}@%h", "--concurrency", "2")
    until(settled)  # though the old one still takes some of the jobs
    old.stop()
    new.stop()


@pytest.mark.fault(number=34)
def test_the_sweep_asks_again_for_what_an_old_worker_does_not_know(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    site.beat()
    for number in tally.repeat(quick=1, long=5):
        roll_out(site, number)
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)


WEB = ("gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi")
SERVICES = {
    "web": WEB,
    "worker": ("celery", "--app", "fortify_site", "worker"),
    "beat": ("celery", "--app", "fortify_site", "beat", "--pidfile="),
    "receiver": ("manage", "receive_mail"),
    "tick": ("manage", "tick"),
    "check": ("manage", "check", "--deploy"),
}


@pytest.mark.fault(number=47)
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows.create(app="matches", name="9999_from_the_future"), "9999_from_the_future is unknown here"),
        (lambda rows: rows.filter(app="jobs").last().delete(), "run manage.py migrate"),
    ],
    ids=["newer tables", "older tables"],
)
def test_no_process_starts_on_tables_of_another_version(
    valkey: Valkey, site: Site, tally: Tally, change: Callable[[Any], Any], words: str
) -> None:
    tally.rounds += 1
    collect_static_files()
    with undone_migrations():
        change(MigrationRecorder.Migration.objects)
        started = {
            name: site.launch(*command, PORT=site.port, REPLY_DOMAIN="reply.example.org")
            for name, command in SERVICES.items()
        }
        until(lambda: all(process.process.poll() for process in started.values()))
    assert {name for name, process in started.items() if words not in process.words} == set()


@contextmanager
def undone_migrations() -> Iterator[None]:
    """Restore the record of migrations when the context ends."""
    rows = MigrationRecorder.Migration.objects
    before = list(rows.order_by("pk"))
    try:
        yield
    finally:
        rows.all().delete()
        rows.bulk_create(before)
