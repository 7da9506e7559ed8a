"""A stored mail as a letter, and what was written in it."""

from __future__ import annotations

from collections.abc import Iterable
from email.utils import parseaddr

from django.conf import settings

from matches.models import InboundMail

from .letter import Letter, read
from .said import Said, sorted_lines


def letter_of(mail: InboundMail) -> Letter:
    """Raises ``letter.Unreadable``."""
    return read(
        bytes(mail.raw),
        envelope_sender=mail.sender,
        own_domains=[domain for domain in (settings.REPLY_DOMAIN,) if domain],
        authserv_id=settings.AUTHSERV_ID,
    )


def said_in(letter: Letter) -> Said:
    return sorted_lines(letter.text)


def is_mixed(said: Said) -> bool:
    """Whether some of the mail that is answered stands among the lines, its quote marked in no way that is known."""
    own = [
        sign.casefold() for sign in (settings.SITE_URL, settings.REPLY_DOMAIN and f"@{settings.REPLY_DOMAIN}") if sign
    ]
    return any(sign in line.casefold() for sign in own for line in said.lines)


def lines_at(inbound_id: int, places: Iterable[int]) -> list[str]:
    """The lines that stand there in a mail that came in, none where it is gone; for what may be a secret, and so is
    written down nowhere else."""
    mail = InboundMail.objects.filter(pk=inbound_id).first()
    lines = said_in(letter_of(mail)).all if mail is not None else ()
    return [lines[at] for at in places if at < len(lines)]


def own_address() -> str:
    """Whom the site's mails are from. Others at the same domain may be players."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].lower()
