"""The way in for mail servers, run in a thread, with real conversations."""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from mail.inbound.smtp import Server
from tests.support.patience import PATIENCE


@contextmanager
def open_door(*, lmtp: bool = False) -> Iterator[Server]:
    server = Server("127.0.0.1", 0, lmtp=lmtp)
    is_open = threading.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        await server.start()
        loops.append(asyncio.get_running_loop())
        is_open.set()
        await server.serve()

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    try:
        assert is_open.wait(PATIENCE)
        yield server
    finally:
        for loop in loops:
            loop.call_soon_threadsafe(server.stop)
        thread.join(PATIENCE)


@contextmanager
def talk(server: Server) -> Iterator[smtplib.SMTP]:
    kind = smtplib.LMTP if server.speaks_lmtp else smtplib.SMTP
    with kind("127.0.0.1", server.port, timeout=PATIENCE) as client:
        yield client
