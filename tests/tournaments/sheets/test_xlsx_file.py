from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from openpyxl.cell.cell import Cell
from openpyxl.workbook.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.support.sheets import FORMULAS, NAMES, TEXTS, table
from tournaments.sheets.cell_values import clean, disarmed
from tournaments.sheets.sheet import Column, Kind, Number, Sheet
from tournaments.sheets.xlsx_file import tab_names, to_xlsx


def read(*sheets: Sheet) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(to_xlsx(*sheets)), rich_text=True)


def tab(sheet: Sheet) -> Worksheet:
    [worksheet] = read(sheet).worksheets
    return worksheet


def player(text: str) -> Cell:
    cell = tab(table(text)).cell(2, 2)
    assert isinstance(cell, Cell)
    return cell


def width(text: str) -> float:
    return tab(table(text)).column_dimensions["B"].width


def test_numbers_are_numbers_moments_are_dates_and_texts_are_texts() -> None:
    place, name, points, last_turn = tab(table("Ann"))[2]
    assert (place.value, place.data_type) == (1, "n")
    assert (name.value, name.data_type) == ("Ann", "s")
    assert (points.value, points.data_type) == (4.5, "n")
    assert last_turn.value == datetime(2026, 3, 1, 18, 30, 5, tzinfo=UTC).replace(tzinfo=None)


def test_the_header_stays_in_view_and_says_that_times_are_in_utc() -> None:
    worksheet = tab(table("Ann"))
    assert worksheet.freeze_panes == "A2"
    assert [cell.value for cell in worksheet[1]] == ["Place", "Player", "Points", "Last turn (UTC)"]
    assert all(cell.font.bold for cell in worksheet[1])


def test_every_table_has_a_tab_of_its_own() -> None:
    first = Sheet("Round 1/9", [Column("a", "A")], [("x",)])
    book = read(first, table("Ann"), table("Bo"))
    assert book.sheetnames == ["Round 1 9", "Standings", "Standings (2)"]
    assert book["Standings (2)"]["B2"].value == "Bo"


def test_empty_cells_are_empty_and_a_table_may_have_no_rows_or_columns() -> None:
    columns = [Column("a", "A"), Column("b", "B", Kind.NUMBER), Column("c", "C", Kind.MOMENT)]
    assert [cell.value for cell in tab(Sheet("", columns, [(None, None, None)]))[1]] == ["A", "B", "C (UTC)"]
    assert tab(Sheet("", columns, [])).max_row == 1
    assert tab(Sheet("", [], [])).title == "Table"


def test_a_name_in_any_script_is_read_back_as_it_was_without_a_mark() -> None:
    for name in NAMES:
        cell = player(name)
        assert (cell.value, cell.data_type, cell.quotePrefix) == (name, "s", False), name


def test_a_formula_is_a_text_that_stays_one_when_its_cell_is_edited() -> None:
    for text in FORMULAS:
        cell = player(text)
        assert (cell.value, cell.data_type, cell.quotePrefix) == (clean(text), "s", True), text


@settings(max_examples=25)
@example(text="<r>Ann</r>", header="<r><t>Ann</t></r>")
@example(text="<r></sst></r>", header="_x003D_1")
@given(text=TEXTS, header=TEXTS)
def test_no_text_becomes_anything_but_itself(text: str, header: str) -> None:
    worksheet = tab(Sheet(text, [Column("a", header), Column("b", "B")], [(text, "end")]))
    for cell, meant in ((worksheet["A1"], header), (worksheet["A2"], text)):
        assert str(cell.value or "").removesuffix(" ") == clean(meant).removesuffix(" ")
        assert cell.data_type == "s"
        assert cell.hyperlink is None
        assert cell.number_format == "@"
        assert cell.quotePrefix or disarmed(clean(meant)) == clean(meant)
    assert worksheet["B2"].value == "end"


def test_there_is_no_formula_and_no_link_in_the_file() -> None:
    with zipfile.ZipFile(io.BytesIO(to_xlsx(table(*FORMULAS, *NAMES)))) as parts:
        markup = parts.read("xl/worksheets/sheet1.xml").decode()
        names = parts.namelist()
    assert "<c " in markup
    assert "<f>" not in markup
    assert "hyperlink" not in markup
    assert not [name for name in names if "externalLink" in name or "sheet1.xml.rels" in name]


@given(number=st.integers(-(10**15), 10**15) | st.fractions(max_denominator=2) | st.decimals(-1000, 1000, places=2))
@settings(max_examples=30)
def test_a_number_is_the_nearest_that_a_spreadsheet_knows(number: Number) -> None:
    cell = tab(Sheet("", [Column("n", "N", Kind.NUMBER)], [(number,)]))["A2"]
    assert cell.data_type == "n"
    assert cell.value == pytest.approx(float(number), rel=1e-15)


def test_scores_and_negative_differences_are_exact() -> None:
    rows = [(number,) for number in (Fraction(9, 2), -3, Decimal("24.25"))]
    cells = tab(Sheet("", [Column("n", "N", Kind.NUMBER)], rows))["A"][1:]
    assert [cell.value for cell in cells] == [4.5, -3, 24.25]


def test_a_date_before_the_calendar_of_spreadsheets_is_a_text() -> None:
    early = datetime(1899, 12, 31, 23, 59, tzinfo=UTC)
    assert tab(Sheet("", [Column("m", "M", Kind.MOMENT)], [(early,)]))["A2"].value == "1899-12-31 23:59:00"


def test_a_column_is_as_wide_as_its_texts_within_limits() -> None:
    assert width("x" * 20) > width("x" * 10) > width("x")
    assert width("x" * 5000) == width("x" * 500) < 60
    assert width("first line\nsecond") == width("first line")
    assert width("王" * 10) > width("x" * 10)
    assert width("e\u0301" * 10) == width("é" * 10)


@pytest.mark.parametrize("letter", ["x", "👑"])
def test_a_text_too_long_for_a_cell_is_cut_and_not_left_out(letter: str) -> None:
    value = player(letter * 40_000).value
    assert isinstance(value, str)
    assert len(value) * len(letter.encode("utf-16-le")) // 2 in range(32_765, 32_768)
    assert set(value) == {letter}


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Standings", "Standings"),
        ("Round 1/9: [draft]", "Round 1 9 draft"),
        ("'Ann's cup'", "Ann's cup"),
        ("Stand nach der dritten Runde, vorläufig", "Stand nach der dritten Runde, v"),
        ("棋王戦", "棋王戦"),
        ("", "Table"),
        (" ?* ", "Table"),
        ("History", "History (2)"),
        ("two\nlines", "two lines"),
    ],
)
def test_a_tab_is_named_as_like_the_title_as_excel_allows(title: str, name: str) -> None:
    assert tab_names([title]) == [name]


def test_no_two_tabs_are_alike_but_for_capitals() -> None:
    assert tab_names(["Round", "ROUND", "round"]) == ["Round", "ROUND (2)", "round (3)"]
    assert tab_names(["x" * 40, "x" * 50]) == ["x" * 31, "x" * 27 + " (2)"]


def test_no_character_is_cut_in_half() -> None:
    assert tab_names(["x" * 30 + "👑"]) == ["x" * 30]


@given(titles=st.lists(TEXTS | st.text(min_size=25, max_size=40), max_size=8))
def test_every_title_gets_a_name_that_excel_takes(titles: list[str]) -> None:
    names = tab_names(titles)
    assert len(names) == len(titles) == len({name.casefold() for name in names})
    for name in names:
        assert 0 < len(name.encode("utf-16-le")) // 2 <= 31
        assert not set(name) & set("[]:*?/\\")
        assert name.strip("' ") == name
        assert name.isprintable() or not any(letter.isspace() and letter != " " for letter in name)
        assert name.casefold() != "history"
