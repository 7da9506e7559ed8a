"""An email, parsed: who sent it, what they wrote, and whether a person wrote it.

The standard library's ``email`` raises all kinds of errors on emails that are broken, or made to break it, and takes
very long over others. This module raises one error, and its work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32
from typing import Final

from .body import is_sealed, written_in_html, written_line_by_line, written_text
from .headers import Fields, addresses, author, header_words, ids
from .sender import Verdict, auto_reply_reason, dmarc

LARGEST: Final = 1280 * 1024  # bytes, slightly more than is accepted
# Sizes on which the parser's time and memory depend.
MOST_LINES: Final = 30_000
MOST_SEPARATORS: Final = 2000
MOST_NESTED: Final = 40
LONGEST_FIELD: Final = 8000
MOST_RESULTS: Final = 50
_SEPARATOR: Final = re.compile(rb"(?:^|\r)--", re.MULTILINE)
_NESTED: Final = re.compile(rb"boundary[\s\d*]*=|:\s*message/", re.IGNORECASE)
_DESCRIPTION: Final = re.compile(
    rb"(?:^|\r)Content-[A-Z-]+:[^\r\n]*(?:(?:\r\n?|\n)[ \t][^\r\n]*)*", re.IGNORECASE | re.MULTILINE
)
_TO: Final = ("To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To", "Resent-To")


class Unreadable(ValueError):
    """Raised for bytes that can't be read as an email; the message says why, in a sentence for the host."""


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """An email, parsed. Addresses are in lower case, and every text can be stored.

    ``sender`` is the one address that the email is from, "" if there is none or several. ``text`` is what was written,
    with ">" before quoted lines; ``line_by_line`` and ``html`` are other readings of it, if they differ. ``automatic``
    is why no person wrote it, or "". ``dmarc`` is our own server's verdict. ``is_sealed``: it is encrypted, or signed
    in a way that hides its text.
    """

    message_id: str
    sender: str
    subject: str
    recipients: tuple[str, ...]
    references: tuple[str, ...]
    text: str
    automatic: str
    dmarc: Verdict
    line_by_line: str = ""
    html: str = ""
    is_sealed: bool = False


def parse_message(raw: bytes, *, envelope_sender: str, own_domains: Collection[str], authserv_id: str) -> ParsedMessage:
    """Parse an email. Raises ``Unreadable``, and nothing else.

    ``own_domains`` are those from which no player writes. An empty ``authserv_id`` means that our server checks no
    senders.
    """
    try:
        check_size(raw)
        message = BytesParser(policy=compat32).parsebytes(raw)
        return _letter(message, envelope_sender, own_domains, authserv_id)
    except Unreadable:
        raise
    except Exception as error:  # "email" may raise anything
        raise Unreadable(f"The email cannot be read: {type(error).__name__}.") from error


def check_size(raw: bytes) -> None:
    """Raise ``Unreadable`` if the email would take too long to parse."""
    if len(raw) > LARGEST:
        raise Unreadable(f"The email has {len(raw)} bytes.")
    lines = max(raw.count(b"\n"), raw.count(b"\r"))
    if lines > MOST_LINES:
        raise Unreadable(f"The email has {lines} lines.")
    if len(_SEPARATOR.findall(raw)) > MOST_SEPARATORS:
        raise Unreadable("The email has too many parts.")
    if len(_NESTED.findall(raw)) > MOST_NESTED:
        raise Unreadable("The email has too many parts within one another.")
    if any(len(field[0]) > LONGEST_FIELD for field in _DESCRIPTION.finditer(raw)):
        raise Unreadable("The email has a part that is described at too great a length.")


def _letter(message: Message, envelope_sender: str, own_domains: Collection[str], authserv_id: str) -> ParsedMessage:
    fields = Fields(message)
    sender = author(fields)
    why = auto_reply_reason(
        fields,
        message.get_content_type(),
        sender=sender,
        envelope_sender=envelope_sender,
        own_domains=own_domains,
    )
    text, by_line = ("", "") if why == "report" else (written_text(message), written_line_by_line(message))
    return ParsedMessage(
        message_id=next(iter(ids(fields.all("Message-ID"))), ""),
        sender=sender,
        subject=header_words(fields.first("Subject")),
        recipients=addresses(fields.all(*_TO)),
        references=ids(fields.all("References", "In-Reply-To")),
        text=text,
        automatic=why,
        dmarc=dmarc(fields.all("Authentication-Results")[:MOST_RESULTS], authserv_id),
        line_by_line="" if by_line == text else by_line,
        html="" if why == "report" else written_in_html(message),
        is_sealed=is_sealed(message, text),
    )
