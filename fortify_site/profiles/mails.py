"""The emails about an account, under allauth's names."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.models import User
from mail.letters.render import Letter, write_letter
from mail.outbox.queue import queue_composed
from timekeeping.time_zones import known_zone


def queue_account_mail(prefix: str, email: str, context: dict[str, Any]) -> None:
    """Queue the email of the templates ``<prefix>_subject.txt`` and ``<prefix>_message.txt`` to ``email``.

    It is in the language and time zone of the address's owner. Without one it is in the language of the person who
    asked for it, who is the likeliest reader.
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
        subject, text, html = letter_for(prefix, {**names, **context})
    queue_composed(email, subject, text, html, user=reader, kind="account")


def _owner(address: str) -> User | None:
    """Return the user who has confirmed the address, or else the one who entered it."""
    proved = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    owner = proved.user if proved is not None else User.objects.filter(email=address).first()
    return owner if isinstance(owner, User) else None


def letter_for(prefix: str, context: dict[str, Any]) -> Letter:
    """Return the email of the templates ``<prefix>_subject.txt`` and ``<prefix>_message.txt``."""
    subject, message = (
        render_to_string(f"{prefix}_{part}.txt", context, using="letters") for part in ("subject", "message")
    )
    return write_letter(f"<subject>{subject}</subject>{message}", {**context, "is_about_account": True})
