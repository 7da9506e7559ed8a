"""Files whose columns are counted in bytes: some programs cut and fill up a name by its bytes in UTF-8.

Each accent in such a name moves what follows it to the left, and a rating of 1900 would be read as 900.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable

from i18n.text import noop, say

from .line import BadTrf, Line

PLAYER = "001"
BLANKS = {
    9: noop("the starting number and the sex"),
    14: noop("the title and the name"),
    48: noop("the name and the rating"),
    53: noop("the rating and the federation"),
    57: noop("the federation and the FIDE number"),
    69: noop("the FIDE number and the date of birth"),
    80: noop("the date of birth and the points"),
    85: noop("the points and the rank"),
    90: noop("the rank and the first round"),
    91: noop("the rank and the first round"),
}
"""The columns of a player's line between two fields, and which."""
NAME = slice(14, 47)
NAME_WIDTH = 33


def by_characters(lines: list[Line]) -> tuple[list[Line], bool]:
    """The lines with columns of characters, and whether they had to be counted in bytes for it. Raises ``BadTrf`` for a
    file that fits neither way."""
    wrong = next((line for line in _players(lines) if _filled(line)), None)
    if wrong is None:
        return lines, False
    counted = [_counted_in_bytes(line) if line.tag == PLAYER else line for line in lines]
    if any(_filled(line) for line in _players(counted)):
        raise _refusal(wrong)
    return counted, True


def without_cut_characters(data: bytes) -> bytes:
    """UTF-8 without the half of a character that is left where a name was cut off at its last byte. Raises
    ``UnicodeDecodeError`` where something else isn't UTF-8."""
    return b"\n".join(_without_cut_character(line) if line[:3] == b"001" else line for line in data.split(b"\n"))


def _without_cut_character(line: bytes) -> bytes:
    whole = codecs.getincrementaldecoder("utf-8")().decode(line[NAME]).encode()
    return line[: NAME.start] + whole.ljust(len(line[NAME])) + line[NAME.stop :]


def _players(lines: Iterable[Line]) -> Iterable[Line]:
    return (line for line in lines if line.tag == PLAYER)


def _filled(line: Line) -> int | None:
    """The first column that should be blank and isn't."""
    return next((column for column in BLANKS if line.field(column, column)), None)


def _counted_in_bytes(line: Line) -> Line:
    data = line.text.encode()
    name = data[NAME].decode(errors="ignore")
    head, rest = data[: NAME.start].decode(errors="ignore"), data[NAME.stop :].decode(errors="ignore")
    return Line(line.number, f"{head}{name:<{NAME_WIDTH}}{rest}" if rest else head + name)


def _refusal(line: Line) -> BadTrf:
    column = _filled(line)
    assert column is not None
    return line.bad(
        "column %(column)s should be blank, between %(fields)s, but it has “%(text)s”.",
        column=column,
        fields=say(BLANKS[column]),
        text=line.field(column, column),
    )
