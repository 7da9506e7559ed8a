from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fortify.board.maps import MAP_NAMES, Map, MapError, load_map, open_map
from engine.fortify.board.spaces import space_name, spaces_in
from tests.engine.fortify.boards import LARGE, MAPS, SMALL, space

rows = st.integers(2, 8).flatmap(
    lambda width: st.lists(st.text("LWS", min_size=width, max_size=width), min_size=2, max_size=8)
)


def test_the_shipped_maps_are_the_printed_ones() -> None:
    assert SMALL.rows == ("WWWW", "WWSS", "SSSS", "SSLL", "LLLL")
    assert LARGE.rows == ("WWWWW", "WWWSS", "SSSSS", "SSLLL", "LLLLL")
    assert [load_map(name).slots for name in MAP_NAMES] == [3, 3]


def test_spaces_are_named_from_the_bottom_left() -> None:
    assert [space_name(space) for space in SMALL.spaces][:6] == ["a1", "b1", "c1", "d1", "a2", "b2"]
    assert SMALL.terrain_at(space("a5")) == "W"
    assert SMALL.terrain_at(space("d4")) == "S"
    assert SMALL.terrain_at(space("d2")) == "L"
    assert (SMALL.columns, SMALL.height, SMALL.last_name) == (4, 5, "d5")


def names(mask: int) -> set[str]:
    return {space_name(space) for space in spaces_in(mask)}


def test_adjacency_and_lines_stop_at_the_edges() -> None:
    assert names(SMALL.adjacent[space("a1")]) == {"b1", "a2"}
    assert names(SMALL.adjacent[space("d3")]) == {"c3", "d2", "d4"}
    assert names(SMALL.lines[space("d4")]) == {"a4", "b4", "c4", "d1", "d2", "d3", "d5"}


@pytest.mark.parametrize("map", MAPS, ids=lambda map: map.name)
def test_a_map_is_read_back_from_its_text(map: Map) -> None:
    assert Map.from_text(map.to_text()) == map


@given(rows, st.integers(1, 9))
def test_any_rectangle_with_shore_is_a_map(rows: list[str], slots: int) -> None:
    if "S" not in "".join(rows):
        with pytest.raises(MapError, match="at least one Shore"):
            Map("Club", slots, tuple(rows))
        return
    map = Map("Club", slots, tuple(rows))
    assert Map.from_text(map.to_text()) == map
    assert len(map.spaces) == len(rows) * len(rows[0])
    assert all(names(map.adjacent[space]) <= names(map.board) for space in map.spaces)


def test_the_text_may_have_comments_and_any_case_and_blanks() -> None:
    assert Map.from_text("\ufeff# ours\r\nName: Ford\nSLOTS : 2\n\n l s \nWS\n") == Map("Ford", 2, ("LS", "WS"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The map has no line “name:”."),
        ("name: x\nSS\nSS", "The map has no line “slots:”."),
        ("name: x\nslots: two\nSS\nSS", "The number of slots must be from 1 to 9, not “two”."),
        ("name: x\nslots: 0\nSS\nSS", "The number of slots must be from 1 to 9, not 0."),
        ("name: x\nslots: 10\nSS\nSS", "The number of slots must be from 1 to 9, not 10."),
        ("name: x\nname: y\nslots: 1\nSS\nSS", "The map has two lines “name:”."),
        (
            "name: x\nslots: 1\ncolour: red\nSS\nSS",
            "A map can’t have a line “colour:”, only “name:”, “slots:” and its rows.",
        ),
        ("name:\nslots: 1\nSS\nSS", "A map’s name is 1 to 40 letters, digits, blanks, dots, dashes or underscores."),
        ("name: x\nslots: 1\nSS", "A map has 2 to 8 rows, not 1."),
        ("name: x\nslots: 1\n" + "SS\n" * 9, "A map has 2 to 8 rows, not 9."),
        ("name: x\nslots: 1\nS\nS", "A map has 2 to 8 columns, not 1."),
        ("name: x\nslots: 1\nSSSSSSSSS\nSSSSSSSSS", "A map has 2 to 8 columns, not 9."),
        ("name: x\nslots: 1\nSS\nSSS", "All rows of a map must have the same length."),
        ("name: x\nslots: 1\nSS\nSX", "A map’s spaces are L, W or S, not “X”."),
        ("name: x\nslots: 1\nLL\nWW", "A map needs at least one Shore space, since a volley begins on Shore."),
    ],
)
def test_it_says_what_is_wrong_with_a_map(text: str, sentence: str) -> None:
    with pytest.raises(MapError) as refused:
        Map.from_text(text)
    assert str(refused.value) == sentence


def test_a_map_of_ones_own_is_opened_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "ford.txt"
    path.write_text("name: Ford\nslots: 2\nLS\nWS\n")
    assert open_map(str(path)).name == "Ford"
    assert open_map("4x5") is SMALL


def test_what_is_no_map_file_is_refused(tmp_path: Path) -> None:
    binary, long = tmp_path / "binary", tmp_path / "long"
    binary.write_bytes(b"\xff\xfe\x00")
    long.write_text("#" * 20_000)
    for name in ("6x6", "", "\0", str(tmp_path), str(binary)):
        with pytest.raises(MapError, match="the maps are 4x5 and 5x5, or the path of a map file"):
            open_map(name)
    with pytest.raises(MapError, match="too long for a map"):
        open_map(str(long))
    with pytest.raises(MapError, match="the maps are 4x5 and 5x5"):
        load_map("../secret")
