"""A mail server on loopback that answers each recipient as it is told to."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from .servers import free_port


class Sink:
    """A mail server that gives each recipient the answers of its ``script`` in turn, the last one for good.

    Recipients without a script get ``otherwise``: by default every email is taken.

    An answer is a reply to RCPT ("450 …", "550 …"), "data 451 …" to the content, "hang", which says nothing until
    ``let_go`` is set, "slow 1.5", which takes the email after that many seconds, or "close", which takes the email and
    closes the line instead of saying so. ``hangs`` is set once an answer hangs. ``arrivals`` says when each email was
    taken, as seconds since the epoch, and ``senders`` by whom, as the envelope has it.
    """

    def __init__(self) -> None:
        self.port = 0
        self.otherwise = ""
        self.script: dict[str, list[str]] = {}
        self.taken: list[tuple[str, Message]] = []
        self.arrivals: list[tuple[str, float]] = []
        self.senders: list[str] = []
        self.hangs = threading.Event()
        self.let_go = threading.Event()
        self._answers: dict[str, str] = {}

    def message_ids(self, recipient: str) -> list[str]:
        return [message["Message-ID"].strip() for to, message in self.taken if to == recipient]

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answers = self.script.get(address, [self.otherwise])
        answer = self._answers[address] = answers.pop(0) if len(answers) > 1 else answers[0]
        if answer == "hang":
            self.hangs.set()
            while not self.let_go.is_set():
                await asyncio.sleep(0.05)
            return "451 it took too long"
        if answer[:1] in {"4", "5"}:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        (recipient,) = envelope.rcpt_tos
        answer = self._answers[recipient]
        if answer.startswith("data "):
            return answer.removeprefix("data ")
        if answer.startswith("slow "):
            await asyncio.sleep(float(answer.removeprefix("slow ")))
        assert isinstance(envelope.content, bytes)
        message = message_from_bytes(envelope.content)
        self.taken.append((recipient, message))
        self.senders.append(envelope.mail_from or "")
        self.arrivals.append((message["Message-ID"].strip(), time.time()))
        if answer == "close":
            transport: Any = server.transport
            transport.abort()
        return "250 OK"


@contextmanager
def serving(sink: Sink, port: int | None = None) -> Iterator[int]:
    controller = Controller(sink, hostname="127.0.0.1", port=port or free_port())
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()
