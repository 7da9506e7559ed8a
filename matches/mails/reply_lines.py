"""The letter in an email that came in, and its lines, which emails and pages show again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from django.conf import settings

from mail.models import InboundMail, OutboxMail
from mail.parse.message import ParsedMessage, parse_message
from mail.parse.reply_text import sorted_lines

Reading = Literal["text", "line_by_line", "html"]


def letter_of(mail: InboundMail) -> ParsedMessage:
    """Parse a stored email. Raises ``Unreadable``."""
    return parse_message(
        bytes(mail.raw),
        envelope_sender=mail.sender,
        own_domains=[domain for domain in (settings.REPLY_DOMAIN,) if domain],
        authserv_id=settings.AUTHSERV_ID,
    )


def lines_at(inbound_id: int, places: Iterable[int], reading: Reading = "text") -> list[str]:
    """Return the lines at these places of an email that came in; none if the email has been deleted.

    It is for lines that may be a secret, and so are written down nowhere else.
    """
    mail = InboundMail.objects.filter(pk=inbound_id).first()
    lines = sorted_lines(_read_as(letter_of(mail), reading)).all if mail is not None else ()
    return [lines[at] for at in places if at < len(lines)]


def _read_as(letter: ParsedMessage, reading: Reading) -> str:
    return {"line_by_line": letter.line_by_line, "html": letter.html}.get(reading, letter.text)


def unused_lines(mail: OutboxMail) -> list[str]:
    """Return the lines of the answered reply that weren't used."""
    about = mail.context
    return lines_at(about["inbound"], about["unused"], about.get("reading", "text")) if about.get("unused") else []
