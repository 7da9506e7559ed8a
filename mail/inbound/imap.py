"""Collection of unread emails, each minute, from a mailbox that someone else hosts.

An email is marked as read, or moved, only once it is stored. After a crash in between it is collected again, and
recognised when it is stored.
"""

from __future__ import annotations

import imaplib
import logging
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Timer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.conf import settings

from jobs.models import Heartbeat
from mail.models import InboundMail
from timekeeping import clock

from . import admission, envelope, store

log = logging.getLogger(__name__)

STEP = 15.0  # seconds for one answer of the server
ENOUGH = 40.0  # seconds after which the next round does the rest
PATIENCE = 50.0  # seconds after which the connection is cut in any case
IMAP = InboundMail.Via.IMAP
BATCH = 100  # emails that are sorted out at once
PIECE = 1024 * 1024  # bytes that are fetched at once
LONGEST_HEAD = 32 * 1024  # bytes of an email's headers that are read for that
_NUMBER = {name: re.compile(rb"\b" + name.encode() + rb" (\d+)") for name in ("UID", "RFC822.SIZE")}


class ImapRefused(Exception):
    """Raised when the server refused, or answered with something that can't be understood."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox and how to log in. ``done`` is the folder to which collected emails are moved.

    If it is "", they are marked as read.
    """

    host: str
    port: int
    user: str
    password: str
    folder: str = "INBOX"
    done: str = ""
    security: str = "imaps"


@dataclass(frozen=True, slots=True)
class MailboxMessage:
    """An email in the mailbox."""

    uid: bytes
    size: int
    delivered_at: datetime | None


def mailbox(url: str) -> Mailbox:
    """Read an address such as ``imaps://user:password@mail.example.org/INBOX?done=Read``.

    The settings have checked that it is valid.
    """
    parts = urlsplit(url)
    return Mailbox(
        host=parts.hostname or "",
        port=parts.port or (993 if parts.scheme == "imaps" else 143),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
        done=parse_qs(parts.query).get("done", [""])[0],
        security=parts.scheme,
    )


def collect() -> int:
    """Store the unread emails of the mailbox in the settings, and return how many were looked at.

    Errors of the server or the database are raised, and the next round collects what is left. No single email stops the
    others.
    """
    since, until = clock.now(), time.monotonic() + ENOUGH
    looked_at = 0
    box = mailbox(settings.IMAP_URL)
    with logged_in(box) as server:
        unread = _unread(server)
        for first in range(0, len(unread), BATCH):
            if first and time.monotonic() > until:
                return looked_at
            some = unread[first : first + BATCH]
            to_us = _sift(server, box, some)
            looked_at += len(some) - len(to_us)
            for uid in to_us:
                if time.monotonic() > until:
                    return looked_at
                try:
                    _take(server, box, uid, since, until)
                except (ValueError, TypeError, LookupError):
                    log.exception("an email in the mailbox could not be collected and stays there")
                looked_at += 1
    # Everything that had come by then is stored, so no earlier deadline needs to wait for an email in the mailbox.
    Heartbeat.objects.update_or_create(name=Heartbeat.Name.MAILBOX, defaults={"at": since})
    return looked_at


class _ImapConnection(imaplib.IMAP4):
    """An IMAP connection over a socket that is already open."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        super().__init__()

    def _create_socket(self, _timeout: float | None) -> socket.socket:
        return self._line


@contextmanager
def logged_in(box: Mailbox) -> Iterator[imaplib.IMAP4]:
    """Log in for the context, for at most ``PATIENCE`` seconds, even if the server sends one letter every ten."""
    try:
        with _line_for_a_while(box) as line, _talk(line, box) as server:
            _log_in(server, box)
            yield server
            with suppress(imaplib.IMAP4.error, OSError):  # what is stored stays stored, however the connection ends
                server.logout()
    except imaplib.IMAP4.error as error:
        raise ImapRefused(str(error)) from error


@contextmanager
def _line_for_a_while(box: Mailbox) -> Iterator[socket.socket]:
    with (
        socket.create_connection((box.host, box.port), timeout=STEP) as line,
        line.dup() as same,  # TLS replaces the first one
    ):
        guard = Timer(PATIENCE, _hang_up, [same])
        guard.daemon = True
        guard.start()
        try:
            yield line
        finally:
            guard.cancel()


def _hang_up(line: socket.socket) -> None:
    with suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _talk(line: socket.socket, box: Mailbox) -> Iterator[imaplib.IMAP4]:
    tls = ssl.create_default_context()
    server = _ImapConnection(tls.wrap_socket(line, server_hostname=box.host) if box.security == "imaps" else line)
    try:
        server.host = box.host  # STARTTLS checks the certificate of this name
        if box.security == "imap+tls":
            server.starttls(tls)
        yield server
    finally:
        with suppress(OSError):
            server.shutdown()


def _log_in(server: imaplib.IMAP4, box: Mailbox) -> None:
    server.login(box.user, box.password)
    _answer(server.select(_quoted(box.folder)))


def _unread(server: imaplib.IMAP4) -> list[bytes]:
    (found,) = _answer(server.uid("SEARCH", "UNSEEN", "UNDELETED"))
    return found.split() if isinstance(found, bytes) else []


def _sift(server: imaplib.IMAP4, box: Mailbox, uids: list[bytes]) -> list[bytes]:
    """Return the emails that may be for someone here, and put all others away at once.

    Otherwise a flood of them would keep the mailbox from being emptied, and deadlines wait for that.
    """
    parts = _answer(server.uid("FETCH", b",".join(uids).decode(), f"(UID BODY.PEEK[HEADER]<0.{LONGEST_HEAD}>)"))
    heads = [(part[0], part[1]) for part in parts if isinstance(part, tuple)]
    strange, last = [], ""
    for said, head in heads:
        found = _NUMBER["UID"].search(said)
        headers = envelope.headers(head)
        recipients = envelope.recipients(headers)
        if found and len(head) < LONGEST_HEAD and not admission.is_for_anybody(recipients):
            strange.append(found[1])
            last = envelope.sender(headers)
            admission.answer_lost(recipients, sender=last)
    if strange:
        log.info("%s emails in the mailbox are for no address of ours; they were put away", len(strange))
        admission.count(admission.Why.UNKNOWN, via=IMAP, sender=last, number=len(strange))
        _put_away(server, box, b",".join(strange))
    return [uid for uid in uids if uid not in strange]


def _look(server: imaplib.IMAP4, uid: bytes) -> MailboxMessage | None:
    """Return an email's size and time of delivery; ``None`` if it has been removed meanwhile."""
    for part in _answer(server.uid("FETCH", uid.decode(), "(UID RFC822.SIZE INTERNALDATE)")):
        said = part if isinstance(part, bytes) else b""
        size, found = (_NUMBER[name].search(said) for name in ("RFC822.SIZE", "UID"))
        if size and found and found[1] == uid:
            told = imaplib.Internaldate2tuple(said)
            return MailboxMessage(uid, int(size[1]), datetime.fromtimestamp(time.mktime(told), UTC) if told else None)
    return None


def _take(server: imaplib.IMAP4, box: Mailbox, uid: bytes, since: datetime, until: float) -> None:
    """Store an email, then make sure that it isn't collected again."""
    mail = _look(server, uid)
    raw = _content(server, mail, until) if mail is not None else None
    if mail is None or raw is None:
        return
    headers = envelope.headers(raw)
    sender = envelope.sender(headers)
    recipients = admission.admitted(envelope.recipients(headers), via=IMAP, sender=sender)
    if not recipients:
        log.info("an email in the mailbox is for no address of ours; it was put away")
    else:
        is_beginning = mail.size > store.LARGEST_ACCEPTED
        stamp = _stamp(mail, since)
        store.store_mail(raw, via=IMAP, sender=sender, recipients=recipients, now=stamp, is_beginning=is_beginning)
    _put_away(server, box, uid)


def _content(server: imaplib.IMAP4, mail: MailboxMessage, until: float) -> bytes | None:
    """Return the email, fetched in pieces. If it is too large, only its beginning is fetched.

    If it is large, fetching stops when time is up: texts come before pictures.
    """
    raw = bytearray()
    most = PIECE if mail.size > store.LARGEST_ACCEPTED else store.LARGEST_ACCEPTED + 1
    while len(raw) < most:
        piece = _piece(server, mail.uid, len(raw), min(PIECE, most - len(raw)))
        raw += piece or b""
        if piece is None or len(piece) < PIECE or time.monotonic() > until:
            break
    return bytes(raw) or None


def _piece(server: imaplib.IMAP4, uid: bytes, start: int, length: int) -> bytes | None:
    parts = _answer(server.uid("FETCH", uid.decode(), f"(UID BODY.PEEK[]<{start}.{length}>)"))
    return next((part[1] for part in parts if isinstance(part, tuple) and b"BODY[]" in part[0].upper()), None)


def _stamp(mail: MailboxMessage, since: datetime) -> datetime:
    """Return when the email reached the mailbox by its server's clock, corrected to what is possible.

    It can't be before the last round that emptied the mailbox, which would have found it, nor after now.
    """
    last = Heartbeat.objects.filter(name=Heartbeat.Name.MAILBOX).values_list("at", flat=True).first()
    earliest = min(last or since, since)
    return min(max(mail.delivered_at or since, earliest), clock.now())


def _put_away(server: imaplib.IMAP4, box: Mailbox, uid: bytes) -> None:
    number = uid.decode()
    if not box.done:
        _answer(server.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen)"))
        return
    if "MOVE" in server.capabilities:
        _answer(server.uid("MOVE", number, _quoted(box.done)))
        return
    _answer(server.uid("COPY", number, _quoted(box.done)))
    _answer(server.uid("STORE", number, "+FLAGS.SILENT", r"(\Seen \Deleted)"))
    _answer(server.expunge())


def _answer(said: tuple[str, list[Any]]) -> list[Any]:
    status, data = said
    if status != "OK":
        raise ImapRefused(f"{status}: {data}")
    return data


def _quoted(folder: str) -> str:
    return '"' + re.sub(r'([\\"])', r"\\\1", folder) + '"'
