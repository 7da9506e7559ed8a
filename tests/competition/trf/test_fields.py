"""Each record of the table of columns is written as it is read, and read as it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.trf import fields
from competition.trf.fields import FieldKind, TrfField, TrfRecord
from competition.trf.line import TrfLine

from .random_documents import words

RECORDS = [each for each in vars(fields).values() if isinstance(each, TrfRecord)]
COLUMNS = {  # first and last columns, by FIDE's description of TRF26 and, for XXA, JaVaFo's
    "001": [(5, 8), (10, 10), (11, 13), (15, 47), (49, 52), (54, 56), (58, 68), (70, 79), (81, 84), (86, 89)],
    "240": [(5, 5), (7, 9)],
    "250": [(5, 8), (10, 13), (15, 17), (19, 21), (23, 26), (28, 31)],
    "260": [(5, 7), (9, 11)],
    "299": [(5, 5), (8, 11), (14, 17), (20, 22)],
    "XXA": [(5, 8)],
}
THIRD_GROUP = {
    "001": [(112, 115), (117, 117), (119, 119)],
    "132": [(112, 121)],
    "162": [(24, 24), (25, 28)],
    "240": [(21, 24)],
    "260": [(23, 26)],
    "299": [(34, 37)],
    "XXA": [(20, 23)],
}


def columns(of: Iterable[TrfField]) -> list[tuple[int, int]]:
    return [(field.first, field.last) for field in of]


def test_the_columns_are_those_of_the_standard() -> None:
    assert {each.tag: columns(each.fields) for each in RECORDS if each.fields} == COLUMNS
    assert {each.tag: columns(each.group_at(3)) for each in RECORDS if each.group} == THIRD_GROUP


def values_of(field: TrfField) -> st.SearchStrategy[Any]:
    if field.kind in fields.TEXT_KINDS:
        return words(field.width)
    if field.kind in fields.POINT_KINDS:
        return st.integers(-99, 999).map(lambda tenths: Fraction(tenths, 10))
    return st.integers(0, 10**field.width - 1)


def all_values(of: Iterable[TrfField]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({field.name: values_of(field) for field in of})


def read_again(record: TrfRecord, text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    line = TrfLine(1, text)
    groups = range(1, record.groups_in(text) + 1) if record.group else ()
    return line.values(record.fields), [line.values(record.group_at(index)) for index in groups]


def said(groups: list[dict[str, Any]]) -> list[Mapping[str, Any]]:
    """Without groups at the end in which everything is blank: no line says how many there are."""
    while groups and not any(value != "" for value in groups[-1].values()):
        groups.pop()
    return list(groups)


@pytest.mark.parametrize("record", RECORDS, ids=[each.tag for each in RECORDS])
@given(data=st.data())
def test_what_is_written_is_read_back_and_written_in_the_same_columns(record: TrfRecord, data: st.DataObject) -> None:
    values = data.draw(all_values(record.fields))
    groups = said(data.draw(st.lists(all_values(record.group), max_size=3)) if record.group else [])
    text = record.written(values, groups)
    assert read_again(record, text) == (values, groups)
    assert record.written(*read_again(record, text)) == text


@pytest.mark.parametrize("kind", FieldKind)
def test_nothing_is_written_wider_than_its_columns(kind: FieldKind) -> None:
    values = ("any text that is longer",) if kind in fields.TEXT_KINDS else (0, 7, 999, 1000, -1, Fraction(-1, 2))
    for value in values:
        with suppress(fields.CannotWrite):
            assert len(TrfField("name", 5, 7, kind, "the name").written(value)) == 3
