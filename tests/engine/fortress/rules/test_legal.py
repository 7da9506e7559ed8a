from __future__ import annotations

import pytest

from engine.fortress.cards.position import Position
from engine.fortress.rules.legal import steps
from tests.engine.fortress.lines import position, started


def texts(where: Position, seat: int = 0) -> set[str]:
    return set(map(str, steps(where, seat)))


def test_a_card_is_placed_at_either_end() -> None:
    assert texts(started().position) == {"place left", "place right"}


def test_the_last_move_is_one_of_82() -> None:
    """Any of 10 cards to any of 9 other places, less the 9 swaps of neighbours that would be named twice; or none."""
    where = position("Ac2c3c4c5c6c7c8c9cTc/AdKd", "f", coming="-/2d3d4d5d6d7d8d9d", round="1/1")
    found = texts(where)
    assert len(found) == 82
    assert {"keep", "shift 1 10", "shift 10 1", "shift 3 4"} <= found
    assert not {"shift 4 3", "shift 5 5"} & found


def test_any_single_card_attacks_either_end_and_neighbours_of_equal_rank_together() -> None:
    assert texts(position("7c7d5hKcQs/2c2d2h")) == {
        *[f"attack {place} {end}" for place in range(1, 6) for end in ("left", "right")],
        *["attack 1-2 left", "attack 1-2 right", "attack 4-5 left", "attack 4-5 right"],
        "pass",
    }


def test_some_of_more_equal_neighbours_attack_as_long_as_they_are_next_to_each_other() -> None:
    found = {text for text in texts(position("7c7d7h2c/2d")) if text.startswith("attack") and "left" in text}
    assert found == {f"attack {run} left" for run in ("1", "2", "3", "4", "1-2", "2-3", "1-3")}


def test_equal_cards_that_are_apart_do_not_attack_together() -> None:
    assert not {text for text in texts(position("7c2c7d/2d")) if "-" in text}


def test_neighbouring_royals_of_any_kind_attack_together() -> None:  # R1
    assert "attack 1-3 left" in texts(position("JcQdKh5c/2d"))


def test_an_ace_can_be_discarded_from_anywhere() -> None:
    assert {"ace 1", "ace 3"} <= texts(position("Ac2cAd/2d"))
    assert "ace 2" not in texts(position("Ac2cAd/2d"))


def test_an_ace_is_kept_when_the_deck_is_empty() -> None:  # R4
    assert not {text for text in texts(position("Ac2cAd/2d", deck="-")) if text.startswith("ace")}


@pytest.mark.parametrize(
    ("hand", "may"), [("KcQcJd", True), ("KcQc7d", True), ("7d", True), ("Kc7c7d", False), ("AcAd", False)]
)
def test_done_is_called_with_at_most_one_number_card(hand: str, may: bool) -> None:
    assert ("done" in texts(position(f"{hand}/2d3d"))) is may


def test_a_pending_card_leaves_nothing_else_to_do() -> None:  # R19
    where = position("7c7d/2d", "p1", coming="5c/.")
    assert texts(where) == {"place left", "place right"}
    assert texts(where, 1) == set()


def test_anyone_still_in_the_match_can_be_chosen_to_start() -> None:
    where = position("7c!/x/2d!", "s1", coming="././.", totals="0/3/1", last="0/0/1")
    assert texts(where) == {"start 1", "start 3"}


def test_those_who_are_not_asked_have_no_steps() -> None:
    assert texts(position("7c/2d"), 1) == set()
