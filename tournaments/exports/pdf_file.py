"""Tables as a PDF, set by Typst: tagged for screen readers, and with letters for names in any script.

Only the fonts of the packages are used, so that the file is the same whatever fonts the machine has, or has not.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

import typst
from django.utils.translation import get_language

from .paper import PaperTable
from .values import clean

TEMPLATE = Path(__file__).with_name("paper.typ")
FONT_PACKAGES = ("manimgx_fonts", "manimgx_fonts_cjk")
WIDE = 16  # columns; a table of more lies across the page
SIZES = ((12, 8.0), (24, 7.0), (40, 5.5))  # so many columns at most, and how large their letters are, in points
SMALLEST = 4.0


def to_pdf(title: str, facts: Sequence[str], tables: Sequence[PaperTable], made_at: datetime) -> bytes:
    """``title`` is the document's; ``facts`` are lines below it. ``made_at`` is the file's date."""
    document = {
        "language": (get_language() or "en").partition("-")[0],
        "title": clean(title),
        "facts": [clean(fact) for fact in facts],
        "tables": [_table(table) for table in tables],
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


def _table(table: PaperTable) -> dict[str, object]:
    columns = len(table.headings)
    return {
        "title": clean(table.title),
        "note": clean(table.note),
        "is_wide": columns > WIDE,
        "size": next((size for most, size in SIZES if columns <= most), SMALLEST),
        "headings": [clean(heading.text) for heading in table.headings],
        "numbers": [heading.is_number for heading in table.headings],
        "rows": [[clean(text) for text in row] for row in table.rows],
    }
