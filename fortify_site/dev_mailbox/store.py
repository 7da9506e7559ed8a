"""The folder of emails: an ``.eml`` file each, named after its time of arrival; only the newest ``MOST_KEPT`` stay."""

from __future__ import annotations

import re
import secrets
import textwrap
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from functools import lru_cache
from pathlib import Path

from django.conf import settings

MOST_KEPT = 500
BEGINNING = 110  # characters
_ID = re.compile(r"\d{20}-[0-9a-f]{8}")
_GREETING = re.compile(r"(?:\A|(?<=\n\n))\S[^\n]{1,50},\n")  # at the top of a paragraph, shorter than a wrapped line
_NANO = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Envelope:
    """An email as lists show it."""

    id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    arrived_at: datetime


def folder() -> Path:
    return Path(settings.MAILBOX_DIR)


def keep_mail(content: bytes) -> str:
    """Store an email, whole or not at all, delete the oldest beyond the limit, and return its id."""
    here = folder()
    here.mkdir(parents=True, exist_ok=True)
    mail_id = f"{time.time_ns():020d}-{secrets.token_hex(4)}"
    draft = here / f"{mail_id}.part"
    draft.write_bytes(content)
    draft.rename(_path(mail_id))
    for old in ids()[MOST_KEPT:]:
        _path(old).unlink(missing_ok=True)
    return mail_id


def ids() -> list[str]:
    """Return the ids of all emails, newest first."""
    if not folder().is_dir():
        return []
    return sorted((path.stem for path in folder().glob("*.eml") if _ID.fullmatch(path.stem)), reverse=True)


def envelopes(recipient: str = "") -> list[Envelope]:
    """Return all emails, or those to one address, newest first."""
    found = (_envelope(folder(), mail_id) for mail_id in ids())
    return [one for one in found if one is not None and (not recipient or recipient in one.recipients)]


def read_mail(mail_id: str) -> EmailMessage | None:
    """Return the email with that id, or ``None``."""
    if not _ID.fullmatch(mail_id):
        return None
    try:
        content = _path(mail_id).read_bytes()
    except FileNotFoundError:
        return None
    return BytesParser(_class=EmailMessage, policy=policy.default).parsebytes(content)


def arrived_at(mail_id: str) -> datetime:
    return datetime.fromtimestamp(int(mail_id.partition("-")[0]) / _NANO, UTC)


def clear() -> int:
    """Delete all emails, and return how many there were."""
    gone = ids()
    for mail_id in gone:
        _path(mail_id).unlink(missing_ok=True)
    return len(gone)


def part_of_mail(mail: EmailMessage, kind: str) -> str:
    """Return the text of the part of that kind ("plain", "html"); "" if there is none."""
    body = mail.get_body(preferencelist=(kind,))
    return str(body.get_content()) if body is not None else ""


def beginning(mail_id: str) -> str:
    """Return the beginning of an email's text, without the greeting: it tells apart emails that share a subject."""
    mail = read_mail(mail_id)
    text = part_of_mail(mail, "plain") if mail else ""
    return textwrap.shorten(_GREETING.sub("", text, count=1) or text, BEGINNING, placeholder="…")


def _path(mail_id: str) -> Path:
    return folder() / f"{mail_id}.eml"


@lru_cache(maxsize=2 * MOST_KEPT)
def _envelope(here: Path, mail_id: str) -> Envelope | None:
    """Return an email as lists show it; ``None`` if it has been deleted. It is cached, since emails never change."""
    try:
        with (here / f"{mail_id}.eml").open("rb") as file:
            head = BytesParser(_class=EmailMessage, policy=policy.default).parse(file, headersonly=True)
    except FileNotFoundError:
        return None
    return Envelope(
        id=mail_id,
        sender=str(head.get("From", "")),
        recipients=tuple(address.addr_spec for address in head["To"].addresses) if "To" in head else (),
        subject=str(head.get("Subject", "")),
        arrived_at=arrived_at(mail_id),
    )
