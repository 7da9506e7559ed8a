"""What the writer of an email wrote, out of its parts."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from itertools import takewhile
from typing import Final

from .charsets import decoded
from .html_to_text import as_text

DEEPEST: Final = 10
MOST_PARTS: Final = 50  # of one part
LONGEST: Final = 100_000  # characters that are looked at; what is beneath so much quoted text is not found

_SIGNATURE: Final = "-- "


def written(message: Message, depth: int = 0) -> str:
    """The plain text, or the HTML where there is none, of all parts that are not attachments. Emails within the email
    are not by its writer."""
    kind = message.get_content_type()
    if message.is_multipart():
        if depth >= DEEPEST or message.get_content_maintype() != "multipart":
            return ""
        parts = [part for part in message.get_payload() if isinstance(part, Message)][:MOST_PARTS]
        return _of_parts(kind, parts, (written(part, depth + 1) for part in parts))
    if kind not in {"text/plain", "text/html"} or _is_attached(message):
        return ""
    return _plain(message) if kind == "text/plain" else as_text(_decoded(message))


def _of_parts(kind: str, parts: list[Message], texts: Iterable[str]) -> str:
    if kind == "multipart/alternative":  # the plainest comes first (RFC 2046, 5.1.4), but not in all programs
        found = sorted(zip(parts, texts, strict=True), key=lambda pair: pair[0].get_content_type() != "text/plain")
        return next((text for _, text in found if text.strip()), "")
    if kind in {"multipart/related", "multipart/signed"}:
        return next(iter(texts), "")
    return "\n".join(text for text in texts if text)[:LONGEST]


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or part.get_filename() is not None


def _plain(part: Message) -> str:
    text = _decoded(part)
    if _parameter(part, "format") == "flowed":
        return unflowed(text, delete_space=_parameter(part, "delsp") == "yes")
    return text


def unflowed(text: str, *, delete_space: bool = False) -> str:
    """The lines as they were typed before a program wrapped them (RFC 3676), quoted ones behind "> "."""
    lines: list[str] = []
    flows_at = -1  # how deep the line before was quoted, where it goes on
    for line in text.splitlines():
        depth = sum(1 for _ in takewhile(lambda sign: sign == ">", line))
        own = line[depth:].removeprefix(" ")
        goes_on = own.endswith(" ") and own != _SIGNATURE
        kept = own[:-1] if goes_on and delete_space else own
        if depth == flows_at and own != _SIGNATURE:
            lines[-1] += kept
        else:
            lines.append(f"{'>' * depth} {kept}" if depth else kept)
        flows_at = depth if goes_on else -1
    return "\n".join(lines)


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name)
    return value.strip().lower() if isinstance(value, str) else ""


def _decoded(part: Message) -> str:
    raw = part.get_payload(decode=True)
    return decoded(raw, part.get_content_charset() or "")[:LONGEST] if isinstance(raw, bytes) else ""
