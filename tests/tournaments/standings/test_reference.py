"""Every value of every tie-break in the 47 reference tournaments."""

from __future__ import annotations

from functools import cache

import pytest

from tests.tournaments.notation import FILES, expected_tie_breaks, reference
from tournaments.standings import parse, standings, values


@cache
def expected() -> dict[str, dict[int, dict[str, str]]]:
    return expected_tie_breaks()


def test_all_the_files_are_there() -> None:
    assert sorted(expected()) == FILES
    assert len(FILES) == 47


@pytest.mark.parametrize("file", FILES)
def test_every_value_is_equal(file: str) -> None:
    wanted = expected()[file]
    codes = list(wanted[1])
    found = values(reference(file).history, codes)
    differing = [
        (number, code, value.number, wanted[number][code])
        for number, row in found.items()
        for code, value in zip(codes, row, strict=True)
        if ("-0" if value.number is None else float(value.number)) != _parsed(wanted[number][code])
    ]
    assert not differing
    assert found.keys() == wanted.keys()


def _parsed(text: str) -> float | str:
    return text if text == "-0" else float(text)


@pytest.mark.parametrize("file", FILES)
def test_the_numbers_are_shown_as_in_the_file(file: str) -> None:
    wanted = expected()[file]
    codes = [code for code in wanted[1] if code != "KS"]  # 0 and 0.0 both occur there
    for number, row in values(reference(file).history, codes).items():
        for code, value in zip(codes, row, strict=True):
            if value.number is not None:
                assert parse(code).show(value.number) == wanted[number][code], (number, code)


@pytest.mark.parametrize("file", FILES)
def test_direct_encounter_right_after_the_points_is_what_the_file_has(file: str) -> None:
    wanted = expected()[file]
    rows = standings(reference(file).history, ["PTS", "DE"])
    assert {row.number: str(row.values[1].number) for row in rows} == {
        number: wanted[number]["DE"] for number in wanted
    }
