"""Files whose columns are counted in bytes: some programs cut and pad a name by its bytes in UTF-8.

Each accent in such a name moves what follows it to the left, and a rating of 1900 would be read as 900.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable

from .fields import PLAYER
from .line import BadTrf, TrfLine

NAME_FIELD = PLAYER["name"]
NAME_BYTES = slice(NAME_FIELD.first - 1, NAME_FIELD.last)
BLANKS = PLAYER.blanks()


def by_characters(lines: list[TrfLine]) -> tuple[list[TrfLine], bool]:
    """Return the lines with columns of characters, and whether they had to be counted in bytes for it.

    Raises ``BadTrf`` for a file that fits neither way.
    """
    wrong = next((line for line in _players(lines) if _filled(line)), None)
    if wrong is None:
        return lines, False
    counted = [_counted_in_bytes(line) if line.tag == PLAYER.tag else line for line in lines]
    if any(_filled(line) for line in _players(counted)):
        raise _refusal(wrong)
    return counted, True


def without_cut_characters(data: bytes) -> bytes:
    """Remove the half character that is left where a name was cut off at its last byte of UTF-8.

    Raises ``UnicodeDecodeError`` if anything else isn't UTF-8.
    """
    return b"\n".join(
        _without_cut_character(line) if line[:3] == PLAYER.tag.encode() else line for line in data.split(b"\n")
    )


def _without_cut_character(line: bytes) -> bytes:
    whole = codecs.getincrementaldecoder("utf-8")().decode(line[NAME_BYTES]).encode()
    return line[: NAME_BYTES.start] + whole.ljust(len(line[NAME_BYTES])) + line[NAME_BYTES.stop :]


def _players(lines: Iterable[TrfLine]) -> Iterable[TrfLine]:
    return (line for line in lines if line.tag == PLAYER.tag)


def _filled(line: TrfLine) -> int | None:
    """Return the first column that should be blank and isn't."""
    return next((column for column in BLANKS if line.text[column - 1 : column].strip()), None)


def _counted_in_bytes(line: TrfLine) -> TrfLine:
    data = line.text.encode()
    name = data[NAME_BYTES].decode(errors="ignore")
    head, rest = data[: NAME_BYTES.start].decode(errors="ignore"), data[NAME_BYTES.stop :].decode(errors="ignore")
    return TrfLine(line.number, f"{head}{name:<{NAME_FIELD.width}}{rest}" if rest else head + name)


def _refusal(line: TrfLine) -> BadTrf:
    column = _filled(line)
    assert column is not None
    before, after = BLANKS[column]
    return line.bad(
        "column %(column)s should be blank, but it has “%(text)s” (columns %(first)s to %(last)s: %(before)s; from "
        "column %(next)s: %(after)s).",
        column=column,
        text=line.text[column - 1],
        first=before.first,
        last=before.last,
        before=before.said,
        next=after.first,
        after=after.said,
    )
