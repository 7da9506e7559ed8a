"""The way in for mail servers: SMTP or LMTP on this machine, behind one that faces the world.

Yes is said only for what is stored. Whatever fails on our side is answered with 451, so that the other server keeps
the mail and tries again; aiosmtpd by itself would say 500, and the mail would be lost.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, AnyStr

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import close_old_connections

from matches.models import InboundMail

from . import storing
from .storing import Kept, is_ours

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds for the mails that are on their way in when the server is stopped
IDLE = 120.0  # seconds after which a silent client is left
WRITERS = 4
TAKEN = "250 2.0.0 Taken"
CLASH = "554 5.7.1 Another mail with this Message-ID was here before"
NOT_HERE = "550 5.1.1 No such address here"
TOO_MANY = "452 4.5.3 Too many recipients; send the rest by itself"
OUR_FAULT = "451 4.3.0 Not stored; please try again later"
ANSWERS = {Kept.NEW: TAKEN, Kept.SAME: TAKEN, Kept.CLASH: CLASH}


class Receiver:
    """What aiosmtpd asks of us, in any number of conversations at once."""

    def __init__(self) -> None:
        self.writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="receiver")

    async def handle_RCPT(  # noqa: N802 (aiosmtpd calls it so)
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not is_ours(address):
            return NOT_HERE
        if len(envelope.rcpt_tos) >= storing.MOST_ADDRESSES:
            return TOO_MANY
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        loop = asyncio.get_running_loop()
        try:
            answers = await loop.run_in_executor(self.writers, store, envelope)
        except Exception:  # whatever it is, the other server has the mail and keeps it
            log.exception("a mail could not be stored; its sender was asked to try again")
            return OUR_FAULT
        if isinstance(server, OverLmtp):
            return "\r\n".join(answers)
        return next((answer for answer in answers if answer == TAKEN), answers[0])

    async def handle_exception(self, error: Exception) -> str:
        log.error("a conversation with a mail server went wrong", exc_info=error)
        return OUR_FAULT


def store(envelope: Envelope) -> list[str]:
    """An answer for each recipient, in a thread whose connection to the database may be an old one."""
    sender = (envelope.mail_from or "").removeprefix("<").removesuffix(">")
    recipients = list(envelope.rcpt_tos)
    content = envelope.content
    if not isinstance(content, bytes):
        raise TypeError("The content was decoded.")
    close_old_connections()
    try:
        kept = storing.keep_each(content, via=InboundMail.Via.SMTP, sender=sender, recipients=recipients)
    finally:
        close_old_connections()
    return [ANSWERS[kept[storing.clean(each).lower()]] for each in recipients]


class OverSmtp(SMTP):
    """A conversation that is not broken off while a mail is on its way in."""

    # Of a line, as long as a whole mail may be: a long one is no reason to refuse what somebody wrote.
    line_length_limit = storing.LARGEST

    def __init__(self, receiver: Receiver, all_open: set[OverSmtp], **options: Any) -> None:
        super().__init__(receiver, data_size_limit=storing.LARGEST, enable_SMTPUTF8=True, timeout=IDLE, **options)
        self.all_open = all_open
        self.is_bringing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.all_open.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.all_open.discard(self)
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.is_bringing = True
        try:
            await super().smtp_DATA(arg)
        finally:
            self.is_bringing = False

    def hang_up(self) -> None:
        if self.transport is not None:
            self.transport.close()


class OverLmtp(OverSmtp, LMTP):
    """LMTP: the content is answered once for each recipient (RFC 2033, 4.2)."""

    answers_due = 0

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.answers_due = 0
        await super().smtp_DATA(arg)

    async def push(self, status: AnyStr) -> None:
        text = _text(status)
        times = self.answers_due if "\n" not in text else 1
        self.answers_due = len(self.envelope.rcpt_tos) if text.startswith("354") and self.envelope else 0
        await super().push("\r\n".join([text] * max(1, times)))


def _text(status: str | bytes) -> str:
    return status if isinstance(status, str) else status.decode()


class Server:
    """Listens until it is stopped, then lets what is on its way in come in."""

    def __init__(self, host: str, port: int, *, lmtp: bool = False) -> None:
        self.host, self.port = host, port
        self.protocol: type[OverSmtp] = OverLmtp if lmtp else OverSmtp
        self.receiver = Receiver()
        self.open: set[OverSmtp] = set()
        self.stopping = asyncio.Event()
        self._server: asyncio.Server | None = None

    @property
    def speaks_lmtp(self) -> bool:
        return issubclass(self.protocol, OverLmtp)

    async def start(self) -> None:
        """Raises OSError where the address is taken."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._conversation, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        self.stopping.set()

    async def serve(self) -> None:
        """Until it is stopped."""
        await self.stopping.wait()
        if self._server is not None:
            self._server.close()
        await self._come_to_an_end()
        self.receiver.writers.shutdown(wait=True)

    async def _come_to_an_end(self) -> None:
        """Hang up, on those who are bringing a mail when they have been answered, or after a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.open:
                    for conversation in [each for each in self.open if not each.is_bringing]:
                        conversation.hang_up()
                    await asyncio.sleep(0.05)

    def _conversation(self) -> SMTP:
        return self.protocol(self.receiver, self.open, ident="Fortify", hostname=self.host)
