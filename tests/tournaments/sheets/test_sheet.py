from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from tournaments.sheets.sheet import Column, Kind, Sheet, Value

A_DAY = datetime(2026, 3, 1, tzinfo=UTC)


def holds(kind: Kind, value: Value) -> Sheet:
    return Sheet("", [Column("key", "Header", kind)], [(value,)])


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.TEXT, "Ann"),
        (Kind.NUMBER, 3),
        (Kind.NUMBER, Fraction(9, 2)),
        (Kind.NUMBER, Decimal("24.10")),
        (Kind.MOMENT, A_DAY),
    ],
)
def test_a_column_holds_values_of_its_kind_and_empty_cells(kind: Kind, value: Value) -> None:
    assert holds(kind, value).rows == [(value,)]
    assert holds(kind, None).rows == [(None,)]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (Kind.TEXT, 3),
        (Kind.NUMBER, "3"),
        (Kind.NUMBER, True),
        (Kind.NUMBER, Decimal("NaN")),
        (Kind.NUMBER, Decimal("Infinity")),
        (Kind.NUMBER, A_DAY),
        (Kind.MOMENT, "2026-03-01"),
        (Kind.MOMENT, datetime(2026, 3, 1)),  # noqa: DTZ001 - what is refused
    ],
)
def test_it_refuses_a_value_of_another_kind_before_a_file_is_begun(kind: Kind, value: Value) -> None:
    with pytest.raises(ValueError, match="key holds"):
        holds(kind, value)


def test_it_refuses_a_float_which_is_not_exact() -> None:
    with pytest.raises(ValueError, match="key holds number"):
        holds(Kind.NUMBER, 4.5)  # type: ignore[arg-type]


def test_it_refuses_a_row_that_is_too_short() -> None:
    with pytest.raises(ValueError, match="1 values for 2 columns"):
        Sheet("", [Column("a", "A"), Column("b", "B")], [("x",)])


@pytest.mark.parametrize("keys", [("a", "a"), ("Rank",), ("last turn",), ("",), ("é",), ("a\n",)])
def test_it_refuses_keys_that_programs_could_not_rely_on(keys: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="keys"):
        Sheet("", [Column(key, "") for key in keys], [])
