from __future__ import annotations

from tests.engine.fortress.lines import FORTRESS, at, started


def test_a_board_for_its_owner() -> None:
    state = at("7c8c!Th/9cTc!", captured="Qs/-", deck="2c3c")
    board = FORTRESS.text_board(FORTRESS.view(state, 0))
    lines = board.splitlines()
    own = lines.index("Player 1, you · Points so far: 0")
    assert lines[own + 1 : own + 4] == ["  1    2    3", "  7♣   8♣!  10♥", "  Captured: Q♠"]
    other = lines.index("Player 2, target · Points so far: 0")
    assert lines[other + 1 : other + 3] == ["  1    2", "  ??   10♣"]
    assert "Deck: 2" in lines
    assert "! marks your cards that everyone can see." in lines


def test_a_draft_points_at_the_end_that_it_attacks() -> None:
    view = FORTRESS.draft(at("7c/8d9d2h"), 0, "attack 1 right").view
    assert "  ??   ??   ??\n            ^^" in FORTRESS.text_board(view)


def test_the_cards_to_place_are_listed() -> None:
    assert "To place: K♠ ?? ?? ?? ?? ?? ?? ??" in FORTRESS.text_board(FORTRESS.view(started(), 0))
    assert "To place: K♠ 5♣ J♣ A♦ K♥ 5♠ A♣ 4♠" in FORTRESS.text_board(FORTRESS.view(started(pace="whole"), 0))


def test_one_who_gave_up_is_named_so() -> None:
    board = FORTRESS.text_board(FORTRESS.view(at("7c/x/8d", coming="././."), 0))
    assert "Player 2, out of the match · Points so far: 0" in board


def test_no_card_is_marked_once_all_hands_are_open() -> None:
    board = FORTRESS.text_board(FORTRESS.view(at("7c!8c!/9c!", "s2", round="1/1", totals="1/0", last="1/0"), 0))
    assert "  7♣   8♣\n" in board
    assert "!" not in board
