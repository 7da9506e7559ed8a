"""The way in for mail servers: SMTP or LMTP on this machine, behind a server that faces the world.

An email is accepted only once it is stored. Any failure on our side is answered with 451, so that the other server
keeps the email and tries again; aiosmtpd alone would answer 500, and the email would be lost. An address that was given
to no one is refused before the email itself is sent, and for one that gets too many the sender must wait.

A mail server on this machine may say for whom it delivers an email (XFORWARD, as Postfix does).
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from functools import partial
from typing import Any, AnyStr, TypeVar

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db import close_old_connections

from mail import hooks
from mail.models import InboundMail

from . import admission, peers
from .admission import Answer
from .drop_attachments import LARGEST_KEPT
from .store import LARGEST_ACCEPTED, MOST_ADDRESSES, StoreResult, clean, is_ours, keep_each

log = logging.getLogger(__name__)
T = TypeVar("T")

PATIENCE = 10.0  # seconds for emails to finish when the server is stopped
IDLE = 120.0  # seconds after which a silent client is disconnected
WRITERS = 4
MOST_LINES = 500_000  # of an email; each takes its own memory, and a picture of 25 MiB has 350,000
MOST_LARGE = 2  # very large emails that come in at once; others wait for their turn
TAKEN = "250 2.0.0 Taken"
CLASH = "554 5.7.1 Another mail with this Message-ID was here before"
NOT_HERE = "550 5.1.1 No such address here"
LOST = (
    f"{NOT_HERE}. The site was restored from a backup: emails that it sent between %s and %s UTC cannot be answered. "
    "Please reply to your newest email, or go to %s"
)
TOO_MANY = "452 4.5.3 Too many recipients; send the rest separately"
TOO_OFTEN = "450 4.7.1 Too many emails within an hour; please try again later"
TOO_LARGE = "552 5.3.4 This email is too large. Please send the turn alone, without pictures or attachments"
OUR_FAULT = "451 4.3.0 Not stored; please try again later"
WELCOME = "250 2.1.5 OK"
FORWARDED = "250-XFORWARD NAME ADDR PORT PROTO HELO IDENT SOURCE"
REFUSALS = {Answer.UNKNOWN: NOT_HERE, Answer.TOO_MANY: TOO_OFTEN}
ANSWERS = {StoreResult.NEW: TAKEN, StoreResult.SAME: TAKEN, StoreResult.CLASH: CLASH}


class Receiver:
    """The handler that aiosmtpd calls, for any number of conversations at once."""

    def __init__(self) -> None:
        self.writers = ThreadPoolExecutor(WRITERS, thread_name_prefix="receiver")
        self.large = asyncio.Semaphore(MOST_LARGE)
        self.peers = peers.Peers()

    async def handle_EHLO(  # noqa: N802 (aiosmtpd calls it so)
        self, server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        is_from_here = isinstance(server, OverSmtp) and server.is_from_here
        return [*responses[:-1], FORWARDED, responses[-1]] if is_from_here else responses

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not is_ours(address):
            return NOT_HERE
        if len(envelope.rcpt_tos) >= MOST_ADDRESSES:
            return TOO_MANY
        peer = server.peer_name if isinstance(server, OverSmtp) else ""
        if not self.peers.may_bring(peer):
            return TOO_OFTEN
        try:
            refusal = await self._aside(partial(refusal_of, address, _sender(envelope), peer))
        except Exception:  # whatever it is, the other server still has the email
            log.exception("an address could not be looked up; the sender was asked to try again")
            return OUR_FAULT
        if refusal:
            return refusal
        self.peers.note(peer)
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return WELCOME

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        try:
            answers = await self._aside(partial(store, envelope))
        except Exception:  # whatever it is, the other server still has the email
            log.exception("an email could not be stored; its sender was asked to try again")
            return OUR_FAULT
        if isinstance(server, OverLmtp):
            return "\r\n".join(answers)
        return next((answer for answer in answers if answer == TAKEN), answers[0])

    async def handle_exception(self, error: Exception) -> str:
        log.error("a conversation with a mail server went wrong", exc_info=error)
        return OUR_FAULT

    async def _aside(self, act: Callable[[], T]) -> T:
        """Run ``act`` in a thread, after closing its database connection if that is too old."""
        return await asyncio.get_running_loop().run_in_executor(self.writers, _connected, act)


def _connected(act: Callable[[], T]) -> T:
    close_old_connections()
    try:
        return act()
    finally:
        close_old_connections()


def _sender(envelope: Envelope) -> str:
    return (envelope.mail_from or "").removeprefix("<").removesuffix(">")


def refusal_of(address: str, sender: str, peer: str) -> str:
    """Return the SMTP refusal for an email to the address; "" if it is accepted.

    After the site was restored from a backup, each refusal of an unknown address says so: it may be one that was lost.
    """
    answer = admission.judge(address, via=InboundMail.Via.SMTP, sender=sender, peer=peer)
    if answer == Answer.UNKNOWN and (lost := hooks.lost_to_backup.first()) is not None:
        return LOST % (*(f"{moment:%Y-%m-%d %H:%M}" for moment in lost), settings.SITE_URL)
    return REFUSALS.get(answer, "")


def store(envelope: Envelope) -> list[str]:
    """Store an email, and return an answer for each recipient."""
    recipients = list(envelope.rcpt_tos)
    content = envelope.content
    if not isinstance(content, bytes):
        raise TypeError("The content was decoded.")
    sender = _sender(envelope)
    kept = keep_each(content, via=InboundMail.Via.SMTP, sender=sender, recipients=recipients)
    return [ANSWERS[kept[clean(each).lower()]] for each in recipients]


class OverSmtp(SMTP):
    """An SMTP conversation that isn't cut off in the middle of an email."""

    # A line may be as long as a whole email: long ones are no reason to refuse what someone wrote.
    line_length_limit = LARGEST_ACCEPTED

    def __init__(self, receiver: Receiver, all_open: set[OverSmtp], **options: Any) -> None:
        super().__init__(receiver, data_size_limit=LARGEST_ACCEPTED, enable_SMTPUTF8=True, timeout=IDLE, **options)
        self.all_open = all_open
        self.large = receiver.large
        self.is_large = False
        self.lines = 0
        self.is_bringing = False
        self.is_from_here = False
        self.peer_name = ""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.all_open.add(self)
        address = (transport.get_extra_info("peername") or ("",))[0]
        self.is_from_here = _is_loopback(address)
        self.peer_name = peers.named(address)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.all_open.discard(self)
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        self.lines += data.count(b"\n")
        if self.is_bringing and self.lines > MOST_LINES:
            log.warning("an email of more than %d lines was broken off", MOST_LINES)
            self.hang_up()
        else:
            super().data_received(data)

    async def smtp_XFORWARD(self, arg: str | None) -> None:  # noqa: N802
        """Note the address of the machine that sent the next email; only a server on this machine may say so.

        Other attributes are ignored.
        """
        words = dict(word.partition("=")[::2] for word in (arg or "").split())
        if not self.is_from_here or not words:
            await self.push("550 5.7.0 Not for you to say" if words else "501 5.5.4 Syntax: XFORWARD attribute=value")
            return
        given = {name.upper(): value for name, value in words.items()}
        if "ADDR" in given:
            self.peer_name = peers.named(given["ADDR"])
        await self.push("250 2.0.0 OK")

    async def smtp_MAIL(self, arg: str | None) -> None:  # noqa: N802
        size = re.search(r"\bSIZE=(\d{1,20})\b", arg or "", re.IGNORECASE)
        self.is_large = size is not None and int(size[1]) > LARGEST_KEPT
        await super().smtp_MAIL(arg)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.is_bringing, self.lines = True, 0
        try:
            async with self.large if self.is_large else nullcontext():
                await super().smtp_DATA(arg)
        finally:
            self.is_bringing = self.is_large = False

    async def push(self, status: AnyStr) -> None:
        text = _text(status)
        if text.startswith("552"):
            await super().push("\r\n".join([TOO_LARGE] * len(text.split("\r\n"))))
        else:
            await super().push(status)

    def hang_up(self) -> None:
        if self.transport is not None:
            self.transport.close()


class OverLmtp(OverSmtp, LMTP):
    """An LMTP conversation: the content is answered once for each recipient (RFC 2033, 4.2)."""

    answers_due = 0

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.answers_due = 0
        await super().smtp_DATA(arg)

    async def push(self, status: AnyStr) -> None:
        text = _text(status)
        times = self.answers_due if "\n" not in text else 1
        self.answers_due = len(self.envelope.rcpt_tos) if text.startswith("354") and self.envelope else 0
        await super().push("\r\n".join([text] * max(1, times)))


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _text(status: str | bytes) -> str:
    return status if isinstance(status, str) else status.decode()


class Server:
    """A server that, once stopped, first finishes receiving emails that are on their way in."""

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
        """Start listening. Raises ``OSError`` if the address is in use."""
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._conversation, self.host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def stop(self) -> None:
        self.stopping.set()

    async def serve(self) -> None:
        """Serve until it is stopped."""
        await self.stopping.wait()
        if self._server is not None:
            self._server.close()
        await self._come_to_an_end()
        self.receiver.writers.shutdown(wait=True)

    async def _come_to_an_end(self) -> None:
        """Hang up on all clients. Those sending an email get their answer first, within ``PATIENCE`` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self.open:
                    for conversation in [each for each in self.open if not each.is_bringing]:
                        conversation.hang_up()
                    await asyncio.sleep(0.05)

    def _conversation(self) -> SMTP:
        return self.protocol(self.receiver, self.open, ident="Fortify", hostname=self.host)
