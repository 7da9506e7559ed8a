"""The header of an email as text, whatever its bytes are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from typing import Final

from .body import decoded_text

LONGEST: Final = 8000  # characters of a field that are read
LONGEST_ENCODED: Final = 1000  # decode_header's time grows with the square
MOST: Final = 100  # addresses, or ids, of an email
_QUOTED: Final = re.compile(r'"(?:[^"\\]|\\.)*"')
_COMMENT: Final = re.compile(r"\([^()]*\)")
_ADDRESS: Final = re.compile(r"[^\s@<>()\[\],;:\"\\\ufffd]+@[^\s@<>()\[\],;:\"\\\ufffd]+")
_NAMED: Final = re.compile(r"([^<>()\\\":;]*)<([^<>]*)>")
_LIKE_ONE: Final = re.compile(r"\S@\S")
_ONE_PROVIDER: Final = ("gmail.com", "googlemail.com")
_ID: Final = re.compile(r"<[^<>\s]{1,250}>")
_BETWEEN: Final = re.compile(r"[\s<>(),;:\"]+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


class Fields:
    """The fields of a message, in order for each name: unfolded, and without anything that can't be stored."""

    def __init__(self, message: Message) -> None:
        self._all: dict[str, list[str]] = {}
        for name, value in message.raw_items():
            raw = str(value)[:LONGEST].encode("ascii", "surrogateescape")
            text = _CONTROL.sub(" ", raw.decode(errors="replace"))
            self._all.setdefault(name.lower(), []).append(" ".join(text.split()))

    def all(self, *names: str) -> list[str]:
        return [value for name in names for value in self._all.get(name.lower(), ())]

    def first(self, name: str) -> str:
        return next(iter(self.all(name)), "")

    def has(self, *names: str) -> bool:
        return any(name.lower() in self._all for name in names)


def author(fields: Fields) -> str:
    """Return the address that the email is from, in lower case.

    "" if there is none or several, or if two programs could read it as different addresses.
    """
    values = fields.all("From")
    if len(values) != 1:
        return ""
    value = _COMMENT.sub(" ", _QUOTED.sub(" ", values[0])).strip()
    named = _NAMED.fullmatch(value)
    if named:
        value = named[2].strip()
        if _LIKE_ONE.search(named[1]) and named[1].strip().lower() != value.lower():
            return ""
    return value.lower() if _ADDRESS.fullmatch(value) and len(value) <= 320 else ""


def mailbox(address: str) -> str:
    """Return one address for a mailbox that has many.

    A tag after a plus sign is removed. For a large provider dots are removed, too, and its domains become one.
    """
    local, _, domain = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _ONE_PROVIDER:
        local, domain = local.replace(".", ""), _ONE_PROVIDER[0]
    return f"{local}@{domain}"


def addresses(values: Iterable[str]) -> tuple[str, ...]:
    """Return everything in these fields that looks like an address, in lower case."""
    words = (word.strip("'.[]\\").lower() for value in values for word in _BETWEEN.split(value))
    return tuple(dict.fromkeys(word for word in words if _ADDRESS.fullmatch(word) and len(word) <= 320))[:MOST]


def ids(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found for value in values for found in _ID.findall(value)))[:MOST]


def header_words(value: str) -> str:
    """Return a field as people read it, with encoded words (RFC 2047) decoded as far as possible."""
    value = value[:LONGEST_ENCODED]
    try:
        pieces = decode_header(value)
    except (MessageError, ValueError):
        return value
    text = "".join(piece if isinstance(piece, str) else decoded_text(piece, charset or "") for piece, charset in pieces)
    return " ".join(_CONTROL.sub(" ", text).split())
