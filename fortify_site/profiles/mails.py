"""The emails about an account: written once, as text, from which the HTML part is made."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from accounts.preferences import known_zone
from mail.letters.render import framed
from mail.outbox.queue import queue_composed

CODE_LINE = re.compile(r"\s{4}\S+")
ADDRESS_LINE = re.compile(r"https?://\S+")


class Part(NamedTuple):
    """A paragraph of an email. ``kind`` is "text", "code" (to be typed) or "link"."""

    kind: str
    text: str


def queue(prefix: str, email: str, context: dict[str, Any]) -> None:
    """Queue the email of the templates ``<prefix>_subject.txt`` and ``<prefix>_message.txt`` to ``email``.

    It is written in the language and time zone of the address's owner; where there is none, in the language of who
    asked for it, since no one else is as likely to read it.
    """
    reader = _owner(email.lower())
    language = reader.language if reader else translation.get_language() or settings.LANGUAGE_CODE
    zone = known_zone(reader.time_zone) if reader else None
    names = {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "email": email,
        "reader": {"language": language},
    }
    with translation.override(language), timezone.override(zone):
        subject, text, html = written(prefix, {**names, **context})
    queue_composed(email, subject, text, html, user=reader, kind="account")


def _owner(address: str) -> User | None:
    """The user who has shown that the address is theirs, else the one who gave it as theirs."""
    proved = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    owner = proved.user if proved is not None else User.objects.filter(email=address).first()
    return owner if isinstance(owner, User) else None


def written(prefix: str, context: dict[str, Any]) -> tuple[str, str, str]:
    """Subject, text and HTML. The text is wrapped, and has the foot that the HTML has from its frame."""
    subject = " ".join(render_to_string(f"{prefix}_subject.txt", context).split())
    text = render_to_string(f"{prefix}_message.txt", context).strip()
    more = {"subject": subject, "parts": parts_of(text)}
    return subject, *framed(text, {**context, **more}, "account/email/frame.html")


def parts_of(text: str) -> list[Part]:
    """Paragraphs stand apart by a blank line; an indented word is a code, and an address alone is a link."""
    blocks = [block.strip("\n") for block in re.split(r"\n\s*\n", text)]
    return [Part(kind_of(block), block.strip()) for block in blocks if block.strip()]


def kind_of(block: str) -> str:
    if CODE_LINE.fullmatch(block):
        return "code"
    return "link" if ADDRESS_LINE.fullmatch(block.strip()) else "text"
