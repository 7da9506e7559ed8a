"""The loop in which gunicorn takes connections: which requests it answers, and which it leaves to threads."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.workers.gthread import ThreadWorker

from fortify_site.web_worker import WebWorker

POLL = b"GET /live/x HTTP/1.0\r\n\r\n"
ANSWER = b"HTTP/1.0 304 Not Modified\r\n\r\n"
LEFT = "left to a thread"

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """The site's end of a connection and the other."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.settimeout(30)
        yield ours, theirs


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Any:
    made: Any = WebWorker.__new__(WebWorker)
    made.cfg = SimpleNamespace(accesslog=None)
    made.wsgi = SimpleNamespace(answer_at_once=lambda request: ANSWER if request == POLL else None)
    made.nr_conns = 1
    monkeypatch.setattr(ThreadWorker, "enqueue_req", lambda _self, conn: setattr(conn, "became", LEFT))
    return made


def connection(ours: socket.socket, **known: Any) -> Any:
    return SimpleNamespace(sock=ours, close=ours.close, parser=None, is_http2=False, became="closed", **known)


def test_a_poll_is_answered_there_and_its_connection_closed(worker: Any, pair: Pair) -> None:
    ours, theirs = pair
    theirs.sendall(POLL)
    worker.enqueue_req(conn := connection(ours))
    assert (conn.became, worker.nr_conns) == ("closed", 0)
    assert theirs.recv(100) == ANSWER
    assert theirs.recv(100) == b""


def test_what_is_no_poll_is_left_to_a_thread_whole(worker: Any, pair: Pair) -> None:
    ours, theirs = pair
    theirs.sendall(b"GET / HTTP/1.0\r\n\r\n")
    worker.enqueue_req(conn := connection(ours))
    assert (conn.became, worker.nr_conns) == (LEFT, 1)
    assert ours.recv(100) == b"GET / HTTP/1.0\r\n\r\n"


@pytest.mark.parametrize(("read", "became"), [(b"POST / HTTP/1.1\r\n", LEFT), (b"", "closed")])
def test_a_poll_behind_a_request_that_a_thread_has_begun_to_read_waits(
    worker: Any, pair: Pair, read: bytes, became: str
) -> None:
    ours, theirs = pair
    theirs.sendall(POLL)
    conn = connection(ours)
    conn.parser = SimpleNamespace(unreader=SimpleNamespace(buf=io.BytesIO(read)))
    worker.enqueue_req(conn)
    assert conn.became == became


def test_a_poll_whose_sender_hears_nothing_is_not_left_to_a_thread(worker: Any, pair: Pair) -> None:
    ours, theirs = pair
    ours.setblocking(False)
    with suppress(BlockingIOError):
        while True:
            ours.send(bytes(10_000))  # till no more goes in
    theirs.sendall(POLL)
    worker.enqueue_req(conn := connection(ours))
    assert conn.became == "closed"


def test_it_starts_on_any_kind_of_socket(worker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[bool] = []
    monkeypatch.setattr(ThreadWorker, "run", lambda _self: started.append(True))
    with socket.socket() as by_network, socket.socket(socket.AF_UNIX) as by_file:
        worker.sockets = [by_network, by_file]
        worker.run()
    assert started == [True]
