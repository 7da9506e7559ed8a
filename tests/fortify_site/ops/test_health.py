"""What a monitor and a load balancer are told."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoAssertNumQueries, Settings

from fortify_site.ops import health
from fortify_site.ops.status.check import Check
from fortify_site.version import version
from jobs.models import Heartbeat
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from matches.models import Match, Seat
from timekeeping import clock

NOWHERE = "redis+socket:///nowhere/at.all"
pytestmark = pytest.mark.django_db


def test_a_site_that_has_just_begun_is_well(client: Client, match: Match) -> None:
    MigrationRecorder.Migration.objects.update(applied=timezone.now())
    response = client.get("/healthz")
    answer = response.json()
    assert (response.status_code, answer["ok"], answer["version"]) == (200, True, version())
    assert answer["checks"]["database"]["state"] == answer["checks"]["broker"]["state"] == "good"
    assert answer["checks"]["sweep"] == {"state": "warn", "words": "No sweep has run yet."}


def test_it_says_what_is_wrong(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = NOWHERE
    response = client.get("/healthz")
    answer = response.json()
    assert (response.status_code, answer["ok"]) == (503, False)
    assert answer["checks"]["broker"] == {"state": "bad", "words": "Redis doesn’t accept jobs."}
    assert answer["checks"]["database"]["state"] == "good"


def test_it_says_so_in_one_language_whoever_asks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "run_checks", lambda: [Check("disk", "good", str(translation.get_language()))])
    for languages in ("en-us", "en-au,en;q=0.9", ""):
        answer = client.get("/healthz", headers={"accept-language": languages}).json()
        assert answer["checks"]["disk"]["words"] == "en"


def test_a_sweep_that_has_stopped_is_an_alarm(client: Client) -> None:
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=clock.now() - timedelta(minutes=11))
    assert client.get("/healthz").status_code == 503
    Heartbeat.objects.update(at=clock.now())
    assert client.get("/healthz").status_code == 200


def test_it_tells_nothing_private(client: Client, match: Match, settings: Settings) -> None:
    settings.REDIS_URL = NOWHERE
    Heartbeat.objects.create(name=Heartbeat.Name.SWEEP, at=clock.now() - timedelta(hours=1), machine="anvil")
    match.seats.update(stopped=Seat.Stopped.MAIL)
    for address in ("eva@secret.example", "finn@secret.example", "gus@secret.example"):
        mail = queue_composed(address, "Code 123456", "Code 123456", "")
        error = f"550 {address} is unknown"
        OutboxMail.objects.filter(pk=mail.pk).update(attempts=2, next_try_at=clock.now(), last_error=error)
    told = client.get("/healthz").content.decode()
    for private in ("secret.example", "550", "123456", "anvil", "nowhere", "Ada", str(settings.VAR_DIR)):
        assert private not in told
    assert '"mails_failed": {"state": "bad"' in told


@pytest.mark.parametrize("path", ["/healthz", "/livez"])
def test_no_cache_keeps_the_answer(client: Client, path: str) -> None:
    assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.parametrize("path", ["/healthz", "/livez"])
def test_it_is_told_without_https_too(client: Client, settings: Settings, path: str) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(path).status_code == 200


def test_a_process_lives_while_the_database_answers_whatever_else_is_wrong(
    client: Client, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.REDIS_URL = NOWHERE
    with django_assert_num_queries(1):
        response = client.get("/livez")
    assert (response.status_code, response.json()) == (200, {"ok": True})
