"""Redis down, silent, empty or full: turns are accepted as ever, and their emails follow."""

from __future__ import annotations

import random
import re
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db.models import QuerySet
from pytest_django import Settings
from redis import Redis

from accounts.models import User
from fortify_site.celery import app
from jobs.broker import client
from jobs.lease import BATCH
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from matches.mails import tokens
from matches.models import Match, Seat
from tests.support.factories import MatchFactory
from tests.support.patience import ON_AN_IDLE_MACHINE
from tests.support.processes import Running, Start
from tests.support.servers import Valkey
from tests.support.smtp_server import Sink
from timekeeping import clock

from .conftest import use_broker
from .crowd import Crowd
from .site import Site, account_for_mails, note_delays_of_mails, settled, until
from .tally import Tally
from .visitor import Answer, Visitor

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True)]
REFUSED, SILENT, BY_SWEEP = 1.0, 2.0, 120.0  # seconds that the list of faults allows
BANNER = "Redis doesn’t accept jobs"
JOBS, JOB_DONE = 5, re.compile(r"expire_offers\[\S+\] succeeded")
CONNECTION_LOST = "Connection to broker lost"
LUCK = random.Random(3)


def asked(match: Match) -> tuple[Seat, str]:
    """Return the seat whose turn it is, and a legal turn."""
    seat = match.seats.select_related("match", "player").get(asked_turn__isnull=False)
    return seat, seat.match.game.sample(seat.match.loaded_state, seat.index, LUCK)


def play_by_link(site: Site, match: Match) -> Answer:
    seat, text = asked(match)
    return Visitor(site.address).play_by_link(tokens.mint_turn(seat, seat.asked_turn or 0), text)


def play_on_site(site: Site, match: Match) -> Answer:
    seat, text = asked(match)
    assert seat.asked_turn is not None
    return Visitor(site.address, seat.player).play(seat, seat.asked_turn, text)


def usual_seconds(site: Site) -> float:
    """Return how long a turn takes while all is well, on this machine with its other tests."""
    match: Match = MatchFactory()
    play_on_site(site, match)
    return play_by_link(site, match).seconds


def check_turns_while(site: Site, tally: Tally, host: User, bound: float, harm: Callable[[], object]) -> None:
    """Check that turns are stored in less than ``bound`` seconds while the broker is harmed, on every way in.

    Staff must be told about the broker, and nobody else.
    """
    match: Match = MatchFactory()
    usual = usual_seconds(site)
    until(settled)
    harm()
    for length, play in enumerate((play_by_link, play_on_site), start=1):
        answer = play(site, match)
        assert (answer.status, match.log.count()) == (303, length)
        assert tally.within(answer.seconds - usual, bound)
    page = Visitor(site.address, host).get("/")
    assert BANNER in page.body
    assert tally.within(page.seconds - usual, bound + 1)  # it asks the broker itself
    assert BANNER not in Visitor(site.address).get("/").body


def check_mails_follow(site: Site, sink: Sink, tally: Tally) -> None:
    tally.delay(until(settled, BY_SWEEP))
    site.check_all_run()
    account_for_mails(sink, tally)
    tally.delay_of = "email, from Redis’s return"


@pytest.mark.fault(number=1)
def test_a_turn_is_taken_though_the_broker_refuses(
    valkey: Valkey, timely_site: Site, sink: Sink, host: User, tally: Tally
) -> None:
    timely_site.whole()
    for _ in tally.repeat(quick=1, long=5):
        check_turns_while(timely_site, tally, host, REFUSED, valkey.stop)
        valkey.start()
        check_mails_follow(timely_site, sink, tally)


@pytest.mark.fault(number=2)
def test_a_turn_is_taken_though_the_broker_hangs(
    valkey: Valkey, timely_site: Site, sink: Sink, host: User, tally: Tally
) -> None:
    timely_site.whole()
    for _ in tally.repeat(quick=1, long=5):
        check_turns_while(timely_site, tally, host, SILENT, lambda: valkey.send(signal.SIGSTOP))
        valkey.send(signal.SIGCONT)
        check_mails_follow(timely_site, sink, tally)


def under_way() -> QuerySet[OutboxMail]:
    return OutboxMail.objects.filter(leased_until__isnull=False)


@pytest.mark.fault(number=2)
def test_jobs_that_end_while_the_broker_hangs_hold_up_none_that_come_later(
    valkey: Valkey, site: Site, sink: Sink, tally: Tally
) -> None:
    sink.otherwise = "slow 2"
    site.beat()
    site.worker("--concurrency", "2")
    for number in tally.repeat(quick=1, long=5):
        enough = len(sink.taken) + 2
        for n in range(4):
            queue_composed(f"reader{number}-{n}@x.example", "s", "t", "")
        until(lambda: under_way().count() == 2)
        valkey.send(signal.SIGSTOP)
        until(lambda: not under_way().exists())
        assert len(sink.taken) == enough
        valkey.send(signal.SIGCONT)
        until(settled, BY_SWEEP)
    site.check_all_run()
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)


@pytest.fixture
def silent_broker(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        use_broker(monkeypatch, settings, f"redis://127.0.0.1:{server.getsockname()[1]}")
        yield


@pytest.mark.fault(number=2)
def test_a_turn_is_taken_though_the_broker_never_says_a_word(
    silent_broker: None, site: Site, host: User, tally: Tally
) -> None:
    site.web()
    for _ in tally.repeat(quick=1, long=5):
        match: Match = MatchFactory()
        assert Visitor(site.address).get("/").status == 200  # it has done everything that is done only once
        answer = play_by_link(site, match)
        assert (answer.status, match.log.count()) == (303, 1)
        assert tally.within(answer.seconds, SILENT)
        assert tally.within(Visitor(site.address, host).get("/").seconds, SILENT)


def forget_while_people_play(site: Site, tally: Tally) -> None:
    with Crowd(site.address, tables=3) as crowd, client() as broker:
        for turns in (3, 6, 9):
            crowd.wait_for(turns)
            broker.flushall()
    crowd.account(tally)
    broker.flushall()
    until(settled, BY_SWEEP)


@pytest.mark.fault(number=3)
def test_nothing_is_lost_when_the_broker_forgets_everything(
    valkey: Valkey, timely_site: Site, sink: Sink, tally: Tally
) -> None:
    timely_site.whole()
    for _ in tally.repeat(quick=1, long=5):
        forget_while_people_play(timely_site, tally)
    timely_site.check_all_run()
    account_for_mails(sink, tally)
    note_delays_of_mails(sink, tally)
    assert tally.worst is not None
    assert tally.worst < BY_SWEEP


def fill(broker: Redis, worker: Running) -> None:
    """Fill the broker while jobs wait that the worker is about to take.

    Afterwards make the broker a replica for a moment, so that the worker must connect again to a full one.
    """
    words = len(worker.words)
    with stopped(worker):
        for _ in range(JOBS):
            app.send_task("matches.tasks.expire_offers")
        broker.config_set("maxmemory", "1")
    worker.wait_until(lambda: len(JOB_DONE.findall(worker.words, words)) == JOBS)
    broker.replicaof("127.0.0.1", 1)
    worker.wait_until(lambda: CONNECTION_LOST in worker.words[words:])
    broker.replicaof("NO", "ONE")


@contextmanager
def stopped(process: Running) -> Iterator[None]:
    process.process.send_signal(signal.SIGSTOP)
    yield
    process.process.send_signal(signal.SIGCONT)


@pytest.mark.fault(number=4)
def test_a_turn_is_taken_though_the_broker_is_full(
    valkey: Valkey, timely_site: Site, sink: Sink, host: User, tally: Tally
) -> None:
    timely_site.whole()
    worker = timely_site.running[0]
    with client() as broker:
        for _ in tally.repeat(quick=1, long=5):
            check_turns_while(timely_site, tally, host, REFUSED, lambda: fill(broker, worker))
            broker.config_set("maxmemory", "0")
            check_mails_follow(timely_site, sink, tally)


@pytest.mark.fault(number=4)
def test_no_process_starts_with_a_broker_that_throws_jobs_away(valkey: Valkey, site: Site, tally: Tally) -> None:
    tally.rounds += 1
    with client() as broker:
        broker.config_set("maxmemory-policy", "allkeys-lru")
    celery = ["celery", "--app", "fortify_site"]
    web = ["gunicorn", "--config", "python:fortify_site.gunicorn", "fortify_site.wsgi"]
    started = [site.launch(*words, PORT=site.port) for words in ([*celery, "worker"], [*celery, "beat"], web)]
    until(lambda: all(process.process.poll() for process in started))
    assert all("maxmemory-policy is “allkeys-lru”" in process.words for process in started)


def write_due(number: int) -> None:
    """Write emails that no worker is told about."""
    now = clock.now()
    OutboxMail.objects.bulk_create(
        OutboxMail(kind="account", to=f"reader{n}@x.example", subject="s", text="t", queued_at=now, next_try_at=now)
        for n in range(number)
    )


@pytest.mark.fault(number=45)
def test_what_is_due_at_once_goes_out_without_waiting_for_sweeps(
    valkey: Valkey, start_process: Start, sink: Sink, tmp_path: Path, tally: Tally
) -> None:
    """Without a beat only the worker can ask for more.

    With slow waits no request expires, however busy the machine is.
    """
    site = Site(start_process, sink, tmp_path, haste=0.01)
    for _ in tally.repeat(quick=1, long=1):
        write_due(10_000 if tally.is_long() else 2 * BATCH + 50)
        site.worker("--concurrency", "2")
        with tally.timing():
            until(settled, 3600 if tally.is_long() else ON_AN_IDLE_MACHINE)
    account_for_mails(sink, tally)
    tally.delay_of = "the last email"
