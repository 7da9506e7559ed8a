"""What the host is told of emails that came in."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from fortify_site.ops.status import emails
from jobs.models import Heartbeat
from mail.models import InboundMail, RefusedMail
from tests.support.inbound import kept
from tests.support.rows import require
from timekeeping import clock

from .conftest import ago, words

pytestmark = pytest.mark.django_db


def test_without_any_all_is_well() -> None:
    assert (emails.replies_waiting(clock.now()).state, emails.replies_set_aside().state) == ("good", "good")


@pytest.mark.parametrize(("minutes", "state"), [(0, "good"), (4.9, "good"), (5.1, "warn"), (14.9, "warn"), (16, "bad")])
def test_one_that_nobody_reads_is_told_of(minutes: float, state: str) -> None:
    kept()
    InboundMail.objects.update(next_try_at=ago(minutes=minutes))
    found = emails.replies_waiting(clock.now())
    assert found.state == state
    assert "1 incoming email is waiting" in found.words
    assert ("queue “inbound”" in found.advice) == (state != "good")


def test_without_a_broker_cron_is_named(settings: Settings) -> None:
    settings.REDIS_URL = ""
    kept()
    InboundMail.objects.update(next_try_at=ago(minutes=6))
    assert "manage.py tick" in emails.replies_waiting(clock.now()).advice


def test_one_that_was_set_aside_is_told_of_with_what_to_do(client: Client, host: User) -> None:
    kept()
    InboundMail.objects.update(status="set_aside")
    found = emails.replies_set_aside()
    assert (found.state, found.words) == ("warn", "1 incoming email could not be read.")
    client.force_login(host)
    page = client.get("/host/")
    assert "1 incoming email could not be read." in words(page)
    assert client.get(require(found.way).address).status_code == 200


@pytest.mark.parametrize(("minutes", "state"), [(None, "bad"), (1, "good"), (6, "warn"), (16, "bad")])
def test_a_mailbox_that_is_not_emptied_is_told_of(minutes: float | None, state: str) -> None:
    if minutes is not None:
        Heartbeat.objects.create(name=Heartbeat.Name.MAILBOX, at=ago(minutes=minutes))
    assert emails.replies_collected(clock.now()).state == state


def test_only_a_site_that_has_a_mailbox_is_told_of_it(client: Client, host: User, settings: Settings) -> None:
    client.force_login(host)
    assert "mailbox for replies" not in words(client.get("/host/"))
    settings.IMAP_URL = "imaps://a:b@mail.example.org"
    assert "The mailbox for replies has never been emptied." in words(client.get("/host/"))


def test_a_flood_is_named_to_the_host_and_its_sender_to_nobody_else(client: Client, host: User) -> None:
    hour = clock.now().replace(minute=0, second=0, microsecond=0)
    columns = {"hour": hour, "via": "smtp", "why": "unknown", "sender": "mallory@bad.example", "peer": "192.0.2.7"}
    row = RefusedMail.objects.create(number=emails.FLOOD - 1, **columns)
    assert emails.mails_refused(clock.now()).state == "good"
    RefusedMail.objects.filter(pk=row.pk).update(number=3000)
    found = emails.mails_refused(clock.now())
    assert (found.state, "mallory" in found.words) == ("warn", False)
    assert found.words.startswith("Someone is flooding the site with email. 3000 incoming emails were refused")
    client.force_login(host)
    page = words(client.get("/host/"))
    assert "from mallory@bad.example, brought by 192.0.2.7" in page
    assert client.get(require(found.way).address).status_code == 200
    assert "mallory" not in client.get("/healthz").content.decode()
    RefusedMail.objects.update(hour=ago(minutes=121))
    assert emails.mails_refused(clock.now()).state == "good"
