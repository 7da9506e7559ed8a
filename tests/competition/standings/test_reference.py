"""Every value of every tie-break in the 47 reference tournaments."""

from __future__ import annotations

from functools import cache

from competition.standings import TieBreakValue, parse_tie_break, standings, values
from tests.support.tournament_notation import FILES, expected_tie_breaks, reference


@cache
def expected() -> dict[str, dict[int, dict[str, str]]]:
    return expected_tie_breaks()


def test_all_the_files_are_there() -> None:
    assert sorted(expected()) == FILES
    assert len(FILES) == 47


def test_every_value_is_equal_and_shown_as_in_the_file() -> None:
    for file, wanted in expected().items():
        codes = list(wanted[1])
        found = values(reference(file).history, codes)
        assert found.keys() == wanted.keys(), file
        assert [
            (file, number, code, value.number, wanted[number][code])
            for number, row in found.items()
            for code, value in zip(codes, row, strict=True)
            if not _is(value, code, wanted[number][code])
        ] == []


def _is(value: TieBreakValue, code: str, wanted: str) -> bool:
    if value.number is None:
        return _parsed(wanted) == "-0"
    is_shown_alike = code == "KS" or parse_tie_break(code).show(value.number) == wanted  # 0 and 0.0 both occur there
    return float(value.number) == _parsed(wanted) and is_shown_alike


def _parsed(text: str) -> float | str:
    return text if text == "-0" else float(text)


def test_direct_encounter_right_after_the_points_is_what_the_file_has() -> None:
    for file, wanted in expected().items():
        rows = standings(reference(file).history, ["PTS", "DE"])
        found = {row.number: str(row.values[1].number) for row in rows}
        assert found == {number: wanted[number]["DE"] for number in wanted}, file
