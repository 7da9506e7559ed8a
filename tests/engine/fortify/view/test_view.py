from __future__ import annotations

from typing import Any

import pytest

from engine.values import View
from tests.engine.fortify.matches import FORTIFY, RED_WINS, at, played, started

STACK = "4/B3/[+Ct]1+TI/4/4 r 7/2 I3T2B1i3t2b2+t1 +i 4"


def space(view: View, ref: str) -> Any:
    return next(space for space in view["spaces"] if space["ref"] == ref)


def marked(view: View) -> dict[str, list[str]]:
    return {space["ref"]: space["marks"] for space in view["spaces"] if space["marks"]}


def test_spaces_go_from_the_top_left_with_their_terrain() -> None:
    view = FORTIFY.view(started())
    assert view["columns"] == ["a", "b", "c", "d"]
    assert view["rows"] == [5, 4, 3, 2, 1]
    assert [row["ref"] for row in view["spaces"][:5]] == ["a5", "b5", "c5", "d5", "a4"]
    assert [space(view, ref)["terrain"] for ref in ("a5", "c4", "d2")] == ["water", "shore", "land"]
    assert space(view, "a5")["words"] == "a5, Water, empty"


def test_a_stack_shows_the_chopper_and_what_it_covers() -> None:
    found = space(FORTIFY.view(at(started(), STACK)), "a3")
    assert found["unit"] == {"type": "C", "name": "Chopper", "side": "red", "fortified": True}
    assert found["covered"] == {"type": "T", "name": "Tank", "side": "green", "fortified": False}
    assert found["words"] == "a3, Shore, Red’s fortified Chopper above Green’s Tank"


def test_supplies_and_track_are_listed() -> None:
    view = FORTIFY.view(at(started(), STACK))
    red, green = view["supplies"]
    assert (red["side"], red["seat"], green["side"], green["seat"]) == ("red", 0, "green", 1)
    assert [(piece["ref"], piece["count"]) for piece in green["pieces"]] == [
        ("supply:I", 3), ("supply:T", 2), ("supply:B", 2), ("supply:+T", 1),
    ]  # fmt: skip
    assert green["words"] == "Green’s supply: 3 Infantry, 2 Tanks, 2 Battleships and 1 fortified Tank"
    assert [slot["slot"] for slot in view["track"]] == [1, 2, 3]
    assert [slot["unit"] and slot["unit"]["name"] for slot in view["track"]] == ["Infantry", None, None]


def test_the_heading_says_where_the_match_stands() -> None:
    view = FORTIFY.view(played(started(map="5x5", format="points-4"), "T@b3"))
    assert view["title"] == "Volley 1 of 4, turn 2"
    assert (view["labels"], view["colours"]) == (["Red", "Green"], ["red", "green"])
    assert (view["scores"], view["score_words"], view["to_act"]) == ([0, 0], "points so far", [1])
    assert view["last"] == "Red: Tank enlisted on b3."
    assert view["armies"] == {"red": "I4T4B4", "green": "I4T4B4"}
    assert FORTIFY.view(started(format="standard"))["title"] == "Volley 1 of up to 3, turn 1"


def test_the_running_volley_is_counted_as_it_stands() -> None:
    """Red: Chopper 1, Tank 2. Green: Tank 2, fortified Infantry on the track 1 - 2."""
    assert FORTIFY.view(at(started(), STACK))["as_it_stands"] == [3, 1]
    assert FORTIFY.view(at(started(format="standard"), STACK))["as_it_stands"] is None


def test_the_last_turn_is_marked() -> None:
    state = at(started(), STACK)
    assert marked(FORTIFY.view(played(state, "a3xa3 a3-d5"))) == {
        "a3": ["attacker", "attacked", "moved-from"],
        "d5": ["moved"],
    }
    assert marked(FORTIFY.view(played(state, "d3-b3 b3-c4"))) == {
        "d3": ["moved-from"], "b3": ["moved-from"], "c4": ["moved"],
    }  # fmt: skip


def test_the_last_turn_is_said_in_words() -> None:
    state = at(started(), STACK)
    assert FORTIFY.view(played(state, "a3xa3 I@b3&I@c4"))["last"] == (
        "Red: Fortified Chopper on a3 attacked Green’s Tank below it; Infantry enlisted on b3 and c4."
    )
    assert FORTIFY.view(played(state, "pass"))["last"] == "Red: Passed."


def test_a_chopper_is_said_to_come_above_a_unit() -> None:
    played_turn = FORTIFY.play(at(started(), "4/B3/T3/4/i3 r 7/2 I3T2B1C1i3t3b3 - 4"), 0, "C@a4 a4-a1")
    assert played_turn.words == (
        "Chopper enlisted on a4, above Red’s Battleship; Chopper from a4 to a1, above Green’s Infantry"
    )


def test_a_unit_pushed_off_the_track_is_said_to_be_healed() -> None:
    played_turn = FORTIFY.play(at(started(), "4/4/+Ti2/4/4 r 7/2 I3T3B4i3t3b3 Ibt 4"), 0, "a3xb3")
    assert played_turn.words == ("Fortified Tank on a3 attacked Green’s Infantry on b3, and Green’s Tank was healed")


def test_a_finished_2x2_is_framed_and_the_choosers_board_is_the_last() -> None:
    view = FORTIFY.view(played(started(), *RED_WINS))
    assert {row["ref"] for row in view["spaces"] if row["winning"]} == {"c3", "d3", "c4", "d4"}
    assert view["title"] == "Volley 1 of 2 is over, choosing colours for the next"
    assert (view["phase"], view["to_act"], view["scores"]) == ("colour", [1], [19, 0])
    assert view["volleys"] == [
        {
            "number": 1, "winner": 0, "how": "2x2", "points": [19, 0], "red": 0, "turns": 9,
            "labels": ["Red", "Green"], "words": "Red won by a 2x2 after 9 turns",
        }
    ]  # fmt: skip
    assert view["parts"] == [
        {
            "title": "Volley 1", "words": "Red won by a 2x2 after 9 turns", "points": [19, 0],
            "labels": ["Red", "Green"],
        }
    ]  # fmt: skip


def test_a_new_volley_keeps_the_last_ones_final_board_until_its_first_turn() -> None:
    state = played(started(format="standard"), *RED_WINS)
    view = FORTIFY.view(state)
    assert view["labels"] == ["Green", "Red"]
    assert view["last"] == "Red: Battleship on d4 fortified."
    assert marked(view) == {}
    final = view["ended_volley"]
    assert final["title"] == "Volley 1, the final board"
    assert final["labels"] == ["Red", "Green"]
    assert final["to_act"] == []
    assert marked(final) == {"d4": ["fortified"]}
    assert sum(row["winning"] for row in final["spaces"]) == 4
    assert FORTIFY.view(played(state, "T@b3"))["ended_volley"] is None


def test_alt_reads_as_sentences() -> None:
    assert FORTIFY.view(at(played(started(), "T@b3", "I@a1"), STACK))["alt"] == (
        "Volley 1 of 2, turn 7. Red to play, 2 actions left. Points so far: Red 0, Green 0. "
        "Red on the board: fortified Chopper a3 above Green’s Tank, fortified Tank c3, Infantry d3, Battleship a4. "
        "Green on the board: Tank a3 (covered). "
        "Red’s supply: 3 Infantry, 2 Tanks and 1 Battleship. "
        "Green’s supply: 3 Infantry, 2 Tanks, 2 Battleships and 1 fortified Tank. "
        "Reinforcement track, from the top: Green’s fortified Infantry. "
        "Last: Green: Infantry enlisted on a1."
    )


# -- the secret pick ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [None, 1])
def test_a_pick_is_in_no_view_but_ones_own(seat: int | None) -> None:
    view = FORTIFY.view(played(started(special="on"), "I4T3B1C1A1"), seat)
    assert "I4T3B1C1A1" not in str(view)
    assert view["armies"] is None
    assert view["pick"]["picked"] == ""
    assert view["to_act"] == [1]
    assert view["last"] == "Red: army picked."


def test_ones_own_pick_is_shown_to_oneself() -> None:
    view = FORTIFY.view(played(started(special="on"), "I4T3B1C1A1"), 0)
    assert view["pick"]["picked"] == "I4T3B1C1A1"
    assert view["pick"]["words"] == "4 Infantry, 3 Tanks, 1 Battleship, 1 Chopper and 1 Artillery"
    assert view["armies"] is None


def test_before_the_armies_are_known_the_board_is_empty() -> None:
    view = FORTIFY.view(started(special="on", map="5x5"))
    assert view["title"] == "Picking armies"
    assert len(view["spaces"]) == 25
    assert all(row["unit"] is None for row in view["spaces"])
    assert all(supply["pieces"] == [] for supply in view["supplies"])
    assert view["position"] == ""


def test_a_pick_never_shown_stays_secret_when_the_match_is_given_up() -> None:
    state = FORTIFY.forfeit(played(started(special="on"), "I4T3B1C1A1"), 1, "time")
    assert "I4T3B1C1A1" not in str(FORTIFY.view(state)) + str(FORTIFY.view(state, 1))
