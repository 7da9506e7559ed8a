"""The drawings for lists and emails: what may be seen, and nothing of what may not."""

from __future__ import annotations

import re

from tests.engine.fortress.lines import FORTRESS, at, played, started


def cards(drawn: str) -> list[str]:
    return re.findall(r'href="#fs-([^"]+)"', drawn)


def test_a_list_shows_the_hands_the_viewers_own_at_the_bottom() -> None:
    state = at("7c8c!/9cTc")
    assert cards(FORTRESS.draw_map(FORTRESS.view(state, 0), small=True)) == ["back", "back", "7c", "8c"]
    assert cards(FORTRESS.draw_map(FORTRESS.view(state, 1), small=True)) == ["back", "8c", "9c", "Tc"]


def test_the_picture_has_captured_royals_the_deck_and_the_way_round_too() -> None:
    state = at("7c/8d", captured="KcQd/-", deck="2c3c")
    assert cards(FORTRESS.draw_map(FORTRESS.view(state))) == ["back", "back", "left", "Kc", "Qd", "back"]


def test_the_picture_shows_the_drawn_card_to_its_player_alone() -> None:
    state = played(at("7cAc5h/8d", deck="2c3c"), "ace 2")
    assert "2c" in cards(FORTRESS.draw_map(FORTRESS.view(state, 0)))
    assert "2c" not in cards(FORTRESS.draw_map(FORTRESS.view(state, 1)))
    assert FORTRESS.draw_map(FORTRESS.view(started(), 0)).count("fs-back") == 1 + 7 + 2
