"""Matches and emails in whatever state the host must be told of."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from fortify_site.ops.status.report import last_look
from jobs.models import Heartbeat
from mail.models import OutboxMail
from mail.outbox.queue import queue_composed
from tests.support.factories import UserFactory
from timekeeping import clock

Mail = Callable[..., OutboxMail]
Beat = Callable[..., None]


@pytest.fixture(autouse=True)
def _nothing_seen_before() -> Iterator[None]:
    last_look.forget()
    yield
    last_look.forget()
    last_look.found.clear()


@pytest.fixture
def mail(db: None) -> Mail:
    """``mail(reader, attempts=3, …)`` is an email with these columns, to someone new if no one is named."""

    def write(reader: User | None = None, **columns: Any) -> OutboxMail:
        reader = reader or UserFactory()
        written = queue_composed(reader.email, "Your turn", "It is your turn.", "", user=reader)
        OutboxMail.objects.filter(pk=written.pk).update(**columns)
        written.refresh_from_db()
        return written

    return write


@pytest.fixture
def beat(db: None) -> Beat:
    """``beat(timedelta(minutes=5))``: the sweep ran so long ago."""

    def swept(age: timedelta = timedelta(0), **columns: Any) -> None:
        Heartbeat.objects.update_or_create(
            name=Heartbeat.Name.SWEEP, defaults={"at": clock.now() - age, "machine": "anvil", **columns}
        )

    return swept


def ago(**age: float) -> datetime:
    return clock.now() - timedelta(**age)


def words(response: Any) -> str:
    """What someone reads, without the marks around it."""
    assert isinstance(response, HttpResponse)
    return " ".join(html.unescape(re.sub("<[^>]*>", "", response.content.decode())).split())


def press(client: Client, **fields: Any) -> str:
    """Send the button's form; what the page says then."""
    response = client.post("/host/send-again/", fields)
    assert (response.status_code, response.headers["Location"]) == (303, "/host/#mails")
    return words(client.get("/host/"))
