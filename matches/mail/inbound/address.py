"""The addresses that take replies: ``play+<token>@REPLY_DOMAIN``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.utils import formataddr

from django.conf import settings

from matches.mail.words import one_line

_REPLY = re.compile(r"play\+([a-z2-7]{32})@(.+)", re.IGNORECASE | re.DOTALL)


def address_of(token: str) -> str:
    return f"play+{token}@{settings.REPLY_DOMAIN}"


def named(name: str, token: str) -> str:
    """The address as a header has it, under the name of whom the reply is meant for."""
    return formataddr((one_line(name) or settings.SITE_NAME, address_of(token)))


def is_ours(address: str) -> bool:
    """Whether the address is at the domain that takes replies."""
    domain = address.rpartition("@")[2].strip().rstrip(".").lower()
    return bool(settings.REPLY_DOMAIN) and domain == settings.REPLY_DOMAIN.lower()


def tokens_in(addresses: Iterable[str]) -> list[str]:
    """The tokens of those that are reply addresses of ours, whole; in small letters, each once."""
    found = (_REPLY.fullmatch("".join(address.split()).strip("<>")) for address in addresses)
    return list(dict.fromkeys(match[1].lower() for match in found if match and is_ours(match[0])))
