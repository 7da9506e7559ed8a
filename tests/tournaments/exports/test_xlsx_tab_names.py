from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.sheets import TEXTS
from tournaments.exports.xlsx_file import tab_names


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
