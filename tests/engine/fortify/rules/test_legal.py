"""The rules of a turn, worked out by hand, and the rulings R1 to R8 and R15."""

from __future__ import annotations

import pytest

from engine.fortify.board.maps import Map
from engine.fortify.board.position import Position
from engine.fortify.board.units import STANDARD_ARMY
from engine.fortify.match.play_turn import play_step
from engine.fortify.notation.position import format_position, parse_position
from engine.fortify.rules.legal import groups, may_end, pick, steps
from tests.engine.fortify.boards import LARGE, SMALL, at


def of_kind(position: Position, kind: str) -> set[str]:
    return {str(step) for step in steps(position) if step.kind == kind}


def after(position: str, *texts: str, map: Map = SMALL) -> str:
    result = at(position, map)
    for text in texts:
        result, _ = play_step(result, text)
    return format_position(result)


# -- turns ---------------------------------------------------------------------------------------------------------


def test_red_begins_with_one_enlist_onto_shore() -> None:
    start = Position.start(SMALL, STANDARD_ARMY, STANDARD_ARMY)
    shore = {"a2", "b2", "a3", "b3", "c3", "d3", "c4", "d4"}
    singles = {str(step) for step in steps(start) if len(step.targets) == 1}
    assert singles == {f"{unit}@{space}" for unit in "ITB" for space in shore}
    assert len(steps(start)) == 3 * 8 + 8 * 7 // 2  # R6: both Infantry of a pair onto Shore
    assert not may_end(start)


def test_green_begins_with_an_enlist_anywhere_and_then_may_end() -> None:
    first = at("4/4/T3/4/4 g 2/2 I4T3B4i4t4b4")
    assert {step.kind for step in steps(first)} == {"enlist"}
    assert {"B@a5", "I@d1", "I@a1&I@d1"} <= of_kind(first, "enlist")
    assert not may_end(first)
    second, _ = play_step(first, "t@d1")
    assert (second.turn, second.left) == (2, 1)
    assert may_end(second)
    assert "T@c1" in of_kind(second, "enlist")
    assert "T@a1" not in of_kind(second, "enlist")


def test_r15_green_may_end_where_no_first_enlist_is_legal() -> None:
    pond = Map("Pond", 1, ("SW", "WW"))
    stuck = parse_position(pond, "I1/2 g 2/2 I3T4C1A1i4t4c1a1 - 1")
    assert [str(step) for step in steps(stuck)] == ["end"]
    later, ending = play_step(stuck, "end")
    assert (format_position(later), ending) == ("I1/2 r 3/2 I3T4C1A1i4t4c1a1 - 2", None)


def test_from_turn_three_on_the_turn_may_end_at_once() -> None:
    assert may_end(at("4/4/T3/4/3i r 3/2"))
    assert after("4/4/T3/4/3i r 3/2", "end") == "4/4/T3/4/3i g 4/2 - - 1"


# -- enlist --------------------------------------------------------------------------------------------------------


def test_an_enlist_is_beside_a_functional_friendly_unit() -> None:
    assert of_kind(at("4/4/T3/4/3i r 3/2 B1"), "enlist") == {"B@a4", "B@a2", "B@b3"}


def test_a_unit_lies_in_supply_with_either_face_and_is_enlisted_as_it_lies() -> None:
    assert after("4/4/T3/4/3i r 3/2 T1+T1", "+T@b3") == "4/4/T+T2/4/3i r 3/1 T1 - 0"


def test_a_covered_unit_gives_no_adjacency() -> None:
    # a3 is covered by Green's Chopper: only d1 is functional.
    assert of_kind(at("4/4/[cT]3/4/3I r 3/2 T1"), "enlist") == {"T@c1", "T@d2"}


def test_r5_two_infantry_are_placed_one_after_the_other_in_whichever_order_works() -> None:
    found = of_kind(at("4/4/T3/4/3i r 3/2 I2"), "enlist")
    assert found == {
        "I@a2", "I@b3", "I@a2&I@b3",
        "I@a1&I@a2", "I@a2&I@b2",
        "I@b2&I@b3", "I@b3&I@c3",
    }  # fmt: skip


def test_two_infantry_of_different_faces_can_be_placed_both_ways_round() -> None:
    found = of_kind(at("4/4/T3/4/3i r 3/2 I1+I1"), "enlist")
    assert {"I@a2&+I@b3", "+I@a2&I@b3"} <= found
    assert not found & {"I@a2&I@b3", "+I@a2&+I@b3"}


def test_r6_both_infantry_of_greens_first_enlist_are_free_of_adjacency() -> None:
    assert "I@a1&I@d4" in of_kind(at("4/4/T3/4/4 g 2/2 I4T3B4i4t4b4"), "enlist")


def test_r7_a_player_without_functional_units_enlists_anywhere_for_that_action() -> None:
    bare = at("4/4/[cT]3/4/3i r 7/2 I2B1C1")
    found = of_kind(bare, "enlist")
    assert {"I@c1&I@d4", "B@d5", "I@c1"} <= found
    assert not [text for text in found if "C@" in text]
    then, _ = play_step(bare, "B@d5")
    assert "I@c1" not in of_kind(then, "enlist")
    assert "I@d4" in of_kind(then, "enlist")


def test_a_chopper_is_enlisted_onto_an_uncovered_battleship_of_its_own() -> None:
    position = "1B2b/5/5/2T2/5 r 9/2 C1"
    assert {text for text in of_kind(at(position, LARGE), "enlist") if text[0] == "C"} == {"C@b5"}
    assert after(position, "C@b5", map=LARGE).startswith("1[CB]2b/")
    assert not of_kind(at("1[cB]2b/5/5/2T2/5 r 9/2 C1", LARGE), "enlist")


# -- move ----------------------------------------------------------------------------------------------------------


def test_a_unit_moves_beside_itself_or_jumps_beside_another_friendly_unit() -> None:
    assert of_kind(at("4/4/I3/4/3I r 3/2 i1"), "move") == {
        "a3-a2", "a3-b3", "a3-c1", "a3-d2", "d1-c1", "d1-d2", "d1-a2", "d1-b3",
    }  # fmt: skip


def test_r3_a_tank_moves_to_any_empty_land_or_shore() -> None:
    everywhere = {"a2", "b2", "c2", "d2", "b3", "c3", "d3", "c4", "d4", "a1", "b1", "c1"}
    assert of_kind(at("4/4/T3/4/3i r 3/2"), "move") == {f"a3-{space}" for space in everywhere}


def test_an_artillery_moves_for_both_actions_and_onto_land() -> None:
    assert of_kind(at("4/4/4/4/A2i r 3/2"), "move") == {"a1-b1"}
    assert of_kind(at("4/4/4/4/A2i r 3/1"), "move") == set()
    assert after("4/4/4/4/A2i r 3/2", "a1-b1") == "4/4/4/4/1A1i g 4/2 - - 1"


def test_a_chopper_flies_anywhere_but_onto_a_chopper() -> None:
    found = of_kind(at("4/4/C3/3c/3i r 3/2"), "move")
    assert len(found) == 4 * 5 - 2
    assert "a3-d1" in found
    assert "a3-d2" not in found


def test_a_chopper_covers_what_it_lands_on_and_lays_bare_what_it_leaves() -> None:
    position = "4/4/[C+t]3/4/3i r 3/2"
    assert after(position, "a3-d1") == "4/4/+t3/4/3[Ci] r 3/1 - - 0"
    assert after(position, "a3-d1", "d1-a3") == "4/4/[C+t]3/4/3i g 4/2 - - 1"


def test_a_fortified_chopper_keeps_its_face_and_leaves_the_others() -> None:
    assert after("4/4/[+Ct]3/4/3+i r 3/2", "a3-d1") == "4/4/t3/4/3[+C+i] r 3/1 - - 0"


# -- fortify and formation ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "fortifiable"),
    [
        # Infantry: a pair, and a third fortified unit beside either.
        ("4/4/II+B1/4/3i", {"a3", "b3"}),
        ("4/4/IIB1/4/3i", {"c3"}),
        ("4/4/II+b1/4/3i", set()),
        ("4/4/I+I2/4/3i", set()),  # the fortified one of the pair is not a third
        ("4/4/I+II1/4/3i", set()),  # beside either pair stands nothing fortified but one of the pair
        ("4/4/I+I+I1/4/3i", {"a3"}),
        ("4/4/I3/I3/+T2i", {"a3", "a2"}),
        ("4/4/I3/1+I2/3i", set()),
        # Tanks: TTx or xTT in a straight line.
        ("4/4/TTI1/4/3i", {"a3", "b3"}),
        ("4/4/ITT1/4/3i", {"b3", "c3"}),
        ("4/4/TIT1/4/3i", set()),
        ("4/4/TT2/I3/3i", set()),
        ("4/4/TTi1/4/3i", set()),
        ("4/4/T3/T3/I2i", {"a3", "a2"}),
        ("4/4/TT[cT]1/4/3i", set()),
        ("4/4/TT[CT]1/4/3i", {"a3", "b3"}),
        # Battleships: three connected, or alone on Shore.
        ("BBB1/4/4/4/3i", {"a5", "b5", "c5"}),
        ("BB2/B3/4/4/3i", {"a5", "b5", "a4"}),
        ("BB1B/4/4/4/3i", set()),
        ("B1B1/1B2/4/4/3i", set()),
        ("4/4/B3/4/3i", {"a3"}),
        # Chopper: on its own side's fortified Battleship.
        ("[C+B]3/4/4/4/3i", {"a5"}),
        ("[C+b]3/4/4/4/3i", set()),
        ("4/4/[C+T]3/4/3i", set()),
        # Artillery: always.
        ("4/4/4/4/A2i", {"a1"}),
    ],
)
def test_which_units_can_be_fortified(position: str, fortifiable: set[str]) -> None:
    assert of_kind(at(f"{position} r 3/2"), "fortify") == {f"{space}+" for space in fortifiable}


def test_an_artillery_fortifies_for_both_actions() -> None:
    assert of_kind(at("4/4/4/4/A2i r 3/1"), "fortify") == set()
    assert after("4/4/4/4/A2i r 3/2", "a1+") == "4/4/4/4/+A2i g 4/2 - - 1"


# -- attack --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "attacks"),
    [
        ("4/4/Tt2/4/4", set()),
        ("4/4/+Tt2/4/4", {"a3xb3"}),
        ("4/4/+T+t2/4/4", {"a3xb3"}),
        ("4/4/4/b3/TTT1", {"a1xa2"}),
        ("4/4/4/+b3/TTT1", set()),  # only fortified attacks fortified
        ("4/4/4/4/+Ta2", set()),  # an Artillery is never a target
        ("4/4/+T[cb]2/4/4", {"a3xb3"}),
        ("4/4/+T[Cb]2/4/4", {"b3xb3"}),  # R2
        ("4/4/[Ct]3/4/4", {"a3xa3"}),
        ("4/4/[C+t]3/4/4", set()),
        ("4/4/[+C+t]3/4/4", {"a3xa3"}),
        ("4/4/[CT]3/4/3i", set()),
        ("4/4/4/4/[Ca]3", set()),
        ("b3/4/t3/4/A2i", {"a1xa5", "a1xa3", "a1xd1"}),  # whatever stands between
        ("+b3/4/t3/4/A2i", {"a1xa3", "a1xd1"}),
        ("+b3/4/[ct]3/4/+A2i", {"a1xa5", "a1xa3", "a1xd1"}),
        ("4/4/t3/4/A2a", {"a1xa3"}),
    ],
)
def test_which_attacks_there_are(position: str, attacks: set[str]) -> None:
    assert of_kind(at(f"{position} r 3/1"), "attack") == attacks


def test_an_attack_costs_an_artillery_one_action_and_leaves_it_in_place() -> None:
    assert after("4/4/4/4/A2i r 3/2", "a1xd1") == "4/4/4/4/A3 r 3/1 - i 0"


def test_r8_the_track_pushes_out_its_lowest_unit_healed_with_its_face() -> None:
    full = "4/4/+Tb2/4/4 r 3/2 t1 +iBc"
    assert after(full, "a3xb3") == "4/4/+T3/4/4 r 3/1 t1c1 b+iB 0"
    assert after("4/4/+Tb2/4/4 r 3/2 t1 ib+T", "a3xb3") == "4/4/+T3/4/4 r 3/1 +T1t1 bib 0"


def test_an_attack_on_a_chopper_lays_bare_what_it_covered() -> None:
    assert after("4/4/+T[cb]2/4/4 r 3/2", "a3xb3") == "4/4/+Tb2/4/4 r 3/1 - c 0"


def test_a_chopper_attacks_what_it_covers_and_stays() -> None:
    assert after("4/4/[+C+t]3/4/3i r 3/2", "a3xa3") == "4/4/+C3/4/3i r 3/1 - +t 0"


def test_there_is_no_step_beyond_the_last() -> None:
    position = at("4/4/T3/4/3i r 3/2")
    with pytest.raises(IndexError):
        pick(groups(position), len(steps(position)))
