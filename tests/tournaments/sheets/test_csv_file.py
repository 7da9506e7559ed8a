from __future__ import annotations

import csv
import io
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sheets import FORMULAS, NAMES, TEXTS, table
from tournaments.sheets.cell_values import clean, disarmed
from tournaments.sheets.csv_file import to_csv
from tournaments.sheets.sheet import Column, Kind, Sheet

SIGNS = tuple("=+-@＝＋－＠")


def read(file: bytes, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(file.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def test_it_is_written_as_rfc_4180_says_and_excel_understands() -> None:
    assert (
        to_csv(table("Ann", 'Bo "B" Ek, jr'))
        == (
            "\ufeff"
            '"Place","Player","Points","Last turn (UTC)"\r\n'
            '1,"Ann",4.5,2026-03-01 18:30:05\r\n'
            '2,"Bo ""B"" Ek, jr",4.5,2026-03-01 18:30:05\r\n'
        ).encode()
    )


def test_an_empty_cell_is_empty_and_a_table_may_have_no_rows() -> None:
    columns = [Column("a", "A"), Column("b", "B", Kind.NUMBER)]
    assert read(to_csv(Sheet("", columns, [(None, None)]))) == [["A", "B"], ["", ""]]
    assert read(to_csv(Sheet("", columns, []))) == [["A", "B"]]


def test_a_name_in_any_script_is_read_back_as_it_was() -> None:
    assert [read(to_csv(table(name)))[1][1] for name in NAMES] == list(NAMES)


@given(texts=st.lists(TEXTS, max_size=4))
def test_any_text_is_read_back_with_nothing_but_apostrophes_added(texts: list[str]) -> None:
    assert [row[1] for row in read(to_csv(table(*texts)))[1:]] == [disarmed(clean(text)) for text in texts]


def test_a_formula_is_a_text_that_begins_with_an_apostrophe() -> None:
    for text in FORMULAS:
        for line in read(to_csv(table(text)))[1][1].split("\n"):
            assert not line.strip(' \t\u3000\u200b\ufeff"').startswith(SIGNS), text


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@given(text=TEXTS, header=TEXTS)
def test_no_cell_begins_like_a_formula_whatever_separator_a_program_was_told(
    delimiter: str, text: str, header: str
) -> None:
    sheet = Sheet("", [Column("a", header), Column("b", "B")], [(text, text)])
    cells = [cell for row in read(to_csv(sheet), delimiter) for cell in row]
    assert [cell for cell in cells if cell.lstrip('"\u200b\ufeff \t\r\n').startswith(SIGNS)] == []


@given(text=TEXTS)
def test_no_cell_begins_with_a_tab_or_an_end_of_line(text: str) -> None:
    assert not read(to_csv(table(text)))[1][1].startswith(("\t", "\r", "\n"))


@given(numbers=st.lists(st.fractions(max_denominator=2) | st.decimals(-1000, 1000, places=2) | st.integers()))
def test_numbers_stay_numbers_the_negative_ones_too(numbers: list[Fraction | Decimal | int]) -> None:
    sheet = Sheet("", [Column("n", "N", Kind.NUMBER)], [(number,) for number in numbers])
    lines = to_csv(sheet).decode().splitlines()[1:]
    assert [Fraction(line) for line in lines] == [Fraction(number) for number in numbers]


def test_a_text_that_looks_like_a_negative_number_is_no_number() -> None:
    assert read(to_csv(table("-3")))[1][1] == "'-3"
