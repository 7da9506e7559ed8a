"""Sheets as they are printed, and set as a PDF."""

from __future__ import annotations

import re
import zlib
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.sheets import NAMES, TEXTS
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.files.exports.pdf_file import _parts, to_pdf
from tournaments.files.exports.print_layout import Heading, PaperTable, paper_table, paper_tables
from tournaments.sheets.sheet import Column, Kind, Sheet
from tournaments.standings.progress import colours_of
from tournaments.standings.standings import standings_of

WHEN = datetime(2026, 3, 1, tzinfo=UTC)
OBJECT = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)


def sheet(*rows: tuple[str, Fraction | int | None, int | None]) -> Sheet:
    columns = (Column("player", "Player"), Column("points", "Points", Kind.NUMBER), Column("byes", "Byes", Kind.NUMBER))
    return Sheet("Standings", columns, rows)


def pdf_of(*names: str) -> bytes:
    table = PaperTable("Standings", [Heading("Player", False, True)], [[name] for name in names])
    return to_pdf(names[0], [], [table], WHEN)


def inside(pdf: bytes) -> bytes:
    """The file with all its packed parts unpacked."""
    return pdf + b"".join(_unpacked(packed) for packed in OBJECT.findall(pdf))


def _unpacked(packed: bytes) -> bytes:
    try:
        return zlib.decompress(packed)
    except zlib.error:
        return b""


def test_numbers_of_a_column_have_the_same_decimals() -> None:
    table = paper_table(sheet(("Ann", Fraction(5, 2), 1), ("Ben", 1, 0), ("Cleo", None, 0)))
    assert table.rows == [("Ann", "2.5", "1"), ("Ben", "1.0", "0"), ("Cleo", "", "0")]


def test_decimals_are_written_as_the_readers_language_has_them() -> None:
    with translation.override("de"):
        assert paper_table(sheet(("Ann", Fraction(5, 2), 1))).rows == [("Ann", "2,5", "1")]


def test_what_is_nothing_all_the_way_down_is_left_out() -> None:
    table = paper_table(sheet(("Ann", 0, 0), ("Ben", 0, None)))
    assert [heading.text for heading in table.headings] == ["Player", "Points"]
    assert [heading.is_name for heading in table.headings] == [True, False]


@pytest.mark.django_db
def test_an_event_on_paper_has_the_pairings_of_its_last_round() -> None:
    event = stored(FOUR, FOUR_NAMES, tie_breaks=["BH"])
    tables = paper_tables(event, standings_of(event), colours_of(event))
    assert [table.title for table in tables] == [
        "Standings after round 3",
        "Crosstable after round 3",
        "Pairings of round 3",
    ]
    assert "Round" not in [heading.text for heading in tables[2].headings]
    assert len(tables[2].rows) == 2
    assert tables[0].note == "BH: Buchholz."
    assert "r: Red, g: Green" in tables[1].note


@pytest.mark.parametrize(
    ("name", "font"),
    [
        ("محمد علي", b"NotoSansArabic"),
        ("王小明", b"NotoSansCJK"),
        ("김철수", b"NotoSansCJK"),
        ("ผู้เล่น", b"NotoSansThai"),
        ("प्रिया", b"NotoSansDevanagari"),
        ("נועה", b"NotoSansHebrew"),
        ("Иван", b"NotoSans"),
    ],
)
def test_there_are_letters_for_every_script(name: str, font: bytes) -> None:
    assert font in inside(pdf_of(name))
    assert b"LastResort" not in inside(pdf_of(name))


@pytest.mark.parametrize("name", ['#panic("x")', "$a$", "*Ann*", "= Ann", '"', "\\", "<a>", "@a", '#import "x": y'])
def test_a_name_is_set_and_not_run(name: str) -> None:
    assert pdf_of(name).startswith(b"%PDF-")


@settings(max_examples=25)
@given(st.lists(TEXTS, min_size=1, max_size=5))
def test_any_text_can_be_set(names: list[str]) -> None:
    assert pdf_of(*names).startswith(b"%PDF-")


def test_the_same_tables_make_the_same_file() -> None:
    assert pdf_of(*NAMES) == pdf_of(*NAMES)


def pages_of(*tables: PaperTable) -> list[tuple[int, int]]:
    """Width and height of each, in points."""
    boxes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([0-9.]+) ([0-9.]+)", inside(to_pdf("Cup", [], tables, WHEN)))
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def sizes_of(*tables: PaperTable) -> set[float]:
    """Of the letters of a PDF, by its operators for text (ISO 32000-2, 9.3 and 9.4): the size of the font in points,
    times the scale of the text and of what it is part of."""
    found = set()
    for packed in OBJECT.findall(to_pdf("Cup", [], tables, WHEN)):
        for size in re.findall(rb"/\S+ ([0-9.]+) Tf\b", _unpacked(packed)):
            found.add(float(size))
    return found


def table_of_columns(players: int, columns: int, cell: str) -> PaperTable:
    headings = [Heading("Player", False, True), *(Heading(f"No. {each}", False, False) for each in range(columns))]
    return PaperTable("Crosstable", headings, [[f"Player {each}", *[cell] * columns] for each in range(players)])


@pytest.mark.parametrize(("players", "columns"), [(11, 11), (64, 9), (64, 64)])
def test_no_letter_is_smaller_than_nine_points(players: int, columns: int) -> None:
    sizes = sizes_of(table_of_columns(players, columns, "12r½"))
    assert sizes
    assert min(sizes) >= 9


def test_tables_of_a_small_event_share_a_page() -> None:
    assert pages_of(*[table_of_columns(11, 8, "12r½")] * 3) == [(595, 842)]


def test_a_round_robin_of_sixty_goes_on_with_its_columns_across_further_pages() -> None:
    table = table_of_columns(60, 60, "r1 g½")
    pages = pages_of(table)
    assert set(pages) == {(842, 595)}
    shown = [[heading.text for heading in part.table.headings] for part in _parts(table)]
    assert all(headings[0] == "Player" for headings in shown)
    assert [text for headings in shown for text in headings[1:]] == [f"No. {each}" for each in range(60)]
