"""The text of an email's writer, taken from its parts."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from email.message import Message
from itertools import takewhile
from typing import Any, Final

from .html_to_text import as_text

DEEPEST: Final = 10
NARROWEST: Final = 50  # characters; hardly any program wraps shorter lines
MOST_PARTS: Final = 50  # of one part
LONGEST: Final = 100_000  # characters that are read; text below a longer quote isn't found

_SIGNATURE: Final = "-- "
_TEXTS: Final = {"text/plain", "text/html"}
_SEALED: Final = {"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"}


def written_text(message: Message) -> str:
    """Return the plain text, or else the text of the HTML, of all parts that aren't attachments.

    If that is empty, parts with a file name count, too, since some programs name every text. Emails within the email
    are left out, since the writer didn't write them.
    """
    text = _text_of(message)
    return text if text.strip() else _text_of(message, is_named_too=True)


def written_line_by_line(message: Message) -> str:
    """Return the plain text with short lines kept apart, though a space at their end would join them to the next.

    Phones leave such a space after a line that someone typed on its own.
    """
    return _text_of(message, narrowest=NARROWEST)


def written_in_html(message: Message) -> str:
    """Return the text of the HTML if there is plain text as well, otherwise "".

    The plain text may only say that the HTML should be read.
    """
    return _text_of(message, "text/html") if _has_both(message) else ""


def is_sealed(message: Message, text: str) -> bool:
    """Return whether the email is encrypted, or in S/MIME's packed form, so that only a mail program can read it."""
    kind = message.get_content_type()
    return kind in _SEALED or text.lstrip().startswith("-----BEGIN PGP MESSAGE-----")


def _has_both(message: Message) -> bool:
    kinds = {part.get_content_type() for _, part in zip(range(MOST_PARTS), message.walk(), strict=False)}
    return {"text/plain", "text/html"} <= kinds


def _text_of(
    message: Message, only: str = "", *, is_named_too: bool = False, narrowest: int = 0, depth: int = 0
) -> str:
    kind = message.get_content_type()
    if message.is_multipart():
        if depth >= DEEPEST or message.get_content_maintype() != "multipart":
            return ""
        parts = [part for part in message.get_payload() if isinstance(part, Message)][:MOST_PARTS]
        how: dict[str, Any] = {"is_named_too": is_named_too, "narrowest": narrowest, "depth": depth + 1}
        texts = (_text_of(part, only, **how) for part in parts)
        return _of_parts(kind, parts, texts)
    if kind not in ({only} if only else _TEXTS) or _is_attached(message, is_named_too=is_named_too):
        return ""
    return _plain(message, narrowest) if kind == "text/plain" else as_text(_decoded(message))


def _of_parts(kind: str, parts: list[Message], texts: Iterable[str]) -> str:
    if kind == "multipart/alternative":  # the plainest comes first (RFC 2046, 5.1.4), but not in all programs
        found = sorted(zip(parts, texts, strict=True), key=lambda pair: pair[0].get_content_type() != "text/plain")
        return next((text for _, text in found if text.strip()), "")
    if kind in {"multipart/related", "multipart/signed"}:
        return next(iter(texts), "")
    return "\n".join(text for text in texts if text)[:LONGEST]


def _is_attached(part: Message, *, is_named_too: bool) -> bool:
    is_file = part.get_filename() is not None and not is_named_too
    return part.get_content_disposition() == "attachment" or is_file


def _plain(part: Message, narrowest: int) -> str:
    text = _decoded(part)
    if _parameter(part, "format") == "flowed":
        return unflowed(text, delete_space=_parameter(part, "delsp") == "yes", narrowest=narrowest)
    return text


def unflowed(text: str, *, delete_space: bool = False, narrowest: int = 0) -> str:
    """Return the lines as typed, before a program wrapped them (RFC 3676), with "> " before quoted ones.

    Only lines that were at least ``narrowest`` long are joined.
    """
    lines: list[str] = []
    flows_at = -1  # the quote depth of the line before, if it continues
    for line in text.splitlines():
        depth = sum(1 for _ in takewhile(lambda sign: sign == ">", line))
        own = line[depth:].removeprefix(" ")
        goes_on = own.endswith(" ") and own != _SIGNATURE
        kept = own[:-1] if goes_on and delete_space else own
        if depth == flows_at and own != _SIGNATURE and _width(lines[-1], own) >= narrowest:
            lines[-1] += kept
        else:
            lines.append(f"{'>' * depth} {kept}" if depth else kept)
        flows_at = depth if goes_on else -1
    return "\n".join(lines)


def _width(above: str, below: str) -> int:
    """Return the width that the program would have needed not to break the line there."""
    return len(above) + len(next(iter(below.split()), ""))


def _parameter(part: Message, name: str) -> str:
    value = part.get_param(name)
    return value.strip().lower() if isinstance(value, str) else ""


def _decoded(part: Message) -> str:
    raw = part.get_payload(decode=True)
    return decoded_text(raw, part.get_content_charset() or "")[:LONGEST] if isinstance(raw, bytes) else ""


# -- character sets ----------------------------------------------------------------------------------------------------


# No others: some of Python's codecs take time that grows with the square ("punycode"), unpack, or evaluate escapes,
# and in some a letter is not its ASCII byte (UTF-7, EBCDIC).
_OF_MAIL: Final = re.compile(
    r"ascii|utf-8(-sig)?|utf-(16|32)(-[bl]e)?|iso8859-\d+|cp(12\d\d|437|8[56]\d|874|932|949|950)|koi8-[rtu]"
    r"|iso2022_(jp(_1|_2|_2004|_3|_ext)?|kr)|shift_jis(_2004|x0213)?|euc_(jp|kr|jis_2004|jisx0213)"
    r"|gb(2312|k|18030)|hz|big5(hkscs)?|johab|mac-\w+|tis-620|ptcp154|kz1048"
)
_WIDER: Final = {  # what programs really mean by these names, and how browsers read them
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}


def decoded_text(raw: bytes, charset: str) -> str:
    """Decode bytes in the named character set if possible, or else as UTF-8, or else as Windows' Latin.

    Any database can store the result.
    """
    for codec in _candidates(charset):
        try:
            text = raw.decode(codec)
            break
        except UnicodeDecodeError:
            pass
    else:
        text = raw.decode("cp1252", "replace")
    return text.removeprefix("\ufeff").replace("\0", "\ufffd").encode(errors="replace").decode()


def _candidates(charset: str) -> Iterator[str]:
    """Yield the codecs to try, in order."""
    try:
        name = codecs.lookup(re.sub(r"[^\w.-]", "", charset)).name if charset else "utf-8"
    except (LookupError, ValueError):
        name = "utf-8"
    if _OF_MAIL.fullmatch(name):
        yield _WIDER.get(name, name)
    yield "utf-8"
