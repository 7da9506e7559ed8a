"""A list of people as a file: its text, its lines and which column is which."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Generic, NamedTuple, TypeVar

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.input.text import one_line
from tournaments.entries.invite import split_address
from tournaments.sheets.cell_values import disarmed

MOST_BYTES = 200_000
MOST_ROWS = 300
LONGEST_CELL = 254
DELIMITERS = ";\t|,"  # where two fit as well, the one that names and numbers don't hold
LINES_ABOVE = 9  # at most, of titles before the headings
SAID = re.compile(rf'\s*"?sep=([{DELIMITERS}])"?[ \t]*\r?$', re.IGNORECASE | re.MULTILINE)
"""The first line of a file, by which some spreadsheets are told the delimiter."""
# Translators: headings of a column, each of which is understood; the first is the one that people are told of.
NAME = gettext_noop("name, player, players, display name, nick, nickname")
# Translators: as for “name, player, players, …”.
ADDRESS = gettext_noop("email, e-mail, mail, address, mail address, email address, e-mail address")
# Translators: as for “name, player, players, …”.
FIRST_NAME = gettext_noop("first name, given name, forename")
# Translators: as for “name, player, players, …”.
LAST_NAME = gettext_noop("last name, surname, family name")
PARTS = (("first name", FIRST_NAME), ("last name", LAST_NAME))
"""Parts of a name, which any list may have in two columns. With a first name, the column of names has last names."""

R = TypeVar("R")
Headings = tuple[tuple[str, str], ...]
"""Columns, each with the message that lists its possible headings."""
Places = Mapping[str, int]
Reading = Callable[[int, Sequence[str], Places], R]
"""Reads a line by its number, its cells and the place of each column (none without headings)."""


class Listed(NamedTuple, Generic[R]):
    """The rows of a list.

    ``ignored`` are headings without a meaning here; ``has_headings``: the list begins with headings.
    """

    rows: tuple[R, ...]
    ignored: tuple[str, ...]
    has_headings: bool = True


class BadList(ValueError):
    """Raised if a file can't be read: a sentence for its sender."""


def decoded(content: bytes) -> str:
    """Decode a file from any spreadsheet. Raises ``BadList``.

    It may be UTF-8 with or without its mark, UTF-16 with it, or else Windows' Latin letters.
    """
    if len(content) > MOST_BYTES:
        raise BadList(
            _("This file is larger than %(size)s kB, too large for a list of players.") % {"size": MOST_BYTES // 1000}
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded_as(content, "utf-16")
    if content.startswith(b"PK\x03\x04"):
        raise BadList(_("This is a spreadsheet. Save it as CSV and upload that."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _decoded_as(content, "cp1252")
    if "\0" in text:
        raise BadList(_("This isn’t a text file. Save the list as CSV and upload that."))
    return text


def read_list(text: str, headings: Headings, reading: Reading[R]) -> Listed[R]:
    """Read a list; columns are known by their headings. Raises ``BadList``."""
    if len(text) > MOST_BYTES:
        raise BadList(_("This list is longer than %(size)s kB.") % {"size": MOST_BYTES // 1000})
    lines = _cells(text.lstrip("\ufeff"))
    if not lines:
        raise BadList(_("This list is empty."))
    begin, columns, ignored = _begin([cells for _line, cells in lines], headings)
    rows = [reading(line, cells, columns) for line, cells in lines[begin:]]
    if not rows:
        raise BadList(_("This list has headings but no players."))
    if len(rows) > MOST_ROWS:
        raise BadList(
            _("This list has %(number)s players; you can import at most %(most)s at once.")
            % {"number": len(rows), "most": MOST_ROWS}
        )
    return Listed(tuple(rows), ignored, bool(columns))


def headings_line(headings: Headings) -> str:
    """Return a line of headings in the reader's language."""
    return ", ".join(_(words).split(", ")[0] for _column, words in headings)


def found_in(cells: Sequence[str], columns: Places) -> dict[str, str]:
    """Return the cells of the known columns, with the name in one piece."""
    found = {what: cells[place] if place < len(cells) else "" for what, place in columns.items()}
    first, last = (found.pop(part, "") for part, _words in PARTS)
    if first or last:
        found["name"] = " ".join(filter(None, (first, last or found.get("name", ""))))
    return found


def sorted_out(name: str, address: str) -> tuple[str, str]:
    """Return the name and the address, whichever column the address is in, also from “Dora <dora@example.org>”."""
    if "@" in name and not address:
        return split_address(name)
    written, address = split_address(address)
    return name or written, address


@cache
def in_every_language(words: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return the meaning of each word, in lower case, in every language of the site."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for meaning, listed in words:
                for word in _(listed).casefold().split(", "):
                    found.setdefault(word, meaning)
    return found


def _decoded_as(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise BadList(_("This isn’t a text file. Save the list as CSV and upload that.")) from None


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """Return each line that isn't empty, as its number and its cells. Raises ``BadList``."""
    said = SAID.match(text)
    if said:
        text = text[said.end() :]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=said[1] if said else _delimiter(text))
    try:
        found = [(reader.line_num, [_armed(one_line(cell))[: LONGEST_CELL + 1] for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise BadList(
            _("Line %(line)s cannot be read as CSV: %(error)s.") % {"line": reader.line_num, "error": error}
        ) from error
    return [(line, cells) for line, cells in found if any(cells)]


def _delimiter(text: str) -> str:
    """Return the delimiter that gives most lines the same number of cells; of several, the one with more cells."""

    def fit(delimiter: str) -> tuple[int, int]:
        with suppress(csv.Error):
            lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
            numbers = Counter(len(cells) for cells in lines if len(cells) > 1)
            return max(((count, cells) for cells, count in numbers.items()), default=(0, 0))
        return 0, 0

    return max(DELIMITERS, key=fit)


def _armed(cell: str) -> str:
    """Return the cell without the apostrophe that our own files have before what could be taken for a formula."""
    return cell[1:] if cell.startswith("'") and disarmed(cell[1:]) == cell else cell


def _begin(lines: Sequence[Sequence[str]], headings: Headings) -> tuple[int, Places, tuple[str, ...]]:
    """Return how many lines come before the people, the place of each column, and headings without a meaning here.

    Titles may stand above headings; a line that merely has such a word in it, as a nickname may be, isn't one of
    headings.
    """
    widest = 0
    for place, cells in enumerate(lines[: LINES_ABOVE + 1]):
        columns, ignored = _columns(cells, headings)
        width = sum(map(bool, cells))
        if columns and (place == 0 or len(columns) > 1 or width > widest):
            return place + 1, columns, ignored
        widest = max(widest, width)
    return 0, {}, ()


def _columns(first: Sequence[str], headings: Headings) -> tuple[Places, tuple[str, ...]]:
    """Return the place of each known column, and headings without a meaning; both empty if the line has no headings."""
    meanings = in_every_language((*headings, *PARTS))
    columns: dict[str, int] = {}
    ignored = []
    for place, heading in enumerate(first):
        known = meanings.get(heading.casefold())
        if known is None or known in columns:
            ignored.append(heading)
        else:
            columns[known] = place
    if not columns.keys() & {"name", "address", *dict(PARTS)}:
        return {}, ()
    return columns, tuple(heading for heading in ignored if heading)
