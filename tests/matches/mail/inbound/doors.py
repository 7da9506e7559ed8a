"""The way in for mail servers, run in a thread, with real conversations."""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from matches.mail.inbound.smtp import Server


@contextmanager
def open_door(*, lmtp: bool = False) -> Iterator[Server]:
    server = Server("127.0.0.1", 0, lmtp=lmtp)
    loop = asyncio.new_event_loop()
    loop.run_until_complete(server.start())
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(),))
    thread.start()
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(server.stop)
        thread.join(20)
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


@contextmanager
def talk(server: Server) -> Iterator[smtplib.SMTP]:
    kind = smtplib.LMTP if server.speaks_lmtp else smtplib.SMTP
    with kind("127.0.0.1", server.port, timeout=20) as client:
        yield client
