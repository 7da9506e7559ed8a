"""The headers of a match record: ``[Key "value"]``, any text kept exactly.

A value of several lines is written as one string a line. Quotes, backslashes and every invisible character (controls,
marks that turn the direction of writing, odd blanks) are escaped. In reading, a line break inside a string counts as
one blank: an email program put it there.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from engine.errors import BadRecord

KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*")
SKIPPED = re.compile(r"(?:\s+|\{[^{}]*\})*")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
OPENING = re.compile(r"\[\s*([A-Za-z][A-Za-z0-9]*)\s*")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\"\\]))")


def write_header(key: str, value: str) -> str:
    if KEY.fullmatch(key) is None:
        raise ValueError(f"{key!r} cannot name a header: letters and digits only")
    strings = [f'"{_escape(line)}"' for line in value.split("\n")]
    return f"[{key}\n  " + "\n  ".join(strings) + "]" if len(strings) > 1 else f"[{key} {strings[0]}]"


class Headers(NamedTuple):
    """The headers of a text: their values, the lines (from 1) on which they begin, and the place where they ``end``."""

    values: dict[str, str]
    lines: dict[str, int]
    end: int


def read_headers(text: str) -> Headers:
    """Read the headers at the beginning of a text. Raises ``BadRecord``."""
    headers = Headers({}, {}, _skip(text, 0))
    while opening := OPENING.match(text, headers.end):
        key = opening[1]
        if key in headers.values:
            raise BadRecord(f"The header {key} stands there twice.")
        headers.lines[key] = line_of(text, headers.end)
        headers.values[key], end = _value(text, opening.end(), key)
        headers = headers._replace(end=_skip(text, end))
    return headers


def line_of(text: str, place: int) -> int:
    """Return the number, from 1, of the line that contains a place in the text."""
    return text.count("\n", 0, place) + 1


def _skip(text: str, place: int) -> int:
    found = SKIPPED.match(text, place)
    return found.end() if found else place


def _value(text: str, place: int, key: str) -> tuple[str, int]:
    lines = []
    while string := STRING.match(text, place):
        lines.append(_unescape(re.sub(r"[ \t]*(?:\r\n|\r|\n)[ \t]*", " ", string[1]), key))
        place = _blank(text, string.end())
    if not lines or text[place : place + 1] != "]":
        raise BadRecord(f'The header {key} is not written as [{key} "…"].')
    return "\n".join(lines), place + 1


def _blank(text: str, place: int) -> int:
    while text[place : place + 1].isspace():
        place += 1
    return place


def visible(text: str) -> str:
    """Return the text with every invisible character written as an escape."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character == " " or unicodedata.category(character)[0] not in "CZ":
        return character
    return f"\\u{ord(character):04x}" if ord(character) <= 0xFFFF else f"\\U{ord(character):08x}"


def _escape(line: str) -> str:
    return visible(re.sub(r'(["\\])', r"\\\1", line))


def _unescape(text: str, key: str) -> str:
    def plain(found: re.Match[str]) -> str:
        if found[3]:
            return found[3]
        code = int(found[1] or found[2], 16)
        if code > 0x10FFFF:
            raise BadRecord(f"The header {key} has the escape {found[0]}, which is no character.")
        return chr(code)

    if "\\" in ESCAPE.sub("", text):
        raise BadRecord(f"The header {key} has a backslash that escapes nothing; write \\\\ for one.")
    return ESCAPE.sub(plain, text)
