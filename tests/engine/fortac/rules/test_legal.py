"""What each card lets a man do (rules 2), on boards drawn by hand."""

from __future__ import annotations

import pytest

from engine.fortac.rules.legal import steps
from tests.engine.fortac.positions import START, at, board_after, step_texts, with_card

OPEN = "R2B/2B1/1R2/RRBB"
"""Red's man on b2 has empty spaces around it, and men on a1, b1, c1 and c3."""
MEN = ("a3", "a4", "b3", "b4")
"""Red's at the start."""
PILED = "B3/4/RBB1/RRRB"
"""Rows of one, two and three men to be pushed, with and without a space behind them."""


def of_b2(card: str, word: str) -> list[str]:
    found = with_card(at(OPEN, red=card + "TT"), word)
    return [text.removeprefix("b2-") for text in found if text.startswith("b2-")]


@pytest.mark.parametrize(
    ("card", "word", "targets"),
    [
        ("H", "hop", "a2 b3 c2"),
        ("S", "skip", "a3"),
        ("K", "king", "a2 a3 b3 c2"),
        ("N", "horse", "c4 d3"),
        ("R", "rook", "a2 b3 b4 c2 d2"),
        ("B", "bishop", "a3"),
        ("J", "jump", ""),
        ("I", "zip", ""),
    ],
)
def test_a_man_goes_to_empty_spaces_in_reach(card: str, word: str, targets: str) -> None:
    assert of_b2(card, word) == targets.split()


def test_a_jump_goes_over_a_man_of_either_side_r1() -> None:
    assert with_card(at(OPEN, red="JTT"), "jump") == ["b1-b3"]  # over Red's man on b2
    assert with_card(at("3B/R1R1/1B2/RRBB", red="JTT"), "jump") == ["b1-b3"]  # over Black's
    assert with_card(at(START, red="JTT"), "jump") == ["a3-c3", "a4-a2", "a4-c4", "b4-b2"]


def test_a_horse_heeds_nothing_between() -> None:
    assert with_card(at(START, red="NTT"), "horse") == [
        "a3-b1", "a3-c4", "a4-b2", "a4-c3", "b3-a1", "b3-d4", "b4-a2", "b4-d3",
    ]  # fmt: skip


def test_trade_and_switch_swap_with_men_of_either_side_r3() -> None:
    assert with_card(at(START, red="THH"), "trade") == ["a3-a4", "a3-b3", "a3-b4", "a4-b4", "b3-a4", "b3-b4", "b3-c2"]
    assert with_card(at(OPEN, red="WHH"), "switch") == [
        *("a1-a4", "a1-c1", "a1-c3", "a1-d1", "a1-d4", "a4-c1", "a4-c3", "a4-d1", "a4-d4"),
        *("b1-a4", "b1-c3", "b1-d1", "b1-d4", "b2-a4", "b2-d1", "b2-d4"),
    ]


def test_a_swap_of_ones_own_men_leaves_the_board_as_it_was_r3() -> None:
    assert board_after(at(START, red="THH"), "trade a3-a4") == START
    assert board_after(at(OPEN, red="WHH"), "switch b1-a4") == OPEN
    assert board_after(at(START, red="THH"), "trade b3-c2") == "RR2/RB2/2RB/2BB"


def test_a_zip_goes_to_an_empty_corner_from_a_corner_too_r11() -> None:
    assert with_card(at(START, red="ITT"), "zip") == [
        f"{man}-{to}" for man in ("a3", "a4", "b3", "b4") for to in ("a1", "d4")
    ]
    assert with_card(at(OPEN, red="ITT"), "zip") == []


def test_a_zap_goes_to_any_empty_space_that_is_no_corner_r11() -> None:
    places = ("a2", "b1", "b2", "c3", "c4", "d3")
    assert with_card(at(START, red="ATT"), "zap") == [
        f"{man}-{to}" for man in ("a3", "a4", "b3", "b4") for to in places
    ]


def test_a_push_moves_one_man_or_two_of_either_side_r10() -> None:
    position = at(PILED, red="PTT")
    assert with_card(position, "push") == ["a1-a2", "a1-b2", "a2-b2", "b1-b2", "b1-c2", "c1-b2", "c1-c2"]
    assert board_after(position, "push a2-b2") == "B3/4/1RBB/RRRB"
    assert board_after(position, "push a1-a2") == "B3/R3/RBB1/1RRB"
    assert board_after(position, "push a1-b2") == "B3/2B1/RRB1/1RRB"


def test_a_man_always_leaves_its_space_r11() -> None:
    for position in (at(OPEN, red=hand) for hand in ("HSJ", "TWR", "KNB", "IAP")):
        assert all(step.source != step.target for step in steps(position))


def test_two_equal_cards_are_one_choice_and_two_different_ones_are_two_r12() -> None:
    assert step_texts(at(OPEN, red="HHH")) == step_texts(at(OPEN, red="HHI"))
    found = step_texts(at(OPEN, red="HKI"))
    assert {"hop b2-a2", "king b2-a2"} <= set(found)
    assert len(found) == len(set(found))


def test_only_the_player_to_moves_cards_and_men_count() -> None:
    assert all(text.startswith("hop") for text in step_texts(at(START, red="HHH", black="KNB")))
    black = step_texts(at(START, red="HHH", black="KKN", turn=2))
    assert {text.split(" ")[0] for text in black} == {"king", "horse"}
    assert {text.split(" ")[1][:2] for text in black} <= {"c1", "d1", "c2", "d2"}


def test_a_player_may_be_stuck() -> None:
    """No corner is empty; and whichever line Red's men push along, the row of men reaches the edge."""
    assert step_texts(at("R2R/1BB1/1BB1/R2R", red="IIP")) == []
