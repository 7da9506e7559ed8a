"""Headers and recipients of an email, read from its bytes, whatever these are.

The standard library's parsers aren't used: they raise errors on some emails, and nothing here may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n(?=[ \t])")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]+@[^\s<>,;:\"()]+")
# The server that delivered the email writes the first ones.
_FOR_WHOM = ("delivered-to", "x-original-to", "envelope-to", "x-delivered-to", "x-forwarded-to", "to", "cc")


def head(raw: bytes) -> bytes:
    end = _HEAD_END.search(raw)
    return raw[: end.start()] if end else raw


def body(raw: bytes) -> bytes:
    """Return everything below the headers, with the same line ends whatever a server prefers."""
    end = _HEAD_END.search(raw)
    return raw[end.end() :].replace(b"\r\n", b"\n").rstrip() if end else b""


def headers(raw: bytes) -> dict[str, list[bytes]]:
    """Return the headers' values by lower-cased name, unfolded and in order."""
    found: dict[str, list[bytes]] = {}
    for line in _FOLD.sub(b"", head(raw)).splitlines():
        name, colon, value = line.partition(b":")
        if colon:
            found.setdefault(name.strip().lower().decode("latin-1"), []).append(value.strip())
    return found


def recipients(found: dict[str, list[bytes]]) -> list[str]:
    """Return the addresses that the headers name as recipients."""
    return list(_addresses(value for name in _FOR_WHOM for value in found.get(name, [])))


def sender(found: dict[str, list[bytes]]) -> str:
    """Return the envelope's sender if the delivering server noted it, or else the address in From.

    "" for a delivery report, whose envelope has none.
    """
    if paths := found.get("return-path"):
        return next(_addresses(paths[:1]), "")
    return next(_addresses(found.get("from", [])), "")


def _addresses(values: Iterable[bytes]) -> Iterator[str]:
    for value in values:
        yield from _ADDRESS.findall(value.decode(errors="replace"))
