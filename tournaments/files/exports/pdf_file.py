"""Tables as a PDF, set by Typst: tagged for screen readers, and with letters for names in any script.

Only the fonts of the packages are used, so that the file is the same whatever fonts the machine has or lacks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from itertools import groupby, product
from pathlib import Path
from typing import NamedTuple

import typst
from django.utils.translation import get_language

from tournaments.sheets.cell_values import clean

from .print_layout import PaperTable

TEMPLATE = Path(__file__).with_name("paper.typ")
FONT_PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")
SIZES = (10.5, 9.0)  # of the letters, in points; a table that needs smaller ones is set across the page, or in parts
UPRIGHT, ACROSS = 521.0, 768.0  # points between the margins of A4
LETTER, BOLD_LETTER = 0.58, 0.66  # the mean width of a letter, as a share of its height
INSET = 0.33  # on either side of a cell, likewise
LINE = 18  # letters of a name or another text after which a line is broken, if need be


class Part(NamedTuple):
    """A table, or some of its columns, as it is set on a page."""

    table: PaperTable
    size: float
    is_wide: bool


def to_pdf(title: str, facts: Sequence[str], tables: Sequence[PaperTable], made_at: datetime) -> bytes:
    """Write a PDF. ``title`` is the document's, ``facts`` are lines below it, ``made_at`` is the file's date."""
    document = {
        "language": (get_language() or "en").partition("-")[0],
        "title": clean(title),
        "facts": [clean(fact) for fact in facts],
        "sheets": _sheets([part for table in tables for part in _parts(table)]),
    }
    # Data, and never markup: what a name says is set as it is written.
    inputs = {"document": json.dumps(document)}
    made = typst.Compiler(font_paths=_fonts()).compile(
        TEMPLATE.read_bytes(), format="pdf", sys_inputs=inputs, timestamp=int(made_at.timestamp())
    )
    if not isinstance(made, bytes):
        raise TypeError("Typst makes one file of a PDF, and has made several.")
    return made


@cache
def _fonts() -> typst.Fonts:
    folders = [str(files(package)) for package in FONT_PACKAGES]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)


def _sheets(parts: Sequence[Part]) -> list[dict[str, object]]:
    """Group parts that follow each other and lie the same way: they share their pages."""
    return [
        {"is_wide": is_wide, "tables": [_table(part) for part in together]}
        for is_wide, together in groupby(parts, key=lambda part: part.is_wide)
    ]


def _parts(table: PaperTable) -> list[Part]:
    """Set a table upright in the largest letters that fit, or else across.

    One that is wider still is set in parts, each of which begins with the columns that name the rows.
    """
    for room, size in product((UPRIGHT, ACROSS), SIZES):
        if _width(table, size) <= room:
            return [Part(table, size, is_wide=room == ACROSS)]
    kept = 1 + max((place for place, heading in enumerate(table.headings) if heading.is_name), default=-1)
    return [Part(part, SIZES[-1], is_wide=True) for part in _split(table, kept, ACROSS, SIZES[-1])]


def _split(table: PaperTable, kept: int, room: float, size: float) -> Iterator[PaperTable]:
    widths = [_column(table, place, size) for place in range(len(table.headings))]
    places: list[int] = []
    note, left = table.note, room - sum(widths[:kept])
    for place in range(kept, len(widths)):
        if places and widths[place] > left:
            yield _taken(table, [*range(kept), *places], note)
            places, note, left = [], "", room - sum(widths[:kept])
        places.append(place)
        left -= widths[place]
    yield _taken(table, [*range(kept), *places], note)


def _taken(table: PaperTable, places: Sequence[int], note: str) -> PaperTable:
    rows = [[row[place] for place in places] for row in table.rows]
    return PaperTable(table.title, [table.headings[place] for place in places], rows, note)


def _width(table: PaperTable, size: float) -> float:
    return sum(_column(table, place, size) for place in range(len(table.headings)))


def _column(table: PaperTable, place: int, size: float) -> float:
    """Return about how wide a column must be, in points. A heading may be broken between its words."""
    heading = max((len(word) for word in table.headings[place].text.split()), default=0)
    cell = max((min(len(row[place]), LINE) for row in table.rows), default=0)
    return size * (max(heading * BOLD_LETTER, cell * LETTER) + 2 * INSET)


def _table(part: Part) -> dict[str, object]:
    table = part.table
    return {
        "title": clean(table.title),
        "note": clean(table.note),
        "size": part.size,
        "headings": [clean(heading.text) for heading in table.headings],
        "numbers": [heading.is_number for heading in table.headings],
        "widths": [
            None if heading.is_name else _column(table, place, part.size)
            for place, heading in enumerate(table.headings)
        ],
        "rows": [[clean(text) for text in row] for row in table.rows],
    }
