"""When what is being handled came in, however long it has waited since: in the server's queue, for a thread or a lock.

The kernel knows when the last byte of a request came over its connection. No client can have it say anything earlier
than that, and no machine's clock has a part in it. Where it cannot be asked, what counts is the moment at which the
request, with all of its body, was in this process.
"""

from __future__ import annotations

import logging
import socket
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from django.core.cache import cache
from django.db import Error

from . import clock

log = logging.getLogger(__name__)

BEHIND = 5.0  # seconds of waiting after which sweeps are told
NOTED_FOR = 60  # seconds
_NOTE = "requests_wait"
_AT_ONCE = 0.01  # seconds
_LAST_DATA_RECEIVED = 52  # where it stands in Linux's tcp_info, in milliseconds


class Arrival:
    """A request on its way. ``line`` is its connection, if there is one; ``entered`` as ``time.monotonic()`` says."""

    def __init__(self, line: Any = None, entered: float | None = None) -> None:
        self._line = line
        self.entered = monotonic() if entered is None else entered

    def age(self) -> timedelta:
        """How long ago the last of it came."""
        waited = silence(self._line)
        return clock.since(self.entered) if waited is None else timedelta(milliseconds=waited)


class _Body:
    """The body of a request, whose last part may come long after its head."""

    def __init__(self, stream: Any, arrival: Arrival) -> None:
        self._stream, self._arrival = stream, arrival

    def read(self, *size: int) -> bytes:
        return self._noted(self._stream.read(*size))

    def readline(self, *size: int) -> bytes:
        return self._noted(self._stream.readline(*size))

    def __iter__(self) -> Iterator[bytes]:
        return map(self._noted, self._stream)

    def _noted(self, part: bytes) -> bytes:
        if part:
            self._arrival.entered = monotonic()
        return part


_current: ContextVar[Arrival | None] = ContextVar("arrival", default=None)


def age() -> timedelta:
    """How long ago what is being handled came in; nothing where no one knows."""
    arrival = _current.get()
    return timedelta(0) if arrival is None else arrival.age()


def read() -> tuple[float, timedelta]:
    """What ``time.monotonic()`` says now, and how old what is being handled is now. Where another process came between
    the two, they are read again: that time would count twice, and what came too late would be in time."""
    for _ in range(3):
        begun = monotonic()
        old = age()
        if monotonic() - begun < _AT_ONCE:
            break
    return begun, old


def moment() -> datetime:
    """When what is being handled came in, by the database's clock."""
    begun, old = read()
    now, read_at = clock.stop_watch.read()
    return now - timedelta(seconds=read_at - begun) - old


@contextmanager
def handling(arrival: Arrival) -> Iterator[None]:
    """What is done here is done for that."""
    token = _current.set(arrival)
    try:
        yield
    finally:
        _current.reset(token)


def entrance(application: Any) -> Any:
    """A WSGI application that knows when each request came in, and lets sweeps know where requests have to wait."""

    def enter(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        arrival = Arrival(environ.get("gunicorn.socket"))
        if (stream := environ.get("wsgi.input")) is not None:
            environ["wsgi.input"] = _Body(stream, arrival)
        _note(arrival.age().total_seconds())
        with handling(arrival):
            answer: Iterable[bytes] = application(environ, start_response)
        return answer

    return enter


def silence(line: Any) -> int | None:
    """For how many milliseconds no data has come over a TCP connection; ``None`` where no one can tell."""
    if line is None or sys.platform != "linux":
        return None
    try:
        info: bytes = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _LAST_DATA_RECEIVED + 4)
        return int(struct.unpack_from("=I", info, _LAST_DATA_RECEIVED)[0])
    except (OSError, ValueError, struct.error):
        return None


def queue() -> timedelta:
    """The longest that a request has waited of late before it was looked at: others may be waiting still."""
    return timedelta(seconds=cache.get(_NOTE, 0.0))


def _note(waited: float) -> None:
    if waited < BEHIND:
        return
    try:
        if waited > cache.get(_NOTE, 0.0):
            cache.set(_NOTE, waited, NOTED_FOR)
    except Error:
        log.warning("a request waited for %.1f s, which could not be noted for the sweeps", waited)
