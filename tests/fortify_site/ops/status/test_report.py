"""The whole look at the site: quick whatever hangs, and never longer for a site with more matches."""

from __future__ import annotations

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection
from django.forms import model_to_dict
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from fortify_site.ops.status import machine, report
from fortify_site.ops.status.check import Check
from mail.models import OutboxMail
from matches.models import Match, Seat
from tests.support.factories import MatchFactory
from tests.support.unhurried_checks import ON_HOSTS

from .conftest import Beat, Mail, ago

LONGEST = 20.0  # seconds on a machine that is busy
PARTIAL_INDEXES = {"mail_due", "mail_parked", "seat_stopped", "match_waiting", "delivery_due", "delivery_parked"}
GROWING = re.compile(r'FROM "matches_(match|seat|turn)"|FROM "mail_outboxmail"|FROM "api_delivery"')


@pytest.fixture
def silent_broker(settings: Settings) -> Iterator[None]:
    """Something that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.getsockname()[1]}"
        yield


def states(found: list[Check]) -> dict[str, str]:
    return {check.name: check.state for check in found}


@pytest.mark.django_db
def test_a_site_with_nothing_amiss_is_well(beat: Beat, match: Match) -> None:
    beat()
    assert set(states(report.run_checks()).values()) == {"good"}


@pytest.mark.django_db
def test_a_broker_that_hangs_does_not_hold_up_the_rest(
    beat: Beat, silent_broker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "PATIENCE", ON_HOSTS["PATIENCE"])
    beat()
    start = time.monotonic()
    found = states(report.run_checks())
    assert time.monotonic() - start < LONGEST
    assert {name for name, state in found.items() if state == "bad"} == {"broker"}


@pytest.mark.django_db
def test_a_name_that_nobody_resolves_in_time_is_a_broker_that_hangs(
    beat: Beat, hurried_checks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fortify_site.ops.status.report.broker_condition", lambda: time.sleep(60))
    start = time.monotonic()
    assert states(report.run_checks())["broker"] == "bad"
    assert time.monotonic() - start < LONGEST


@pytest.mark.django_db
def test_a_site_without_a_broker_asks_none(beat: Beat, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr("fortify_site.ops.status.report.broker_condition", pytest.fail)
    beat()
    assert states(report.run_checks())["broker"] == "good"


@pytest.mark.django_db
def test_without_the_database_only_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "database", _fail)
    found = report.run_checks()
    assert states(found) == {"database": "bad", "broker": "good", "disk": "good", "version": "good"}
    assert found[0].detail == "connection refused"


def _fail() -> Check:
    raise OperationalError("connection refused")


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_database_that_takes_too_long_is_an_alarm_in_time(
    hurried_checks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fortify_site.ops.status.emails.mails_parked", lambda: _sleep(60))
    start = time.monotonic()
    found = states(report.run_checks())
    assert time.monotonic() - start < LONGEST
    assert found["database"] == "bad"
    with connection.cursor() as cursor:  # and the connection is as patient as before
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


def _sleep(seconds: float) -> Check:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(%s)", [seconds])
    return Check("mails_parked", "good", "")


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_report_leaves_the_connection_as_it_was() -> None:
    report.run_checks()
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("0",)


@pytest.mark.django_db
def test_it_takes_no_more_queries_for_more_of_everything(
    mail: Mail, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    _trouble(mail)
    with django_assert_max_num_queries(33) as few:
        report.run_checks()
    for _ in range(3):
        _trouble(mail)
    with django_assert_max_num_queries(len(few)):
        report.run_checks()


def _trouble(mail: Mail) -> None:
    match = MatchFactory()
    Match.objects.filter(pk=match.pk).update(last_turn_at=ago(days=90), stalled_at=ago(days=9))
    match.seats.filter(index=0).update(stopped=Seat.Stopped.MAIL)
    match.seats.filter(index=1).update(stopped=Seat.Stopped.ORGANISER)
    mail(status=OutboxMail.Status.PARKED)
    mail(attempts=3, next_try_at=ago(hours=-1))


@pytest.mark.postgres
@pytest.mark.django_db
def test_every_count_comes_from_an_index_of_just_those_rows(mail: Mail) -> None:
    """The plans of PostgreSQL, which on tables so small reads them whole unless it is told not to. Among many running
    matches few are idle, and it has to know that."""
    _trouble(mail)
    going_on = model_to_dict(MatchFactory(), exclude=["id", "vacation_pool", "draw_offered_by"])
    Match.objects.bulk_create(Match(**going_on) for _ in range(200))
    with CaptureQueriesContext(connection) as captured:
        report.run_checks()
    counts = [query["sql"] for query in captured.captured_queries if GROWING.search(query["sql"])]
    assert len(counts) >= 10
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_match")
        cursor.execute("SET LOCAL enable_seqscan = off")
        for count in counts:
            cursor.execute(f"EXPLAIN {count}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert any(index in plan for index in PARTIAL_INDEXES), f"{count}\n{plan}"


@pytest.mark.django_db
def test_the_work_aside_is_waited_for_no_longer_than_wanted() -> None:
    go_on = threading.Event()
    slow = report.TimedOutCheck(lambda: go_on.wait(60))
    assert slow.answer(0.1) is None
    go_on.set()
    assert slow.answer(60)
    assert report.TimedOutCheck(lambda: 7).answer(5) == 7
