"""What can be told of an email from its bytes alone, whatever they are: headers, and whom it is for.

No parser of the standard library's is used: it raises on some emails, and nothing here may.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n(?=[ \t])")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]+@[^\s<>,;:\"()]+")
# The first are written by the server that delivered it.
_FOR_WHOM = ("delivered-to", "x-original-to", "envelope-to", "x-delivered-to", "x-forwarded-to", "to", "cc")


def head(raw: bytes) -> bytes:
    end = _HEAD_END.search(raw)
    return raw[: end.start()] if end else raw


def body(raw: bytes) -> bytes:
    """What is below the headers, the same whichever line ends a server prefers."""
    end = _HEAD_END.search(raw)
    return raw[end.end() :].replace(b"\r\n", b"\n").rstrip() if end else b""


def headers(raw: bytes) -> dict[str, list[bytes]]:
    """Values by lower-cased name, unfolded, in the order in which they stand."""
    found: dict[str, list[bytes]] = {}
    for line in _FOLD.sub(b"", head(raw)).splitlines():
        name, colon, value = line.partition(b":")
        if colon:
            found.setdefault(name.strip().lower().decode("latin-1"), []).append(value.strip())
    return found


def recipients(found: dict[str, list[bytes]]) -> list[str]:
    """The addresses that its headers say it is for."""
    return list(_addresses(value for name in _FOR_WHOM for value in found.get(name, [])))


def sender(found: dict[str, list[bytes]]) -> str:
    """The envelope's sender, as the server that delivered it wrote it down, or else whom the email says it is from;
    "" for a delivery report."""
    if paths := found.get("return-path"):
        return next(_addresses(paths[:1]), "")
    return next(_addresses(found.get("from", [])), "")


def _addresses(values: Iterable[bytes]) -> Iterator[str]:
    for value in values:
        yield from _ADDRESS.findall(value.decode(errors="replace"))
