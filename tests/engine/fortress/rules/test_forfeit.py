"""Giving up (rules 6, R23): a player leaves, and the others play on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalTurn
from tests.engine.fortress.lines import FORTRESS, at, played, started
from tests.engine.fortress.rules.test_attack import fields


def left(hands: str, seat: int, phase: str = "a1", **rest: Any) -> dict[str, str]:
    return fields(FORTRESS.forfeit(at(hands, phase, **rest), seat, "resignation").position)


def test_hand_and_captured_royals_go_to_the_discard_pile() -> None:
    found = left("7c2c/8d9d!/3h", 1, captured="-/Kh/Qs", deck="-")
    assert (found["hands"], found["coming"], found["captured"]) == ("7c2c/x/3h", "././.", "-/-/Qs")
    assert {"8d", "9d", "Kh"} <= {found["discards"][place : place + 2] for place in range(0, 104, 2)}


def test_the_cards_still_to_be_placed_go_with_them() -> None:
    state = FORTRESS.forfeit(started(3), 1, "time")
    assert len(state.position.discards) == 10
    assert fields(state.position)["hands"].split("/")[1] == "x"


def test_a_pending_card_goes_too_and_the_turn_passes_on() -> None:
    found = left("7c/8d/3h", 0, "p1", coming="5c/./.", deck="-")
    assert found["phase"] == "a2"
    assert "5c" in found["discards"]


def test_a_card_that_another_has_pending_is_still_to_be_placed() -> None:
    found = left("7c/8d/3h", 1, "p1", coming="5c/./.")
    assert (found["phase"], found["coming"]) == ("p1", "5c/./.")


@pytest.mark.parametrize(("seat", "actor"), [(0, "a2"), (1, "a1"), (2, "a1")])
def test_the_count_of_passes_goes_back_and_only_their_own_turn_passes_on(seat: int, actor: str) -> None:
    found = left("7c/8d/3h", seat, passes=2)
    assert (found["passes"], found["phase"]) == ("0", actor)


def test_the_turn_passes_on_in_the_direction_of_play() -> None:
    found = left("7c/8d/3h", 0, round="2/1")
    assert found["phase"] == "a3"


def test_they_score_nothing_for_the_round_and_keep_what_they_had() -> None:
    state = FORTRESS.forfeit(at("Kc5c/Kd/2h", round="2/1", totals="2/9/4", last="1/1/1"), 1, "time")
    state = played(state, "pass", "pass")
    assert state.rounds[-1].points == (1, 0, 0)
    assert state.position.totals == (3, 9, 4)


def test_a_total_of_one_who_left_ends_nothing() -> None:
    state = FORTRESS.forfeit(at("Kc/Kd/2h", round="2/1", totals="2/16/4", last="1/1/1"), 1, "time")
    assert not played(state, "pass", "pass").is_over


def test_the_attacks_begin_when_the_only_one_still_fortifying_gives_up() -> None:
    state = started(3)
    for _ in range(2):
        state = played(state, *["place left"] * 8, "keep")
    assert state.position.phase == "f"
    assert fields(FORTRESS.forfeit(state, 2, "time").position)["phase"] == "a1"


def test_the_next_player_begins_when_the_starter_has_given_up() -> None:
    state = FORTRESS.forfeit(started(3), 0, "time")
    state = played(state, *["place left"] * 8, "keep", *["place left"] * 8, "keep")
    assert fields(state.position)["phase"] == "a2"


def test_the_next_player_to_the_right_begins_in_an_even_round() -> None:
    state = played(at("7c!/8d!/9h!", "s1", last="0/1/1", totals="0/1/1"), "start 2")
    state = FORTRESS.forfeit(state, 1, "time")
    state = played(state, *["place left"] * 8, "keep", *["place left"] * 8, "keep")
    assert fields(state.position)["phase"] == "a1"


def test_the_choice_falls_to_the_one_who_scored_least_among_those_left() -> None:
    found = left("7c!/8d!/9h!", 0, "s1", last="0/2/1", totals="0/2/1")
    assert (found["phase"], found["hands"]) == ("s3", "x/8d!/9h!")


def test_the_same_lot_breaks_a_tie_among_those_left() -> None:
    """The lot of round 1 is 2 4 3 1 5."""
    found = left("7c!/8d!/9h!/2s!/3s!", 1, "s2", last="0/0/0/0/0")
    assert found["phase"] == "s4"


def test_another_leaving_does_not_change_who_chooses() -> None:
    assert left("7c!/8d!/9h!", 1, "s1", last="0/2/1", totals="0/2/1")["phase"] == "s1"


def test_the_last_one_left_has_won_whatever_the_totals() -> None:
    state = at("Kc/x/2h", coming="././.", round="2/1", totals="2/9/14", last="1/1/1")
    outcome = FORTRESS.outcome(FORTRESS.forfeit(state, 2, "time"))
    assert outcome is not None
    assert (outcome.winners, outcome.how, outcome.scores) == ((0,), "time", (2, 9, 14))


def test_a_match_of_two_is_over() -> None:
    state = FORTRESS.forfeit(started(), 0, "resignation")
    assert fields(state.position)["phase"] == "e"
    assert FORTRESS.to_act(state) == ()


def test_nobody_gives_up_twice_or_after_the_end() -> None:
    state = FORTRESS.forfeit(started(3), 0, "resignation")
    with pytest.raises(IllegalTurn, match="Player 1 is out of the match already"):
        FORTRESS.forfeit(state, 0, "time")
    over = FORTRESS.forfeit(state, 1, "resignation")
    with pytest.raises(IllegalTurn, match="The match is over"):
        FORTRESS.forfeit(over, 2, "time")


def test_what_is_shown_is_said() -> None:
    state = FORTRESS.forfeit(at("7c2c/8d9d/3h"), 1, "time")
    assert FORTRESS.view(state)["last"] == "Player 2 ran out of time; these cards go to the discard pile: 8♦ 9♦."


def test_there_is_no_draw() -> None:  # R24
    assert not FORTRESS.draws
    with pytest.raises(IllegalTurn):
        FORTRESS.agree_draw(started())
