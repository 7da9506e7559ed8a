from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.support.sheets import FORMULAS, NAMES, TEXTS, table
from tournaments.sheets.cell_values import clean
from tournaments.sheets.json_file import to_json
from tournaments.sheets.sheet import Column, Kind, Number, Sheet


def read(sheet: Sheet) -> Any:
    return json.loads(to_json(sheet).decode("utf-8"), parse_float=Decimal)


def test_it_holds_the_columns_and_a_row_by_its_keys() -> None:
    assert read(table("Ann")) == {
        "title": "Standings",
        "columns": [
            {"key": "place", "header": "Place", "kind": "number"},
            {"key": "player", "header": "Player", "kind": "text"},
            {"key": "points", "header": "Points", "kind": "number"},
            {"key": "last_turn", "header": "Last turn", "kind": "moment"},
        ],
        "rows": [{"place": 1, "player": "Ann", "points": Decimal("4.5"), "last_turn": "2026-03-01T18:30:05Z"}],
    }


def test_keys_come_in_the_order_of_the_columns() -> None:
    assert list(read(table("Ann"))["rows"][0]) == ["place", "player", "points", "last_turn"]


def test_an_empty_cell_is_null_and_a_table_may_have_no_rows() -> None:
    columns = [Column("a", "A"), Column("b", "B", Kind.NUMBER)]
    assert read(Sheet("", columns, [(None, None)]))["rows"] == [{"a": None, "b": None}]
    assert read(Sheet("", columns, []))["rows"] == []


def test_nothing_is_added_to_a_text() -> None:
    texts = [text for text in NAMES + FORMULAS if "\r" not in text]
    assert [read(table(text))["rows"][0]["player"] for text in texts] == texts


@given(text=TEXTS)
def test_any_text_can_be_read_back(text: str) -> None:
    sheet = Sheet(text, [Column("a", text)], [(text,)])
    document = read(sheet)
    assert document["title"] == document["columns"][0]["header"] == document["rows"][0]["a"] == clean(text)


@given(number=st.integers() | st.fractions(max_denominator=2) | st.decimals(-(10**6), 10**6, places=20))
def test_numbers_are_exact(number: Number) -> None:
    value = read(Sheet("", [Column("n", "N", Kind.NUMBER)], [(number,)]))["rows"][0]["n"]
    assert isinstance(value, int | Decimal)
    assert Fraction(value) == Fraction(number)


def test_a_number_without_digits_is_an_exact_text() -> None:
    assert read(table("Ann", points=Fraction(1, 3)))["rows"][0]["points"] == "1/3"
