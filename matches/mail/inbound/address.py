"""The addresses that take replies: ``play+<token>@REPLY_DOMAIN``."""

from __future__ import annotations

from email.utils import formataddr

from django.conf import settings

from matches.mail.words import one_line


def address_of(token: str) -> str:
    return f"play+{token}@{settings.REPLY_DOMAIN}"


def named(name: str, token: str) -> str:
    """The address as a header has it, under the name of whom the reply is meant for, or the site's."""
    return formataddr((one_line(name) or settings.SITE_NAME, address_of(token)))
