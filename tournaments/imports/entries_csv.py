"""A list of players as a file: reading it. Pure; what is done with the players is in ``entry_plans``."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from matches.lines import one_line

MOST_BYTES = 200_000
MOST_ROWS = 300
LONGEST_CELL = 254
DELIMITERS = ",;\t|"
# Translators: headings of a column, each of which is understood; the first is the one that people are told of.
_NAME = gettext_noop("name, player, players, display name, nick, nickname")
# Translators: as for “name, player, players, …”.
_ADDRESS = gettext_noop("email, e-mail, mail, address, mail address, email address, e-mail address")
# Translators: as for “name, player, players, …”.
_SEED = gettext_noop("seed, place, rank, no, no., number, #")
# Translators: as for “name, player, players, …”.
_RATING = gettext_noop("rating, elo, rtg")
COLUMNS = {"name": _NAME, "address": _ADDRESS, "seed": _SEED, "rating": _RATING}


class Row(NamedTuple):
    """A player as a line of the file has it; ``line`` counts from 1."""

    line: int
    name: str
    address: str
    seed: str
    rating: str = ""


class Listed(NamedTuple):
    """``ignored`` are the headings of columns that mean nothing here."""

    rows: tuple[Row, ...]
    ignored: tuple[str, ...]


class BadList(ValueError):
    """Why a file cannot be read: a sentence for who sent it."""


def decoded(content: bytes) -> str:
    """The text of a file from any spreadsheet: UTF-8 with or without its mark, UTF-16 with it, or else Windows' Latin
    letters. Raises ``BadList``."""
    if len(content) > MOST_BYTES:
        raise BadList(
            _("This file is larger than %(size)s kB; a list of players is not.") % {"size": MOST_BYTES // 1000}
        )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _decoded_as(content, "utf-16")
    if content.startswith(b"PK\x03\x04"):
        raise BadList(_("This is a spreadsheet; save it as CSV and send that."))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = _decoded_as(content, "cp1252")
    if "\0" in text:
        raise BadList(_("This is not a text file; save the list as CSV and send that."))
    return text


def read(text: str) -> Listed:
    """The players of a list. Columns are known by their headings; without headings, a cell with “@” is a mail address,
    a number a place, anything else a name. Raises ``BadList``."""
    if len(text) > MOST_BYTES:
        raise BadList(_("This list is longer than %(size)s kB.") % {"size": MOST_BYTES // 1000})
    lines = _cells(text.lstrip("\ufeff"))
    if not lines:
        raise BadList(_("There is nobody in this list."))
    columns, ignored = _columns(lines[0][1])
    rows = [_row(line, cells, columns) for line, cells in (lines[1:] if columns else lines)]
    if not rows:
        raise BadList(_("There is nobody in this list but a line of headings."))
    if len(rows) > MOST_ROWS:
        raise BadList(
            _("This list has %(number)s players; at most %(most)s can be imported at a time.")
            % {"number": len(rows), "most": MOST_ROWS}
        )
    return Listed(tuple(rows), ignored)


def _decoded_as(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise BadList(_("This is not a text file; save the list as CSV and send that.")) from None


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """Each line that is not empty, with its number."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        found = [(reader.line_num, [one_line(cell)[: LONGEST_CELL + 1] for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise BadList(
            _("Line %(line)s cannot be read as CSV: %(error)s.") % {"line": reader.line_num, "error": error}
        ) from error
    return [(line, cells) for line, cells in found if any(cells)]


def told_headings() -> str:
    """A line of headings in the language of the moment."""
    return ", ".join(_(words).split(", ")[0] for words in COLUMNS.values())


@cache
def _headings() -> Mapping[str, str]:
    """What a column with such a heading holds, in every language of the site."""
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for column, words in COLUMNS.items():
                for heading in _(words).casefold().split(", "):
                    found.setdefault(heading, column)
    return found


def _columns(headings: Sequence[str]) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """Where each thing stands, and which headings mean nothing; nothing at all where there are no headings."""
    columns: dict[str, int] = {}
    ignored = []
    for place, heading in enumerate(headings):
        known = _headings().get(heading.casefold())
        if known is None or known in columns:
            ignored.append(heading)
        else:
            columns[known] = place
    if "name" not in columns and "address" not in columns:
        return {}, ()
    return columns, tuple(heading for heading in ignored if heading)


def _row(line: int, cells: Sequence[str], columns: Mapping[str, int]) -> Row:
    if columns:
        found = {what: cells[place] if place < len(cells) else "" for what, place in columns.items()}
        row = _sorted(line, found.get("name", ""), found.get("address", ""), found.get("seed", ""))
        return row._replace(rating=found.get("rating", ""))
    address = next((cell for cell in cells if "@" in cell), "")
    seed = next((cell for cell in cells if cell.isascii() and cell.isdigit()), "") if len(cells) > 1 else ""
    name = next((cell for cell in cells if cell and cell not in (address, seed)), "")
    return _sorted(line, name, address, seed)


def _sorted(line: int, name: str, address: str, seed: str) -> Row:
    """A mail address in the column of names is one all the same."""
    if "@" in name and not address:
        name, address = "", name
    return Row(line, name, address, seed)
