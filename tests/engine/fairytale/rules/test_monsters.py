"""How monsters come and go, in forests of a few tiles worked out by hand (rules 4)."""

from __future__ import annotations

import pytest

from engine.fairytale.forest.spaces import NORTH, Space
from engine.fairytale.rules.monsters import MovingForest, move_monsters, new_monsters
from engine.fairytale.rules.position import Position
from tests.engine.fairytale.lines import at, tile

ON_THE_NORTH, ANYWHERE = 1, 6


def moved(position: Position) -> Position:
    return move_monsters(position, ON_THE_NORTH, NORTH).position


def test_new_monsters_are_as_many_as_the_longest_side_less_two() -> None:
    assert tile(new_monsters(at(n2="X/n"), ON_THE_NORTH).position, "n2") == "X/n*2"


def test_they_come_onto_the_furthest_tile_with_an_open_road() -> None:
    forest = at(n3="UD/s", n2="I/n")
    assert tile(new_monsters(forest, ON_THE_NORTH).position, "n1") == "X/n*3"


def test_the_fourth_finds_the_tile_full_and_steps_on() -> None:
    after = new_monsters(at(n2="X/n*3"), ON_THE_NORTH).position
    assert (tile(after, "n2"), tile(after, "n1")) == ("X/n*3", "X/n*2")


def test_on_a_six_they_come_onto_the_emptiest_monster_tile_the_nearest_first() -> None:
    after = new_monsters(at(n2="XM/n*1", e2="XM/n"), ANYWHERE).position
    assert (tile(after, "n2"), tile(after, "e2")) == ("XM/n*2", "XM/n*1")
    assert new_monsters(at(n2="X/n"), ANYWHERE).position == at(n2="X/n")


def test_a_monster_goes_straight_toward_the_oak_and_then_into_it() -> None:
    after = moved(at(n2="X/n*1"))
    assert (tile(after, "n2"), tile(after, "n1"), after.reached) == ("X/n", "X/n*1", 0)
    after = moved(after)
    assert (tile(after, "n1"), after.reached) == ("X/n", 1)


def test_when_the_oak_has_fallen_nobody_moves_any_more() -> None:
    after = moved(at(n1="X/n*3", n2="X/n*1"))
    assert (after.reached, tile(after, "n2")) == (3, "X/n*1")


def test_a_way_that_is_only_full_is_taken_last() -> None:
    held = at("soldier@n1", n1="X/n*3", n2="X/n*1")
    assert tile(moved(held), "n1") == "X/n*4"
    around = at("soldier@n1", n1="X/n*3", n2="X/n*1", n2w1="X/n", n2e1="X/n")
    assert tile(moved(around), "n2w1") == "X/n*1"


def test_a_fixed_order_is_anticlockwise() -> None:
    around = at("soldier@n1", n1="X/n*3", n2="Xa/n*1", n2w1="X/n", n2e1="X/n")
    assert tile(moved(around), "n2e1") == "X/n*1"


def test_haste_takes_another_step() -> None:
    assert moved(at(n1="Xh/n", n2="X/n*1")).reached == 1


def test_no_second_step_from_a_tile_it_has_been_on() -> None:
    field = MovingForest(at("soldier@n1", n1="X/n*3", n2="Xh/n*1", n2w1="Xd/n*3"), ON_THE_NORTH)
    field.move(Space(0, 2))
    assert (tile(field.position, "n2"), tile(field.position, "n2w1")) == ("Xh/n*1", "Xd/n*3")


def test_the_first_falls_into_a_trapdoor() -> None:
    after = moved(at(n1="XR/n", n2="X/n*2"))
    assert (tile(after, "n1"), tile(after, "n2")) == ("XR/n!*1", "X/n")


@pytest.mark.parametrize("barrier", ["Ik/n", "TP/e"])
def test_no_way_leads_through_a_gate_or_into_a_palace(barrier: str) -> None:
    assert tile(moved(at(n1=barrier, n2="X/n*1")), "n2") == "X/n*1"


def test_a_gate_breaks_when_its_tile_is_full() -> None:
    after = moved(at("soldier@n2", n2="Xk/n*2", n3="X/n*1", n2e1="X/n*1"))
    assert tile(after, "n2") == "Xk/n!*3"


def test_a_wall_breaks_by_as_many_monsters_as_there_are_walls() -> None:
    assert tile(moved(at(n1="Tv/e", n2="X/n*1")), "n1") == "Tv/e!*1"
    two = at(n1="Tv/e", n2="X/n*1", n1e1="Tv/w", e1="X/n")
    assert tile(moved(two), "n1") == "Tv/e*1"


def test_a_chest_draws_monsters_and_puts_them_back_on_the_edge() -> None:
    after = moved(at(n2="X/n*1", n2e1="XT/n"))
    assert (tile(after, "n2"), tile(after, "n2e1")) == ("X/n*1", "XT/n")


def test_a_distraction_goes_before_the_oak() -> None:
    assert tile(moved(at(n2="X/n*1", n2w1="Xd/n")), "n2w1") == "Xd/n*1"


def test_the_piper_goes_before_a_distraction() -> None:
    after = moved(at("piper@n2e1", n2="X/n*1", n2w1="Xd/n", n2e1="X/n"))
    assert tile(after, "n2e1") == "X/n*1"


@pytest.mark.parametrize(("trapdoor", "falls"), [("TR/e", True), ("TR/e!", False)])
def test_the_way_to_the_piper_may_lead_over_a_trapdoor_set_or_not(trapdoor: str, falls: bool) -> None:
    """R38. The straight way would be south; the monster falls in where the trapdoor is set."""
    after = moved(at("piper@n2e1", n2="I/n*1", n2e1="I/n", n3=trapdoor, n3e1="L/s"))
    assert tile(after, "n3") == ("TR/e!" if falls else "TR/e!*1")
    assert tile(after, "n2") == "I/n"


def test_the_last_monster_stays_in_the_tower() -> None:
    after = moved(at(n2="TE/e*2"))
    assert (tile(after, "n2"), tile(after, "n1")) == ("TE/e*1", "X/n*1")


def test_the_candy_house_holds_but_on_a_six() -> None:
    house = at(n2="XH/n*1")
    assert tile(moved(house), "n2") == "XH/n*1"
    assert tile(move_monsters(house, ANYWHERE, None).position, "n1") == "X/n*1"
