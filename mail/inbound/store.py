"""Storing incoming emails: as they are, once, and stamped with their time of arrival before anyone reads them.

Each way in (``smtp``, ``webhook``, ``imap``) asks ``admission`` whose emails to accept, calls ``store_mail``, and
accepts the email only when that returns. Any error means: not stored, send it again later.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from jobs.broker import broker
from mail.models import InboundMail
from timekeeping import clock

from . import envelope
from .drop_attachments import without_attachments
from .lease import READ_MAIL
from .reply_address import hash_token

log = logging.getLogger(__name__)

LARGEST_ACCEPTED = 25 * 1024 * 1024  # bytes
MOST_ADDRESSES = 10  # of ours in one email; no one answers more turns at once
LONGEST_REPORT = 16 * 1024  # bytes
LONGEST_ADDRESS = 320  # RFC 3696, erratum 1690
_GIVEN = re.compile(r"(?:play|bounce)\+([a-z2-7]{32})@", re.IGNORECASE)
_SAME_ANYWHERE = ("from", "date", "subject")


class StoreResult(StrEnum):
    """The result of storing an email. ``SAME``: it was stored before.

    ``CLASH``: it was refused, since another email has its Message-ID.
    """

    NEW = "new"
    SAME = "same"
    CLASH = "clash"


def store_mail(
    raw: bytes,
    *,
    via: InboundMail.Via,
    sender: str,
    recipients: Sequence[str],
    now: datetime | None = None,
    is_beginning: bool = False,
) -> StoreResult:
    """Store an email for those of its recipients that are ours, and ask a worker to read it. Committed on return.

    A large one is stored without pictures and attachments, one larger than ``LARGEST`` only as its headers, so that its
    writer can be told. ``is_beginning``: it is so large that no more of it was fetched. Raises database errors.
    """
    found = keep_each(raw, via=via, sender=sender, recipients=recipients, now=now, is_beginning=is_beginning).values()
    return next((kept for kept in (StoreResult.NEW, StoreResult.CLASH) if kept in found), StoreResult.SAME)


def keep_each(
    raw: bytes,
    *,
    via: InboundMail.Via,
    sender: str,
    recipients: Sequence[str],
    now: datetime | None = None,
    is_beginning: bool = False,
) -> dict[str, StoreResult]:
    """Store an email as ``store_mail`` does, and return the result for each address."""
    addresses = ours(recipients)
    digest = hashlib.sha256(envelope.body(raw)).hexdigest()
    light = None if is_beginning or len(raw) > LARGEST_ACCEPTED else without_attachments(raw)
    with transaction.atomic(durable=True):
        known = {
            "raw": head_of(raw) if light is None else light,
            "is_head_only": light is None,
            "digest": digest,
            "via": via,
            "sender": clean(sender),
            "arrived_at": now or clock.now(),
        }
        return {address: _keep(address, known) for address in addresses}


def head_of(raw: bytes) -> bytes:
    """Return as much of an email's headers as is stored."""
    return envelope.head(raw[: LONGEST_REPORT + 1])[:LONGEST_REPORT]


def report(raw: bytes, *, via: InboundMail.Via, sender: str, recipients: Sequence[str], words: str) -> StoreResult:
    """Set something aside that can't be read as an email, so that the host sees it. Only its beginning is stored.

    A repeat is not reported again.
    """
    address = ours(recipients)[0]
    key = hashlib.sha256(b"\0".join([b"reported", address.encode(), raw])).hexdigest()
    now = clock.now()
    _, is_new = InboundMail.objects.get_or_create(
        key=key,
        defaults={
            "raw": head_of(raw),
            "via": via,
            "sender": clean(sender),
            "recipients": [address],
            "digest": key,
            "token_hash": token_hash(address),
            "arrived_at": now,
            "next_try_at": now,
            "status": InboundMail.Status.SET_ASIDE,
            "last_error": words,
        },
    )
    log.error("an email could not be accepted: %s", words)
    return StoreResult.NEW if is_new else StoreResult.SAME


def ours(recipients: Iterable[str]) -> list[str]:
    """Return the addresses at our reply domain, each once.

    If there are none, return the first address, for which someone collected the email.
    """
    known = list(dict.fromkeys(clean(each).lower() for each in recipients if each.strip()))
    return [each for each in known if is_ours(each)][:MOST_ADDRESSES] or known[:1] or [""]


def is_ours(address: str) -> bool:
    """Return whether the address is at the domain that takes replies."""
    _, at, domain = address.rpartition("@")
    return bool(at and settings.REPLY_DOMAIN) and domain.strip().rstrip(".").lower() == settings.REPLY_DOMAIN.lower()


def clean(address: str) -> str:
    """Return the address as any database can store it, whatever its bytes are."""
    return address.replace("\0", "").encode(errors="replace").decode().strip()[:LONGEST_ADDRESS]


def _keep(address: str, known: Mapping[str, Any]) -> StoreResult:
    mail, is_new = InboundMail.objects.get_or_create(
        key=_key(known["raw"], address, known["digest"]),
        defaults={
            **known,
            "recipients": [address],
            "token_hash": token_hash(address),
            "next_try_at": known["arrived_at"],
        },
    )
    if is_new:
        transaction.on_commit(partial(broker.ask_soon, READ_MAIL, mail.pk), robust=True)
        return StoreResult.NEW
    if mail.digest == known["digest"]:
        return StoreResult.SAME
    log.warning("an email was refused: it has the Message-ID of %s but another body", mail)
    return StoreResult.CLASH


def token_hash(address: str) -> str:
    """Return the hash of the token in one of our addresses; "" for any other address.

    For a reply address it is the same hash as links have.
    """
    found = _GIVEN.match(address) if is_ours(address) else None
    return hash_token(found[1].lower()) if found else ""


def _key(raw: bytes, address: str, digest: str) -> str:
    """Return the key that tells the same email, to the same address, from others.

    An email to two addresses answers two things, so it has two keys. Without a Message-ID the body counts, and headers
    that the writer's program set: those that servers add on the way differ each time.
    """
    headers = envelope.headers(raw)
    message_id = next((value for value in headers.get("message-id", []) if value), b"")
    written = [b"".join(headers.get(name, [])) for name in _SAME_ANYWHERE]
    told_by = [b"id", message_id] if message_id else [digest.encode(), *written]
    return hashlib.sha256(b"\0".join([address.encode(), *told_by])).hexdigest()
