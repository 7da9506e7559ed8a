"""A table as CSV (RFC 4180): commas, CRLF, UTF-8.

It begins with a byte order mark, without which Excel takes names for Windows-1252. Numbers and moments stand bare,
texts in quotes, and an empty cell is empty.

A text that a spreadsheet could run as a formula gets an apostrophe before it (see ``disarmed``), and that apostrophe is
part of the file: a program that reads it back finds it there. JSON has the names as they are.

CSV has no types, so a spreadsheet guesses: it takes a text such as 2-1 for a date and 2:1 for a time. A result is
better given as two numbers, or with a dash (2–1).
"""

from __future__ import annotations

from collections.abc import Iterable

from .cell_values import clean, disarmed, plain
from .sheet import Sheet, Value


def to_csv(sheet: Sheet) -> bytes:
    lines = [_line(_quoted(column.heading) for column in sheet.columns)]
    lines += [_line(map(_cell, row)) for row in sheet.rows]
    return "".join(["\ufeff", *lines]).encode()


def _line(cells: Iterable[str]) -> str:
    return ",".join(cells) + "\r\n"


def _cell(value: Value) -> str:
    return _quoted(value) if isinstance(value, str) else plain(value)


def _quoted(text: str) -> str:
    return '"' + disarmed(clean(text)).replace('"', '""') + '"'
