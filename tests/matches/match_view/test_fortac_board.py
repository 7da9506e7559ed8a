"""Fortac's boards, hands and rules as pages show them."""

from __future__ import annotations

import re

from engine.fortac.view.examples import PICTURES
from engine.games import game
from matches.match_view.drawing import board_html

from .test_drawing import Elements, page

FORTAC = game("fortac")
START = FORTAC.view(FORTAC.start({}, 2, bytes(range(32))))


def cards(html: str) -> list[tuple[str | None, str | None]]:
    return [(a["data-seat"], a["data-ref"]) for _, a in Elements(html).found if "data-seat" in a]


def test_both_hands_lie_open_in_the_order_of_the_cards() -> None:
    red = [("0", "card:jump"), ("0", "card:trade"), ("0", "card:horse")]
    black = [("1", "card:hop"), ("1", "card:jump"), ("1", "card:switch")]
    assert cards(board_html(START, play=True)) == [*black, *red]
    assert cards(board_html(START, play=True, turned=True)) == [*red, *black]


def test_men_of_both_sides_differ_in_shape() -> None:
    board = page("{% board view %}", view=START)
    symbols = dict(re.findall(r'<symbol id="fc-(red|black)"[^>]*>(.*?)</symbol>', board, re.DOTALL))
    assert "<circle" in symbols["red"]
    assert "<circle" not in symbols["black"]


def test_the_men_of_a_new_combo_are_marked() -> None:
    assert board_html(FORTAC.example("corner"), small=True).count('href="#fc-combo"') == 4
    assert board_html(FORTAC.example("hop"), small=True).count('href="#fc-combo"') == 0


def test_a_drawn_card_is_face_down_in_a_draft() -> None:
    drafted = FORTAC.draft(FORTAC.start({}, 2, bytes(range(32))), 0, "jump a4-a2").view
    assert board_html(drafted).count('href="#fc-back"') == 2  # in the hand, and on the deck


def test_the_rules_page_has_every_ruling_and_every_picture() -> None:
    html = page("{% include 'games/fortac/rules.html' %}")
    assert re.findall(r'<li id="r(\d+)">', html) == [str(number) for number in range(1, 17)]
    assert html.count("<figure") == len(PICTURES)
