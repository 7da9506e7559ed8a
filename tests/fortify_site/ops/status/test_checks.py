"""What each part of the site's state is called good, doubtful or bad, and what the host is told to do."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from fortify_site.ops.status import check, emails, machine, matches, sweep
from jobs.broker_health import BrokerCondition, broker_condition
from mail.models import OutboxMail
from matches.models import Match, Outage, Seat
from tests.support.factories import MatchFactory, UserFactory
from timekeeping import clock

from .conftest import Beat, Mail, ago

Status = OutboxMail.Status
pytestmark = pytest.mark.django_db


# -- the sweep -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "state"), [(0, "good"), (2.9, "good"), (3.1, "warn"), (9.9, "warn"), (11, "bad")])
def test_a_sweep_is_late_after_three_minutes_and_has_stopped_after_ten(beat: Beat, minutes: float, state: str) -> None:
    beat(timedelta(minutes=minutes))
    assert sweep.last_sweep(clock.now()).state == state


def test_the_machine_of_the_sweep_is_named(beat: Beat) -> None:
    beat(timedelta(minutes=20))
    found = sweep.last_sweep(clock.now())
    assert "20 minutes ago" in found.words
    assert "anvil" in found.detail
    assert "Start the beat" in found.advice


@pytest.mark.parametrize(("minutes", "state"), [(0, "warn"), (9, "warn"), (11, "bad")])
def test_a_site_that_has_just_been_made_need_not_have_swept(minutes: int, state: str) -> None:
    MigrationRecorder.Migration.objects.update(applied=ago(minutes=minutes))
    UserFactory(joined_at=ago(days=90))
    found = sweep.last_sweep(clock.now())
    assert (found.state, found.words) == (state, "No sweep has run yet.")


def test_without_a_broker_it_is_cron_that_sweeps(beat: Beat, settings: Settings) -> None:
    settings.REDIS_URL = ""
    beat(timedelta(minutes=20))
    assert "manage.py tick" in sweep.last_sweep(clock.now()).advice


# -- mails ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("minutes", "state"), [(4, "good"), (6, "warn"), (14, "warn"), (16, "bad")])
def test_mails_are_stuck_when_one_is_overdue_for_fifteen_minutes(mail: Mail, minutes: float, state: str) -> None:
    mail(next_try_at=ago(minutes=minutes))
    mail()
    found = emails.mails_waiting(clock.now())
    assert found.state == state
    assert found.words.startswith("2 emails are waiting to be sent")


@pytest.mark.parametrize(
    ("rows", "states"),
    [
        pytest.param([{"queued_at": {"hours": 9}, "next_try_at": {"hours": -3}}], "good good good", id="waits"),
        pytest.param(
            [{"status": status, "next_try_at": {"days": 2}, "attempts": 2} for status in (Status.SENT, Status.DROPPED)],
            "good good good",
            id="done with",
        ),
        pytest.param([{"attempts": 1, "leased_until": {"minutes": -5}}], "good good good", id="on its way"),
        pytest.param([{"attempts": 5, "next_try_at": {"hours": -3}}], "good warn good", id="refused"),
        pytest.param([{"attempts": 1, "next_try_at": {"minutes": 0}}] * 9, "good warn good", id="first of many"),
        pytest.param([{"attempts": 2, "next_try_at": {"hours": -1}}] * 3, "good bad good", id="of several readers"),
        pytest.param([{"status": Status.PARKED}], "good good warn", id="given up"),
    ],
)
def test_emails_that_wait_fail_or_were_given_up(mail: Mail, rows: list[dict[str, Any]], states: str) -> None:
    """Each row with how long ago its times were."""
    for row in rows:
        mail(**{name: ago(**value) if isinstance(value, dict) else value for name, value in row.items()})
    found = [emails.mails_waiting(clock.now()), emails.mails_failed(), emails.mails_parked()]
    assert " ".join(each.state for each in found) == states


def test_one_mailbox_that_refuses_is_no_alarm_but_a_mail_account_that_does_not_work(mail: Mail) -> None:
    reader = UserFactory()
    for attempts in (2, 3, 9):
        mail(reader, attempts=attempts, next_try_at=ago(hours=-1), last_error="451 come back later")
    found = emails.mails_failed()
    assert (found.state, found.words[:20]) == ("warn", "3 emails were reject")
    assert "451 come back later" in found.detail
    for _ in range(2):
        mail(attempts=2, next_try_at=ago(hours=-1))
    found = emails.mails_failed()
    assert found.state == "bad"
    assert "EMAIL_URL" in found.advice


def test_mails_that_were_given_up_are_counted_with_a_way_to_them(mail: Mail) -> None:
    mail(status=Status.PARKED)
    found = emails.mails_parked()
    assert (found.state, found.words) == ("warn", "1 email was given up.")
    assert found.way is not None
    assert found.way.address == "/admin/mail/outboxmail/?status__exact=parked"


def test_no_more_are_counted_than_anybody_wants_to_know(mail: Mail, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MOST_COUNTED", 3)
    for _ in range(5):
        mail(status=Status.PARKED)
    assert emails.mails_parked().words == "3 or more emails were given up."


# -- clocks and matches --------------------------------------------------------------------------------------------


def test_clocks_held_for_a_mail_want_a_look_and_those_an_organiser_stopped_do_not(match: Match) -> None:
    assert [matches.clocks_held().state, matches.clocks_stopped().state] == ["good", "good"]
    match.seats.filter(index=0).update(stopped=Seat.Stopped.MAIL)
    match.seats.filter(index=1).update(stopped=Seat.Stopped.ORGANISER)
    held, stopped = matches.clocks_held(), matches.clocks_stopped()
    assert (held.state, stopped.state) == ("warn", "good")
    assert held.words.startswith("1 clock is paused")
    assert stopped.words == "1 clock is paused by an organiser."


def test_a_finished_match_holds_no_clock(match: Match) -> None:
    match.seats.update(stopped=Seat.Stopped.MAIL, finished_at=timezone.now())
    assert matches.clocks_held().state == "good"


def test_matches_that_stand_still_are_those_that_were_reported_and_not_played_since(match: Match) -> None:
    reported = {"last_turn_at": ago(days=80), "stalled_at": ago(days=20)}
    Match.objects.filter(pk=match.pk).update(**reported)
    assert matches.standstills(clock.now()).words.startswith("1 match is idle")
    MatchFactory(players=[seat.player for seat in match.seats.all()])
    assert matches.standstills(clock.now()).words.startswith("1 match is idle")
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert matches.standstills(clock.now()).state == "good"
    Match.objects.filter(pk=match.pk).update(status=Match.Status.RUNNING, last_turn_at=ago(days=1))
    assert matches.standstills(clock.now()).state == "good"


@pytest.mark.parametrize(("hours", "state"), [(1, "warn"), (23, "warn"), (25, "good")])
def test_an_outage_is_worth_a_look_for_a_day(hours: float, state: str) -> None:
    Outage.objects.create(began_at=ago(days=9), ended_at=ago(days=8), clocks=1)
    Outage.objects.create(began_at=ago(hours=hours + 3), ended_at=ago(hours=hours), clocks=12)
    found = sweep.outages_lately(clock.now())
    assert found.state == state
    assert "after 3 hours; 12 clocks got the time back" in found.words


# -- what it runs on -----------------------------------------------------------------------------------------------


def test_the_database_is_named() -> None:
    name = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}[connection.vendor]
    assert machine.database().words == f"{name} answers."


@pytest.mark.parametrize(
    ("condition", "state", "words"),
    [
        (BrokerCondition(), "good", "Redis accepts jobs."),
        (None, "bad", "Redis doesn’t accept jobs."),
        (BrokerCondition(fault="Connection refused"), "bad", "Redis doesn’t accept jobs."),
        (BrokerCondition(policy="allkeys-lru"), "bad", "its maxmemory-policy is “allkeys-lru”"),
        (BrokerCondition(fullness=0.95), "warn", "95% of its memory is used"),
        (BrokerCondition(fullness=0.5), "good", "Redis accepts jobs."),
    ],
)
def test_a_broker_must_take_jobs_and_keep_them(condition: BrokerCondition | None, state: str, words: str) -> None:
    found = machine.the_broker(condition)
    assert found.state == state
    assert words in found.words


def test_a_site_without_a_broker_is_well(settings: Settings) -> None:
    settings.REDIS_URL = ""
    found = machine.the_broker(None)
    assert found.state == "good"
    assert "manage.py tick" in found.words


@pytest.mark.postgres
@pytest.mark.parametrize(("seconds", "state"), [(1, "good"), (-20, "warn"), (7200, "bad"), (-40, "bad")])
def test_a_wrong_clock_of_the_sweeps_machine_is_an_alarm(beat: Beat, seconds: float, state: str) -> None:
    beat(skew=seconds)
    found = machine.clock_skew()
    assert found.state == state
    if state == "bad":
        assert ("ahead of" if seconds > 0 else "behind") in found.words
        assert "on which the sweep runs" in found.words


@pytest.mark.postgres
@pytest.mark.parametrize(("seconds", "state"), [(0, "good"), (10, "warn"), (7200, "bad"), (-7200, "bad")])
def test_a_wrong_clock_of_this_machine_is_an_alarm(monkeypatch: pytest.MonkeyPatch, seconds: float, state: str) -> None:
    monkeypatch.setattr(clock, "now", lambda: timezone.now() - timedelta(seconds=seconds))
    found = machine.clock_skew()
    assert found.state == state
    if state == "bad":
        assert found.words.startswith(
            f"The clock of the machine that serves this page is {check.length(timedelta(hours=2))}"
        )
        assert ("ahead of" if seconds > 0 else "behind") in found.words


@pytest.mark.parametrize(("little", "none", "state"), [(0, 0, "good"), (1e18, 0, "warn"), (1e18, 1e18, "bad")])
def test_a_disk_is_to_have_room(monkeypatch: pytest.MonkeyPatch, little: float, none: float, state: str) -> None:
    monkeypatch.setattr(machine, "LITTLE_SPACE", little)
    monkeypatch.setattr(machine, "NO_SPACE", none)
    assert machine.disk_space().state == state


def test_whatever_is_not_good_says_what_to_do(beat: Beat, mail: Mail, match: Match) -> None:
    beat(timedelta(hours=1), skew=-300)
    for _ in range(3):
        mail(attempts=3, next_try_at=ago(hours=1), last_error="no")
    mail(status=Status.PARKED)
    match.seats.update(stopped=Seat.Stopped.MAIL)
    found = [
        sweep.last_sweep(clock.now()),
        emails.mails_waiting(clock.now()),
        emails.mails_failed(),
        emails.mails_parked(),
        matches.clocks_held(),
    ]
    found += [machine.the_broker(BrokerCondition(fault="x")), machine.no_database("x"), machine.the_broker(None)]
    assert {one.state for one in found} == {"warn", "bad"}
    assert all(one.advice for one in found)


def test_the_embedded_broker_of_the_tests_is_in_order() -> None:
    assert broker_condition() == BrokerCondition()
