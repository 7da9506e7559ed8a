from __future__ import annotations

import pytest

from engine.fortify.board.units import (
    GREEN,
    RED,
    STANDARD_ARMY,
    UNITS,
    ArmyError,
    Unit,
    army_fault,
    format_army,
    is_within_an_army,
    parse_army,
    read_unit,
)


@pytest.mark.parametrize("text", ["I4T4B2", "i4 t4 b2", "B2T4I4", "I4, T4, B2, C0"])
def test_an_army_is_read_in_any_order_and_case(text: str) -> None:
    assert parse_army(text) == (4, 4, 2, 0, 0)
    assert format_army(parse_army(text)) == "I4T4B2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "“” is not an army: write each type with its count, such as I4T4B2."),
        ("I" * 999, f"“{'I' * 40}” is not an army: write each type with its count, such as I4T4B2."),
        ("IIII", "“IIII” is not an army: write each type with its count, such as I4T4B2."),
        ("I4T4X2", "There is no unit type X: the types are I, T, B, C and A."),
        ("I5T5", "An army has at most 4 Infantry."),
        ("T999", "An army has at most 4 Tanks."),
        ("I4C2", "An army has at most 1 Chopper."),
        ("I2I2", "The army names Infantry twice."),
        ("T1T1", "The army names Tanks twice."),
    ],
)
def test_it_says_what_is_wrong_with_an_army(text: str, sentence: str) -> None:
    with pytest.raises(ArmyError) as refused:
        parse_army(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize("text", ["I4T4B4", "I4T4B2", "I4T4C1A1", "T4B4C1A1"])
def test_an_army_is_the_standard_one_or_ten_units(text: str) -> None:
    assert army_fault(parse_army(text)) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I4T4B3", "An army is I4T4B4, or a special one of exactly 10 units; I4T4B3 has 11."),
        ("I0", "An army is I4T4B4, or a special one of exactly 10 units; this one has 0."),
        ("I4T4B4C1", "An army is I4T4B4, or a special one of exactly 10 units; I4T4B4C1 has 13."),
    ],
)
def test_any_other_number_of_units_is_no_army(text: str, sentence: str) -> None:
    assert army_fault(parse_army(text)) == sentence


def test_more_of_a_type_than_there_are_is_no_army() -> None:
    assert army_fault((5, 4, 1, 0, 0)) == (
        "An army has at most 4 Infantry, 4 Tanks, 4 Battleships, 1 Chopper and 1 Artillery."
    )


@pytest.mark.parametrize(
    ("army", "within"),
    [
        (STANDARD_ARMY, True),
        ((4, 4, 3, 0, 0), True),
        ((4, 4, 1, 1, 0), True),
        ((4, 4, 2, 1, 0), False),
        ((4, 4, 4, 0, 1), False),
        ((5, 0, 0, 0, 0), False),
        ((0, 0, 0, 2, 0), False),
    ],
)
def test_the_units_of_a_position_are_within_some_army(army: tuple[int, int, int, int, int], within: bool) -> None:
    assert is_within_an_army(army) is within


def test_a_unit_is_written_by_side_and_face_and_read_back() -> None:
    assert [str(unit) for unit in UNITS[RED]] == ["I", "T", "B", "C", "A", "+I", "+T", "+B", "+C", "+A"]
    assert str(Unit(GREEN, "T", True)) == "+t"
    for unit in (*UNITS[RED], *UNITS[GREEN]):
        assert read_unit(str(unit)) == unit
    assert UNITS[GREEN][6].name == "Tank"


@pytest.mark.parametrize("text", ["", "+", "x", "++I", "I+", "II", "ı"])
def test_anything_else_is_no_unit(text: str) -> None:
    assert read_unit(text) is None
