"""Tables as an XLSX workbook, one tab each. Numbers are numbers, moments are dates (in UTC), and texts are texts.

CWE-1236: a text is written as a string, never as a formula, a number or a link. One that could become a formula when
someone edits its cell is marked with Excel's own quote prefix, which is no part of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from io import BytesIO
from typing import NamedTuple

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_range
from xlsxwriter.worksheet import Worksheet

from .cell_values import clean, disarmed, plain, utc
from .sheet import Column, Sheet, Value

LONGEST_TEXT = 32_767  # UTF-16 units, Excel's limit for a cell
NARROWEST, WIDEST = 6, 48  # a column, in digits
LONGEST_TAB = 31  # UTF-16 units
RESERVED_TABS = {"history"}
FIRST_YEAR = 1900  # of Excel's calendar
OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


class _Formats(NamedTuple):
    header: Format
    text: Format
    quoted: Format
    moment: Format


def to_xlsx(*sheets: Sheet) -> bytes:
    """Write a workbook with a tab for each sheet, whose header stays in view."""
    file = BytesIO()
    with Workbook(file, OPTIONS) as book:
        formats = _Formats(
            header=book.add_format({"bold": True, "num_format": "@", "quote_prefix": True}),
            text=book.add_format({"num_format": "@"}),
            quoted=book.add_format({"num_format": "@", "quote_prefix": True}),
            moment=book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
        )
        for sheet, name in zip(sheets, tab_names(sheet.title for sheet in sheets), strict=True):
            _fill(book.add_worksheet(name), sheet, formats)
    return file.getvalue()


def _fill(tab: Worksheet, sheet: Sheet, formats: _Formats) -> None:
    tab.freeze_panes(1, 0)
    for x, column in enumerate(sheet.columns):
        _must(tab.write_string(0, x, _storable(column.heading), formats.header))
        tab.set_column(x, x, _width(column, (row[x] for row in sheet.rows)))
    for y, row in enumerate(sheet.rows, 1):
        for x, value in enumerate(row):
            _write(tab, y, x, value, formats)
    if sheet.columns:  # no green corners on texts that look like numbers, such as a result "1"
        tab.ignore_errors({"number_stored_as_text": xl_range(0, 0, len(sheet.rows), len(sheet.columns) - 1)})


def _write(tab: Worksheet, y: int, x: int, value: Value, formats: _Formats) -> None:
    if isinstance(value, datetime) and utc(value).year < FIRST_YEAR:
        value = plain(value)
    if isinstance(value, datetime):
        _must(tab.write_datetime(y, x, utc(value), formats.moment))
    elif isinstance(value, str):
        text = _storable(value)
        _must(tab.write_string(y, x, text, formats.text if disarmed(text) == text else formats.quoted))
    elif value is not None:
        _must(tab.write_number(y, x, float(value)))


def _storable(text: str) -> str:
    text = shortened(clean(text), LONGEST_TEXT - 1)
    # XlsxWriter takes a text between these for markup of its own and writes it unescaped.
    return f"{text} " if text.startswith("<r>") and text.endswith("</r>") else text


def _must(error: int) -> None:
    if error:
        raise ValueError(f"The table is larger than a spreadsheet can be (XlsxWriter says {error}).")


def _width(column: Column, values: Iterable[Value]) -> int:
    texts = [column.heading, *map(plain, values)]
    longest = max(_columns(line) for text in texts for line in text.split("\n"))
    return min(max(longest + 1, NARROWEST), WIDEST)


def _columns(line: str) -> int:
    """Return the width of a text in columns: East Asian characters count double, combining ones not at all."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in line
    )


def tab_names(titles: Iterable[str]) -> list[str]:
    r"""Name a tab after each title, as closely as Excel allows.

    Names are without ``[ ] : * ? / \``, line ends and outer apostrophes. None is empty, too long or reserved, and no
    two differ only in capitals.
    """
    taken = set(RESERVED_TABS)
    names = []
    for title in titles:
        name = _free_tab(_allowed_tab(title) or "Table", taken)
        taken.add(name.casefold())
        names.append(name)
    return names


def shortened(text: str, units: int) -> str:
    """Cut the text to that many UTF-16 units, as Excel counts, but no character in half."""
    return text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore")


def _allowed_tab(title: str) -> str:
    words = re.sub(r"[\[\]:*?/\\\s\ufffd]+", " ", clean(title))
    return shortened(words.strip(" '"), LONGEST_TAB).strip(" '")


def _free_tab(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        mark = f" ({number})"
        free = shortened(name, LONGEST_TAB - len(mark)).strip(" '") + mark
    return free
