"""A stored mail as a letter, and what was written in it."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings

from matches.models import InboundMail

from .letter import Letter, read
from .said import said


def letter_of(mail: InboundMail) -> Letter:
    """Raises ``letter.Unreadable``."""
    return read(
        bytes(mail.raw),
        envelope_sender=mail.sender,
        own_domains=[domain for domain in (settings.REPLY_DOMAIN,) if domain],
        authserv_id=settings.AUTHSERV_ID,
    )


def lines_of(letter: Letter) -> tuple[str, ...]:
    return said(letter.text)


def first_line(inbound_id: int) -> str:
    """The first line of a mail that came in, "" where it is gone; for what is a secret, and so is written down nowhere
    else."""
    mail = InboundMail.objects.filter(pk=inbound_id).first()
    lines = lines_of(letter_of(mail)) if mail is not None else ()
    return lines[0] if lines else ""


def own_address() -> str:
    """Whom the site's mails are from. Others at the same domain may be players."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
