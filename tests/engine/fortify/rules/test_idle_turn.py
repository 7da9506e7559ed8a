"""The turn that the clock plays for a player who gave no answer: a pass, where the rules allow one (rules 2 and 5)."""

from __future__ import annotations

from engine.fortify.match.state import MatchState
from tests.engine.fortify.matches import FORTIFY, QUIET, RED_WINS, played, started

RED, GREEN = 0, 1


def idle(state: MatchState) -> list[str | None]:
    """By seat."""
    return [FORTIFY.idle_turn(state, seat) for seat in (RED, GREEN)]


def test_from_turn_three_on_whoever_is_to_act_may_pass() -> None:
    state = played(started(), "I@a3", "I@a1")
    for turn in range(3, 9):
        expected = ["pass", None] if turn % 2 else [None, "pass"]
        assert idle(state) == expected
        state = played(state, "pass")


def test_the_first_enlist_of_each_side_is_mandatory() -> None:
    begun = started()
    assert idle(begun) == [None, None]
    assert idle(played(begun, "I@a3")) == [None, None]


def test_it_is_mandatory_in_every_volley() -> None:
    second = played(started(format="standard"), *RED_WINS)
    assert (second.volley, FORTIFY.to_act(second)) == (2, (GREEN,))
    assert idle(second) == [None, None]
    assert idle(played(second, "I@a3")) == [None, None]
    assert idle(played(second, "I@a3", "I@a1")) == [None, "pass"]


def test_an_army_is_picked_and_not_passed() -> None:
    picking = started(special="on")
    assert FORTIFY.to_act(picking) == (RED, GREEN)
    assert idle(picking) == [None, None]
    assert idle(played(picking, "I4T4C1A1")) == [None, None]


def test_a_colour_is_chosen_and_not_passed() -> None:
    choosing = played(started(format="points-2"), *RED_WINS)
    assert (choosing.phase, FORTIFY.to_act(choosing)) == ("colour", (GREEN,))
    assert idle(choosing) == [None, None]


def test_after_a_choice_the_first_enlist_is_mandatory_for_whoever_is_red() -> None:
    chosen = played(started(format="points-2"), *RED_WINS, "red")
    assert FORTIFY.to_act(chosen) == (GREEN,)
    assert idle(chosen) == [None, None]


def test_nobody_passes_when_the_match_is_over() -> None:
    over = played(started(format="points-2"), *RED_WINS, "red", *RED_WINS)
    assert over.phase == "over"
    for state in (over, FORTIFY.forfeit(started(), RED, "time")):
        assert idle(state) == [None, None]


def test_r15_green_passes_where_no_first_enlist_is_legal() -> None:
    """Infantry and Tanks cannot stand on Water, the only Shore is taken, and a Chopper needs a Battleship."""
    pond = started(special="on", map="own", own_map="name: Pond\nslots: 1\nSW\nWW")
    state = played(pond, "I4T4C1A1", "I4T4C1A1", "I@a2")
    assert idle(state) == [None, "pass"]
    assert FORTIFY.to_act(played(state, "pass")) == (RED,)


def test_a_pass_may_end_the_volley() -> None:
    """R10: the 60th turn end without a Fortify is a pass of the clock as well as any other."""
    state = played(started(), *QUIET[:-1])
    assert idle(state) == [None, "pass"]
    assert played(state, "pass").volley == 2
