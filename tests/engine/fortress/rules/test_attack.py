"""What attacks, aces, passes and calls do to a match (rules 4), each by a position of its own."""

from __future__ import annotations

from typing import Any

import pytest

from engine.fortress.cards.cards import write_cards
from engine.fortress.cards.position import Position
from engine.fortress.notation.position import format_position
from tests.engine.fortress.lines import at, fortified, line, played, position, submit


def fields(where: Position) -> dict[str, str]:
    names = "match round phase passes hands coming captured totals last deck discards seed".split()
    return dict(zip(names, format_position(where).split(" "), strict=True))


def after(hands: str, *texts: str, phase: str = "a1", **rest: Any) -> dict[str, str]:
    return fields(played(at(hands, phase, **rest), *texts).position)


def test_beaten_cards_and_attackers_leave_the_hands_for_the_discard_pile() -> None:
    found = after("7c7d5h/6d6h8s", "attack 1-2 left")
    assert (found["hands"], found["discards"], found["phase"]) == ("5h/8s", "7c6d7d6h", "a2")


def test_the_right_end_is_the_right_end_as_its_owner_sees_it() -> None:
    assert after("7c5h/8s6d6h3c", "attack 1 right")["hands"] == "5h/8s6d6h"


def test_a_blocked_attack_turns_up_the_cards_that_were_needed() -> None:  # R7
    found = after("6c5h/8d8h8s2c", "attack 1 left")
    assert (found["hands"], found["discards"]) == ("5h/8d!8h8s2c", "6c")
    assert after("6c6d5h/2c8s8h8d", "attack 1-2 right")["hands"] == "5h/2c8s8h!8d!"


def test_cards_that_lie_face_up_already_count_among_those_needed() -> None:  # R7
    assert after("6c5h/5d!5c5s2c", "attack 1 left")["hands"] == "5h/5d!5c!5s2c"
    assert after("6c5h/8d!8h8s2c", "attack 1 left")["hands"] == "5h/8d!8h8s2c"


def test_a_card_face_up_stays_so_wherever_it_ends_up_and_attacks_like_any_other() -> None:
    once = played(at("6c5h/2d8d!3d"), "attack 1 left")
    assert fields(once.position)["hands"] == "5h/8d!3d"
    assert fields(played(once, "attack 1 left").position)["hands"] == "-/3d!"  # 8 beats 5, and the round is over


def test_a_royal_that_is_beaten_is_captured_by_the_attacker() -> None:
    found = after("6c5h/Kd8s", "attack 1 left")
    assert (found["captured"], found["discards"]) == ("Kd/-", "6c")


@pytest.mark.parametrize(("row", "hands", "captured"), [("Kd8s", "5h/8s", "Kd/Qc"), ("2d8s", "5h/2d!8s", "-/Qc")])
def test_a_royal_that_attacks_is_captured_by_the_target_either_way(row: str, hands: str, captured: str) -> None:  # R18
    found = after(f"Qc5h/{row}", "attack 1 left")
    assert (found["hands"], found["captured"]) == (hands, captured)


def test_captured_royals_and_discards_are_kept_in_the_order_of_the_cards() -> None:
    found = after("7s5h/Jd8s", "attack 1 left", captured="Qh/-", deck="-")
    assert found["captured"] == "JdQh/-"
    assert found["discards"].startswith("Ac2c")


def test_the_target_is_the_next_player_in_the_direction_of_play() -> None:
    assert after("7c5h/2c3c/2d3d", "attack 1 left")["hands"] == "5h/3c/2d3d"
    to_the_right = after("7c5h/2c3c/2d3d", "attack 1 left", round="2/1")
    assert (to_the_right["hands"], to_the_right["phase"]) == ("5h/2c3c/3d", "a3")


def test_a_player_who_gave_up_is_passed_over() -> None:  # R3
    found = after("7c5h/x/2d3d", "attack 1 left", coming="././.")
    assert (found["hands"], found["phase"]) == ("5h/x/3d", "a3")


@pytest.mark.parametrize(
    ("hands", "step"), [("7c/2d3d", "attack 1 left"), ("7c5h/2d", "attack 1 left"), ("7c/2d", "attack 1 right")]
)
def test_the_round_ends_when_attacker_or_target_has_no_cards(hands: str, step: str) -> None:  # R8
    state = played(at(hands), step)
    assert state.position.phase == "s"
    assert state.rounds[-1].how == "cards"


def test_a_sweep_of_four_takes_all_up_to_the_first_royal() -> None:
    found = after("6c6d6h6s5h/8d8h3cKc2c", "attack 1-4 left")
    assert (found["hands"], found["captured"]) == ("5h/Kc2c", "-/-")


def test_a_sweep_from_a_royal_captures_those_at_the_end() -> None:  # R5, R18
    found = after("JcJdJhJs5h/KcQc8d", "attack 1-4 left")
    assert (found["hands"], found["captured"]) == ("5h/8d", "QcKc/JcJdJhJs")


# -- aces --------------------------------------------------------------------------------------------------------


def test_an_ace_is_discarded_and_a_card_drawn_that_is_placed_in_the_same_turn() -> None:  # R19
    """The deck has all cards that are not named, in order: the 2 of clubs is on top."""
    state = at("7cAc5h/8d", passes=1)
    drawn = fields(played(state, "ace 2").position)
    assert (drawn["phase"], drawn["passes"], drawn["hands"]) == ("p1", "0", "7c5h/8d")
    assert (drawn["coming"], drawn["discards"]) == ("2c/.", "Ac")
    placed = fields(played(state, "ace 2", "place right").position)
    assert (placed["phase"], placed["hands"], placed["coming"]) == ("a2", "7c5h2c/8d", "./.")


def test_the_last_ace_of_a_hand_does_not_end_the_round() -> None:  # R25
    state = played(at("Ac/8d"), "ace 1")
    assert (state.position.phase, fields(state.position)["hands"]) == ("p", "-/8d")
    assert fields(played(state, "place left").position)["hands"] == "2c/8d"


def test_a_discarded_ace_that_lay_face_up_is_face_up_no_more() -> None:
    assert played(at("7cAc!/8d"), "ace 2").position.face_up == frozenset()


# -- passes and done ---------------------------------------------------------------------------------------------


def test_the_round_ends_when_all_have_passed_one_after_the_other() -> None:  # R20
    state = at("7c2c/8d/9d")
    assert played(state, "pass", "pass").position.passes == 2
    ended = played(state, "pass", "pass", "pass")
    assert (ended.position.phase, ended.rounds[-1].how) == ("s", "passes")


@pytest.mark.parametrize("turn", ["attack 1 left", "ace 2"])
def test_any_other_turn_sets_the_count_of_passes_back(turn: str) -> None:  # R20
    assert played(at("7cAc5c/8d9s/9d", passes=2), turn).position.passes == 0


def test_players_who_gave_up_need_not_pass() -> None:
    assert played(at("7c/x/9d", coming="././."), "pass", "pass").rounds[-1].how == "passes"


def test_done_ends_the_round_at_once() -> None:
    state = played(at("KcQc7d/2d3d"), "done")
    assert (state.rounds[-1].how, state.rounds[-1].player, state.rounds[-1].points) == ("done", 0, (3, 0))


# -- the figures of the rules ------------------------------------------------------------------------------------


def test_the_example_of_a_pending_card() -> None:
    """Rules 8, "A pending card"."""
    state = fortified(length="full")
    deck = "4c2d4h2h7d6cQdKd6hAs3h4d3d2c8dAh9cTcQc2s8c7h6sQs9sJs9hJd3cTs5h8h"
    seed = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    drawn = submit(state, "ace 2").state
    assert format_position(drawn.position) == (
        f"2/full/single 1/1 p1 0 4s5sKhAdJc5cKsTh3s/TdQh7s6d7c8s5dKc9dJh 4c/. -/- 0/0 - {deck[2:]} Ac {seed}"
    )
    assert format_position(submit(drawn, "place left").state.position) == (
        f"2/full/single 1/1 a2 0 4c4s5sKhAdJc5cKsTh3s/TdQh7s6d7c8s5dKc9dJh ./. -/- 0/0 - {deck[2:]} Ac {seed}"
    )


def test_the_line_helper_puts_all_other_cards_into_the_deck() -> None:
    assert line("7c/8d").split(" ")[9].startswith("Ac2c3c")
    assert write_cards(position("7c/8d", deck="2c").deck) == "2c"
