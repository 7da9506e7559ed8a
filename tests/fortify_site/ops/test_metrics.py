"""What Prometheus reads, and where the numbers come from."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks, Settings

from fortify_site.ops.metrics import counters as counting
from fortify_site.ops.metrics.counters import Counters, count_signal, counters
from fortify_site.ops.metrics.middleware import BUCKETS
from jobs.hooks import counted
from jobs.models import Heartbeat
from mail.inbound import admission, lease
from mail.models import InboundMail, OutboxMail
from mail.outbox import deliver
from mail.outbox.queue import queue_composed, queue_mail
from matches import sweep
from matches.gate import turns
from matches.models import LogEntry, Match, Seat
from matches.replies import process
from tests.support.factories import MatchFactory, UserFactory
from tests.support.rows import refresh, require
from timekeeping import clock

TOKEN = "the metrics have a token"
pytestmark = pytest.mark.django_db
Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture(autouse=True)
def _counted(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As on a site that has the setting, but for the thread: each test stores what it counts."""
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(counting, "Thread", lambda **_: _Idle())
    counters.begin()
    counted.connect(count_signal, dispatch_uid="metrics")
    yield
    counted.disconnect(dispatch_uid="metrics")
    counters.begin()


def _no_database(_rows: object) -> None:
    raise OperationalError("The database is away.")


class _Idle:
    def start(self) -> None:
        pass


def read(token: str = TOKEN) -> Samples:
    counters.store()
    answer = Client(headers={"authorization": f"Bearer {token}"}).get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name.removeprefix("fortify_"), frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float | None:
    return samples.get((name, frozenset(labels.items())))


# -- who may read them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN])
def test_they_are_for_whoever_shows_the_token(client: Client, given: str) -> None:
    answer = client.get("/metrics", headers={"authorization": given})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "fortify_" not in answer.text


def test_without_the_setting_there_is_no_such_page_and_nothing_is_counted(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    for token in ("", TOKEN):
        assert client.get("/metrics", headers={"authorization": f"Bearer {token}"}).status_code == 404
    assert not counters.counts


def test_no_cache_keeps_them_and_a_post_is_refused(client: Client) -> None:
    answer = client.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 405


# -- counting ------------------------------------------------------------------------------------------------------


def test_requests_are_counted_by_view_and_status(client: Client, match: Match) -> None:
    client.get(match.get_absolute_url())
    client.get("/matches/987654/")
    client.get("/nowhere/at/all/")
    client.get("/nowhere/else/")
    samples = read()
    assert value(samples, "requests_total", view="matches:match", status="302") == 2  # to the login
    assert value(samples, "requests_total", view="none", status="404") == 2
    assert value(samples, "request_duration_seconds_bucket", le="+Inf") == 4
    buckets = [value(samples, "request_duration_seconds_bucket", le=str(edge)) or 0 for edge in BUCKETS]
    assert buckets == sorted(buckets)


def test_counting_a_request_asks_the_database_nothing(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(1):
        client.get("/livez")
    assert counters.counts


def test_turns_are_counted_by_channel_once_they_are_stored(
    match: Match, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        turns.submit_turn(Seat.objects.get(match=match, asked_turn=1), 1, "T@b3", LogEntry.Via.API)
    assert value(read(), "turns_total", via="api") == 1


def test_deadlines_are_counted_by_what_became_of_them(
    match: Match, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    OutboxMail.objects.update(status="sent", sent_at=clock.now() - timedelta(days=9))
    Seat.objects.filter(asked_turn=1).update(deadline=clock.now() - timedelta(days=1))
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep.sweep_deadlines() == 1
    assert value(read(), "deadlines_decided_total", outcome="lost") == 1


def test_mails_are_counted_by_what_became_of_them(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent = queue_composed("reader@x.example", "s", "t", "")
    moot = queue_mail("your_turn", user=UserFactory(), match=MatchFactory(), context={"seat": 0, "number": 1})
    letter = InboundMail.objects.create(raw=b"Subject: Hello\n\nHello", key="1", digest="1", via="smtp")
    with django_capture_on_commit_callbacks(execute=True):
        deliver.deliver(sent.pk)
        deliver.deliver(require(moot).pk)
        lease.process_one(letter.pk, process.process)
    samples = read()
    assert value(samples, "mails_out_total", outcome="sent") == 1
    assert value(samples, "mails_out_total", outcome="dropped") == 1
    assert value(samples, "mails_in_total", via="smtp", outcome=refresh(letter).outcome) == 1


def test_mails_that_are_turned_away_are_counted_although_none_is_kept(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        admission.count(admission.Why.UNKNOWN, via=InboundMail.Via.SMTP, sender="x@x.example")
        admission.count(admission.Why.UNKNOWN, via=InboundMail.Via.IMAP, sender="x@x.example", number=40)
    samples = read()
    assert value(samples, "mails_refused_total", via="smtp", why="unknown") == 1
    assert value(samples, "mails_refused_total", via="imap", why="unknown") == 40


# -- storing -------------------------------------------------------------------------------------------------------


def test_the_counts_of_all_processes_and_machines_add_up() -> None:
    machines = [Counters(), Counters()]
    for machine in machines * 2:
        machine.add("turns", {"via": "mail"})
        machine.store()
    assert value(read(), "turns_total", via="mail") == 4


def test_what_could_not_be_stored_is_kept_for_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    counters.add("turns", {"via": "mail"}, 2)
    with monkeypatch.context() as patch:
        patch.setattr(counting, "_add_to_rows", _no_database)
        counters.store()
    counters.add("turns", {"via": "mail"})
    assert value(read(), "turns_total", via="mail") == 3


@pytest.mark.filterwarnings("ignore:This process")
def test_a_process_that_is_begun_by_another_counts_afresh() -> None:
    counters.add("turns", {"via": "mail"})
    child = os.fork()
    if not child:
        os._exit(len(counters.counts))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert len(counters.counts) == 1


# -- looking -------------------------------------------------------------------------------------------------------


def test_what_waits_and_how_long_it_is_overdue(match: Match) -> None:
    now = clock.now()
    OutboxMail.objects.update(next_try_at=now - timedelta(minutes=5))
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=now - timedelta(seconds=90))
    Seat.objects.filter(asked_turn=1).update(deadline=now - timedelta(seconds=40))
    samples = read()
    assert value(samples, "waiting", queue="mails_out") == OutboxMail.objects.count()
    assert value(samples, "overdue_seconds", queue="mails_out") == pytest.approx(300, abs=60)
    assert value(samples, "overdue_seconds", queue="mails_in") == 0
    assert value(samples, "sweep_age_seconds") == pytest.approx(90, abs=60)
    assert value(samples, "deadline_overdue_seconds") == pytest.approx(40, abs=60)
    assert value(samples, "jobs_waiting", queue="mail") is not None
    assert value(samples, "check", check="database") == 0


def test_more_of_everything_takes_no_more_queries(
    match: Match, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    read()
    with django_assert_max_num_queries(47) as few:
        read()
    for _ in range(3):
        MatchFactory()
        counters.add("turns", {"via": f"way {_}"})
    with django_assert_max_num_queries(len(few)):
        read()
