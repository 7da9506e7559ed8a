"""Reduction of large emails: pictures and attachments are dropped, so that the rest is small enough to store.

Nothing that is read is lost. Like ``envelope``, this looks only at bytes. What an email says of its parts is trusted
only to leave something out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

LARGEST_KEPT: Final = 1024 * 1024  # bytes; a smaller email is stored as it is, and none is stored larger
LONGEST_TEXT: Final = 400 * 1024  # bytes of one text; only the beginning is read
LONGEST_HEAD: Final = 64 * 1024  # bytes of a part's headers
MOST_BOUNDARIES: Final = 40
MOST_PARTS: Final = 500

_HEAD_END: Final = re.compile(rb"\r?\n\r?\n")
_BOUNDARY: Final = re.compile(rb"boundary\s*=\s*(?:\"([^\"\r\n]{1,100})\"|([^\s;\"]{1,100}))", re.IGNORECASE)
_KIND: Final = re.compile(rb"^content-type\s*:\s*([\w.+-]+)/([\w.+-]+)", re.IGNORECASE | re.MULTILINE)
_ATTACHED: Final = re.compile(rb"^content-disposition\s*:\s*attachment", re.IGNORECASE | re.MULTILINE)
_KEPT: Final = {b"text", b"multipart"}
_REPORT: Final = {b"delivery-status", b"global-delivery-status", b"disposition-notification", b"feedback-report"}


def without_attachments(raw: bytes) -> bytes | None:
    """Return the email without pictures and attachments, or as it is if it is small.

    ``None`` if it would still be too large to store, or has too many parts to look at.
    """
    if len(raw) <= LARGEST_KEPT:
        return raw
    marks = _marks(raw)
    if marks is None:
        return None
    kept: list[bytes] = []
    size = at = 0
    for start, end in [*marks, (len(raw), len(raw))]:
        piece = _light(memoryview(raw)[at:start])
        kept += [piece, raw[start:end]]
        size += len(piece) + end - start
        at = end
        if size > LARGEST_KEPT:
            return None
    return b"".join(kept)


def _marks(raw: bytes) -> list[tuple[int, int]] | None:
    """Return the positions of the lines that separate the email's parts; ``None`` if there are too many."""
    named = dict.fromkeys(found[1] or found[2] for found in _first(_BOUNDARY.finditer(raw), MOST_BOUNDARIES))
    if not named:
        return []
    lines = re.compile(rb"^--(?:" + b"|".join(map(re.escape, named)) + rb")(?:--)?[ \t]*\r?\n?$", re.MULTILINE)
    marks = [found.span() for found in _first(lines.finditer(raw), MOST_PARTS + 1)]
    return marks if len(marks) <= MOST_PARTS else None


def _first(found: Iterator[re.Match[bytes]], most: int) -> Iterator[re.Match[bytes]]:
    for _, each in zip(range(most), found, strict=False):
        yield each


def _light(part: memoryview) -> bytes:
    """Return a part's head and as much of its body as may be read. What precedes the first part counts as one."""
    beginning = bytes(part[:LONGEST_HEAD])
    end = _HEAD_END.search(beginning)
    head = beginning[: end.end()] if end else beginning
    if end is None or not _is_kept(head):
        return head
    body = bytes(part[len(head) : len(head) + LONGEST_TEXT])
    return head + (body if len(part) <= len(head) + LONGEST_TEXT else body[: body.rfind(b"\n") + 1])


def _is_kept(head: bytes) -> bool:
    kind = _KIND.search(head)
    is_text = kind is None or kind[1].lower() in _KEPT or kind[2].lower() in _REPORT
    return is_text and not _ATTACHED.search(head)
