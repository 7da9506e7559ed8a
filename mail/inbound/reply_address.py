"""The addresses that take replies: ``play+<token>@REPLY_DOMAIN``. Only the hash of a token is stored."""

from __future__ import annotations

import hashlib
from email.utils import formataddr

from django.conf import settings

from mail.letters.plain_text import one_line


def address_of(token: str) -> str:
    return f"play+{token}@{settings.REPLY_DOMAIN}"


def named(name: str, token: str) -> str:
    """Return a reply address for a header, under the name of the person to whom the reply goes, or the site's."""
    return formataddr((one_line(name) or settings.SITE_NAME, address_of(token)))


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
