"""Telling a broker that is not as it should be."""

from __future__ import annotations

import contextlib
import random
import socket
import time
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from fortify_site.celery import app
from jobs import broker, lease
from jobs.broker import Broker
from mail.models import OutboxMail
from mail.outbox import deliver, queue
from mail.outbox.queue import DELIVER_MAIL, queue_composed
from matches.models import Match
from tests.support.composed_mails import latest
from tests.support.matches import asked, play_on
from tests.support.processes import forget_jobs
from tests.support.servers import free_port

LONGEST_WAIT = 20.0  # seconds on a machine that is busy; a client that is left to itself waits longer
FORM_TOKEN = "c" * 32


def _use(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{port}")
    monkeypatch.setenv("CELERY_BROKER_WRITE_URL", f"redis://127.0.0.1:{port}")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)
    monkeypatch.setattr(broker, "broker", Broker())
    monkeypatch.setattr(lease, "broker", broker.broker)
    monkeypatch.setattr(queue, "broker", broker.broker)


class Silent:
    """Something that takes connections and never says a word."""

    def __init__(self, server: socket.socket) -> None:
        self.server = server
        server.setblocking(False)

    def callers(self) -> int:
        """How many came since this was last asked."""
        found = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                self.server.accept()[0].close()
                found += 1
        return found


@pytest.fixture
def silent_broker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Silent]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        _use(monkeypatch, server.getsockname()[1])
        yield Silent(server)


@pytest.fixture
def absent_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    _use(monkeypatch, free_port())


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("redis+socket:///run/redis.sock", {"path": "/run/redis.sock", "db": 0}),
        (
            "redis+socket://club:s%40x@/run/redis.sock?virtual_host=3",
            {"path": "/run/redis.sock", "db": 3, "username": "club", "password": "s@x"},
        ),
    ],
)
def test_a_socket_is_addressed_as_for_celery(address: str, known: dict[str, object]) -> None:
    settings = broker.client(address).connection_pool.connection_kwargs
    assert {name: settings.get(name) for name in known} == known


def _seconds_to_queue(player: User, how_many: int) -> float:
    start = time.monotonic()
    with transaction.atomic():
        for _ in range(how_many):
            queue_composed(player.email, "s", "t", "")
    return time.monotonic() - start


@pytest.mark.django_db(transaction=True)
def test_a_silent_broker_costs_one_short_wait_however_many_mails_there_are(player: User, silent_broker: Silent) -> None:
    assert _seconds_to_queue(player, 8) < LONGEST_WAIT
    assert silent_broker.callers() == 1
    _seconds_to_queue(player, 8)
    assert silent_broker.callers() == 0
    assert OutboxMail.objects.filter(status=OutboxMail.Status.QUEUED).count() == 16


@pytest.mark.django_db(transaction=True)
def test_an_absent_broker_costs_no_time(player: User, absent_broker: None) -> None:
    assert _seconds_to_queue(player, 8) < LONGEST_WAIT


@pytest.mark.django_db(transaction=True)
def test_a_turn_is_played_though_nobody_can_be_told(match: Match, opponent: User, silent_broker: Silent) -> None:
    start = time.monotonic()
    play_on(match, 1)
    assert time.monotonic() - start < LONGEST_WAIT
    assert match.log.count() == 1
    assert OutboxMail.objects.filter(user=opponent, status=OutboxMail.Status.QUEUED).count() == 1


class Posted:
    """A turn that was posted to the site, as a web server does it: the answer is there, and is not sent yet."""

    def __init__(self, match: Match) -> None:
        seat = asked(match)
        assert seat.player is not None
        client = Client()
        client.force_login(seat.player)
        factory = RequestFactory()
        factory.cookies = client.cookies
        factory.cookies["csrftoken"] = FORM_TOKEN
        text = match.game.sample(match.loaded_state, seat.index, random.Random(5))
        form = {"number": seat.asked_turn, "text": text, "message": "", "csrfmiddlewaretoken": FORM_TOKEN}
        environ = factory.post(reverse("matches:play", args=[match.pk]), form).environ
        self.answer = WSGIHandler()(environ, lambda *_: lambda _: None)

    def send(self) -> None:
        """Send the answer."""
        self.answer.close()


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The emails of which the workers were told."""
    ids: list[int] = []
    forget_jobs()
    monkeypatch.setattr(app, "send_task", lambda _name, ids_, **_: ids.extend(ids_))
    monkeypatch.setattr(lease, "broker", Broker())
    monkeypatch.setattr(queue, "broker", Broker())
    return ids


@pytest.mark.django_db(transaction=True)
def test_a_posted_turn_is_answered_before_the_workers_are_told(match: Match, published: list[int]) -> None:
    posted = Posted(match)
    assert posted.answer.status_code == HTTPStatus.SEE_OTHER
    told = latest("your_turn")
    assert told.pk not in published
    posted.send()
    assert published == [told.pk]


@pytest.mark.django_db(transaction=True)
def test_the_answer_to_a_posted_turn_waits_for_no_broker(match: Match, silent_broker: Silent) -> None:
    posted = Posted(match)
    assert posted.answer.status_code == HTTPStatus.SEE_OTHER
    assert silent_broker.callers() == 0
    posted.send()
    assert silent_broker.callers() == 1


@pytest.mark.django_db(transaction=True)
def test_the_sweep_finds_what_was_not_told_since_no_answer_went_out(match: Match, published: list[int]) -> None:
    Posted(match)
    Client().get("/")
    assert published == []
    deliver.sweep_outbox()
    assert latest("your_turn").pk in published


@pytest.mark.django_db
def test_a_broker_is_asked_again_after_its_rest(monkeypatch: pytest.MonkeyPatch, absent_broker: None) -> None:
    found = Broker()
    assert not found.publish(DELIVER_MAIL, 1)
    assert found.rests_until > time.monotonic()
    monkeypatch.setattr(app, "send_task", lambda *_args, **_options: None)
    assert not found.publish(DELIVER_MAIL, 1)
    found.rests_until = time.monotonic()
    assert found.publish(DELIVER_MAIL, 1)


def test_a_broker_that_is_away_has_no_room(absent_broker: None) -> None:
    found = Broker()
    assert found.room(DELIVER_MAIL, 5) == 0
    assert found.rests_until > time.monotonic()
