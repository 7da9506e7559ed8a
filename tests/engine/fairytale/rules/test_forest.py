"""Spaces, sides and tiles (rules 1 and 2)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.fairytale.forest.spaces import LETTERS, Space, read_space
from engine.fairytale.forest.tiles import SETS, cost, roads, tops


def space(name: str) -> Space:
    found = read_space(name)
    assert found is not None
    return found


def test_the_distance_is_counted_across_and_up() -> None:
    assert space("s1e3").distance == 4
    assert space("o").distance == 0


def test_ties_go_clockwise_from_straight_north() -> None:
    ring = ["n2", "n1e1", "e2", "s1e1", "s2", "s1w1", "w2", "n1w1"]
    assert [str(each) for each in sorted(map(space, sorted(ring)), key=lambda each: each.nearness)] == ring


@pytest.mark.parametrize(
    ("name", "side"),
    [("n2e2", "n"), ("s2e2", "e"), ("s2w2", "s"), ("n2w2", "w"), ("n3w2", "n"), ("n1e2", "e"), ("s3e1", "s")],
)
def test_a_tile_is_on_the_side_on_which_it_lies_further_out(name: str, side: str) -> None:
    assert LETTERS[space(name).side] == side


@pytest.mark.parametrize("name", ["", "n0", "e1n1", "n01", "x1", "N1"])
def test_other_names_are_no_spaces(name: str) -> None:
    assert read_space(name) is None


def test_the_set_has_as_many_tiles_as_the_rules_say() -> None:
    assert len(SETS["plain"]) == 54
    assert len(SETS["full"]) == 54 + 27
    shapes = Counter(code[0] for code in SETS["full"])
    assert shapes["T"] / 81 == pytest.approx(3 / 7, abs=0.01)
    assert 0.2 < shapes["X"] / 81 < 0.25


def test_roads_turn_with_the_top() -> None:
    assert [sorted(LETTERS[side] for side in roads("T", top)) for top in (0, 1)] == [["e", "n", "w"], ["e", "n", "s"]]


@pytest.mark.parametrize(
    ("code", "written"), [("X", "n"), ("I", "ne"), ("L", "nesw"), ("UD", "nesw"), ("Xk", "nesw"), ("Ik", "nesw")]
)
def test_ways_of_turning_that_make_no_difference_are_written_once(code: str, written: str) -> None:
    assert "".join(LETTERS[top] for top in tops(code)) == written


def test_costs_of_several_symbols_add_up() -> None:
    assert (cost("TP"), cost("Thw"), cost("Xb"), cost("UD")) == ((3, 2, 1), (0, 0, 0), (2, 0, 0), (0, 0, 0))
