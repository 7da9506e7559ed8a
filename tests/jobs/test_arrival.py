"""When a request came in: with its last byte, however long it waits inside; on every way into the site."""

from __future__ import annotations

import io
import socket
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any, cast

import pytest
import time_machine
from aiosmtpd.smtp import SMTP, Envelope
from django.core.cache import cache
from django.db import OperationalError
from django.test import Client
from pytest_django import Settings

from fortify_site import wsgi
from fortify_site.api import tokens
from fortify_site.api.models import Token
from jobs import arrival, clock
from mail.inbound import smtp
from mail.models import InboundMail, OutboxMail
from matches import link_tokens, sweep
from matches.clocks import time_control
from matches.gate import takeback, turns
from matches.models import Match, Seat, Turn
from tests.mail import providers
from tests.support.mail_players import newest, read_one, reply_address, reply_to

pytestmark = pytest.mark.django_db
LEGAL = "T@b3"
WAITED = timedelta(seconds=5)
MILLISECOND = timedelta(milliseconds=1)
Way = Callable[[Seat], None]


@pytest.fixture(autouse=True)
def _waited(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Every connection has been silent for so long."""
    monkeypatch.setattr(arrival, "silence", told_by_the_kernel)
    monkeypatch.setattr(smtp, "silence", told_by_the_kernel)
    monkeypatch.setattr(clock, "since", lambda begun: timedelta(seconds=time.monotonic() - begun))
    yield
    cache.clear()


def told_by_the_kernel(line: Any) -> int | None:
    return None if line is None else int(WAITED.total_seconds() * 1000)


# -- ways in -------------------------------------------------------------------------------------------------------


def by_page(seat: Seat) -> None:
    client = Client()
    assert seat.player is not None
    client.force_login(seat.player)
    client.post(f"/matches/{seat.match_id}/play/", {"number": "1", "text": LEGAL})


def by_link(seat: Seat) -> None:
    Client().post(f"/l/{link_tokens.mint_turn(seat, 1)}/", {"number": "1", "text": LEGAL, "sure": "yes"})


def by_api(seat: Seat) -> None:
    assert seat.player is not None
    token = tokens.make(seat.player, "a program", Token.Scope.PLAY)
    Client().post(
        f"/api/v1/matches/{seat.match_id}/turns",
        {"number": 1, "text": LEGAL},
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


def by_webhook(seat: Seat) -> None:
    raw, address = reply_of(seat)
    providers.sparkpost({**providers.sparkpost_mail(raw), "rcpt_to": address})
    read_it_later()


def by_mail_server(seat: Seat) -> None:
    raw, address = reply_of(seat)
    envelope = Envelope()
    envelope.mail_from, envelope.rcpt_tos, envelope.content = "ada@players.example", [address], raw

    class Conversation:
        class transport:  # noqa: N801 (as aiosmtpd calls it)
            get_extra_info = staticmethod(lambda _what: object())

    smtp.store(envelope, smtp.arrival_of(cast("SMTP", Conversation())))
    read_it_later()


def reply_of(seat: Seat) -> tuple[bytes, str]:
    assert seat.player is not None
    message = newest(seat.player, "your_turn")
    return reply_to(message, LEGAL), reply_address(message)


def read_it_later() -> None:
    read_one(InboundMail.objects.get().pk)


WAYS = [by_page, by_link, by_api, by_webhook, by_mail_server]


@pytest.fixture
def seat(match: Match, player_seat: Seat, settings: Settings) -> Seat:
    settings.ANYMAIL = providers.ANYMAIL
    settings.ROOT_URLCONF = "tests.mail.providers"
    OutboxMail.objects.update(status=OutboxMail.Status.SENT)
    return player_seat


def deadline_of(seat: Seat) -> datetime:
    assert seat.deadline is not None
    return seat.deadline


@pytest.mark.parametrize("send", WAYS)
def test_what_came_in_time_counts_whatever_waited_inside(seat: Seat, send: Way) -> None:
    with at(deadline_of(seat) + WAITED - MILLISECOND):
        send(seat)
    turn = seat.match.turns.get()
    assert turn.kind == Turn.Kind.PLAY
    assert deadline_of(seat) - turn.stamped_at < timedelta(minutes=1)


@pytest.mark.parametrize("send", WAYS)
def test_what_came_later_does_not(seat: Seat, send: Way) -> None:
    with at(deadline_of(seat) + WAITED + timedelta(minutes=1)):
        send(seat)
    assert not seat.match.turns.filter(kind=Turn.Kind.PLAY).exists()


def at(moment: datetime) -> Any:
    travel = time_machine.travel(moment, tick=False)

    class Both:
        def __enter__(self) -> None:
            travel.start()
            self.handled = arrival.handling(arrival.Arrival(object()))
            self.handled.__enter__()

        def __exit__(self, *error: Any) -> None:
            self.handled.__exit__(*error)
            travel.stop()

    return Both()


def test_a_turn_is_taken_back_when_that_is_asked_for(match: Match, player_seat: Seat) -> None:
    turn = turns.submit_turn(player_seat, 1, LEGAL, Turn.Via.SITE)
    with at(turn.at + timedelta(minutes=2) + WAITED - MILLISECOND):
        assert takeback.take_back(player_seat, Turn.Via.SITE).kind == Turn.Kind.TAKEN_BACK


def test_time_that_passes_while_the_clock_is_read_makes_nothing_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = iter(range(5000, 60_000, 1000))
    now = clock.now()

    def read_while_another_process_runs() -> datetime:
        next(silent)
        return now

    monkeypatch.setattr(arrival, "silence", lambda _line: next(silent))
    monkeypatch.setattr(clock, "now", read_while_another_process_runs)
    with arrival.handling(arrival.Arrival(object())):
        assert abs(now - WAITED - arrival.moment()) < timedelta(seconds=1)


# -- the entrance --------------------------------------------------------------------------------------------------


def asked(environ: dict[str, Any], read: Callable[[Any], Any] = lambda _: None) -> timedelta:
    """How old the request is to the application, when it has read what it wants."""
    found: list[timedelta] = []

    def application(environ: dict[str, Any], _start: Any) -> list[bytes]:
        read(environ.get("wsgi.input"))
        found.append(arrival.age())
        return []

    arrival.entrance(application)(environ, None)
    return found[0]


def test_the_site_is_entered_there() -> None:
    assert wsgi.application.application.__qualname__.startswith("entrance.")


def test_it_asks_the_kernel() -> None:
    assert asked({"gunicorn.socket": object()}) == WAITED
    assert arrival.age() == timedelta(0), "nothing is handled any more"


def test_a_body_that_comes_late_is_not_in_time_where_the_kernel_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(0, 600, 60))
    monkeypatch.setattr(arrival, "monotonic", lambda: float(next(moments)))
    monkeypatch.setattr(clock, "since", lambda begun: timedelta(seconds=next(moments) - begun))
    parts = [lambda body: body.read(2), lambda body: body.readline(), list]
    for read in parts:
        moments = iter(range(0, 600, 60))
        whole = timedelta(minutes=2)  # entered, looked at, and asked here
        assert asked({"wsgi.input": io.BytesIO(b"ab\n")}, lambda _: None) == whole
        moments = iter(range(0, 600, 60))
        assert asked({"wsgi.input": io.BytesIO(b"ab\n")}, read) == timedelta(minutes=1)


def test_no_header_has_a_part_in_it() -> None:
    environ = {"HTTP_X_REQUEST_START": "t=0", "HTTP_DATE": "Thu, 01 Jan 1970 00:00:00 GMT", "HTTP_AGE": "9999"}
    assert asked(environ) < timedelta(seconds=60)


def test_sweeps_wait_for_requests_that_wait(seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    asked({"gunicorn.socket": object()})
    assert arrival.queue() == WAITED
    with time_machine.travel(deadline_of(seat) + time_control.GRACE + WAITED - MILLISECOND, tick=False):
        asked({"gunicorn.socket": object()})
        assert sweep.sweep_deadlines() == 0
    with time_machine.travel(deadline_of(seat) + time_control.GRACE + WAITED + MILLISECOND, tick=False):
        assert sweep.sweep_deadlines() == 1


def test_the_longest_wait_counts_and_is_forgotten_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock.now()
    with time_machine.travel(now, tick=False):
        for waited in (7000, 9000, 6000):
            monkeypatch.setattr(arrival, "silence", lambda _line, waited=waited: waited)
            asked({"gunicorn.socket": object()})
        assert arrival.queue() == timedelta(seconds=9)
    with time_machine.travel(now + timedelta(minutes=2), tick=False):
        assert arrival.queue() == timedelta(0)


def test_a_request_is_answered_where_its_wait_cannot_be_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(cache, "get", fail)
    assert asked({"gunicorn.socket": object()}) == WAITED


# -- the kernel ----------------------------------------------------------------------------------------------------


class TestTheKernel:
    @pytest.fixture(autouse=True)
    def _waited(self) -> None:
        """It is asked in earnest."""

    def test_it_knows_when_the_last_byte_came(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as sender:
            sender.sendall(b"POST")
            time.sleep(0.3)
            line, _ = server.accept()  # it waited in the queue all the time
            with line:
                waited = arrival.silence(line)
                if waited is None:
                    pytest.skip("this is no Linux")
                assert waited >= 250

    def test_it_is_not_asked_where_it_cannot_tell(self) -> None:
        one, other = socket.socketpair()
        with one, other:
            assert arrival.silence(one) is None
        assert arrival.silence(one) is None, "it is closed"
        assert arrival.silence(None) is None
