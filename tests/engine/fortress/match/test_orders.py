"""Orders set ahead (rules 11): what a seat may set, how long it holds, and the turn it gives."""

from __future__ import annotations

import pytest

from engine.fortress.match.state import MatchState
from tests.engine.fortress.lines import FORTRESS, at, played, started

THREE = "7c2c/8d9d/3h4h"


def offered(state: MatchState, seat: int) -> dict[str, str]:
    """The key of each order, by what is typed."""
    return {order.text: order.key for order in FORTRESS.orders(state, seat)}


def follow(state: MatchState, seat: int, *texts: str, since: MatchState | None = None) -> str | None:
    """What these orders, set in that state, give now."""
    keys = offered(since or state, seat)
    return FORTRESS.follow(state, seat, [keys[text] for text in texts])


def test_three_kinds_of_orders_are_offered_in_words() -> None:
    said = [(order.text, order.group, order.label) for order in FORTRESS.orders(at(THREE), 1)]
    choosing = "Whenever you choose who starts"
    assert said == [
        ("pass", "", "Pass until you’re attacked or the round ends"),
        ("done", "", "Call done as soon as you can in this round"),
        ("start 1", choosing, "Player 1"),
        ("start 2", choosing, "Player 2 (you)"),
        ("start 3", choosing, "Player 3"),
    ]


def test_they_are_offered_while_others_fortify_and_place_too() -> None:
    assert "pass" in offered(started(3), 1)
    assert "pass" in offered(at("7c/8d", "p1", coming="Th/."), 1)


def test_a_pass_is_given_until_an_attack_on_that_player() -> None:
    state = at(THREE)
    passed = played(state, "pass")
    assert follow(passed, 1, "pass", since=state) == "pass"
    attacked = played(state, "attack 1 left")  # player 1 on player 2, who is next
    assert follow(attacked, 1, "pass", since=state) is None
    assert offered(attacked, 1)["pass"] != offered(state, 1)["pass"]
    of_another = played(attacked, "pass")
    assert follow(of_another, 2, "pass", since=state) == "pass"


def test_a_pass_is_for_the_round_alone() -> None:
    state = at("7c8c/8d9d")
    ended = played(state, "pass", "pass")
    assert ended.position.phase == "s"
    assert {"pass", "done"}.isdisjoint(offered(ended, 0))
    next_round = played(ended, f"start {FORTRESS.to_act(ended)[0] + 1}")
    assert set(offered(next_round, 0).values()).isdisjoint({offered(state, 0)["pass"], offered(state, 0)["done"]})


@pytest.mark.parametrize(("hands", "turn"), [("7c8cKc/8d9d", None), ("7cKc/8d9d", "done"), ("KcQc/8d9d", "done")])
def test_done_is_called_as_soon_as_at_most_one_number_card_is_left(hands: str, turn: str | None) -> None:
    assert follow(at(hands), 0, "done") == turn
    assert follow(at(hands), 0, "done", "pass") == (turn or "pass")


def test_no_order_is_given_for_placing_or_fortifying_or_a_seat_that_is_not_asked() -> None:
    placing = at("7c/8d", "p1", coming="Th/.")
    assert follow(placing, 0, "pass", "done", "start 1") is None
    assert follow(started(), 0, "pass", "done", "start 1") is None
    assert follow(at("7c/8d"), 1, "pass", "done") is None


def test_who_starts_is_given_each_time_as_long_as_that_player_is_in_the_match() -> None:
    state = at("7c8c/8d9d/3h4h")
    choosing = at("7c!/8d!/3h!", "s2")
    assert follow(choosing, 1, "start 3", since=state) == "start 3"
    assert follow(choosing, 0, "start 3", since=state) is None
    gone = FORTRESS.forfeit(choosing, 2, "resignation")
    assert "start 3" not in offered(gone, 1)
    assert follow(gone, 1, "start 3", since=state) is None
    assert offered(gone, 2) == {}


@pytest.mark.parametrize(
    ("length", "round", "is_offered"), [("1", "1/1", False), ("2", "1/1", True), ("2", "2/1", False)]
)
def test_nobody_chooses_after_the_last_round(length: str, round: str, is_offered: bool) -> None:
    state = at("7c8c/8d9d", match=f"2/{length}/single", round=round)
    assert ("start 1" in offered(state, 0)) == is_offered


def test_a_match_that_is_over_has_none() -> None:
    over = FORTRESS.forfeit(at("7c8c/8d9d"), 0, "time")
    assert (FORTRESS.orders(over, 1), FORTRESS.follow(over, 1, ["pass 1 0"])) == ((), None)


def test_what_an_order_gives_can_be_played() -> None:
    for state, text in [(at(THREE), "pass"), (at("Kc/8d9d/3h4h"), "done"), (at("7c!/8d!", "s1"), "start 2")]:
        assert FORTRESS.play(state, 0, follow(state, 0, text) or "").text == text
