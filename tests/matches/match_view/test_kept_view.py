"""Views that are kept: made once for a position, and only for who may see it, in their language."""

from __future__ import annotations

from django.utils import translation

from engine.games import game
from matches.match_view.board import kept_view
from matches.match_view.drawing import board_html

FORTIFY = game("fortify")
PICKING = FORTIFY.start(FORTIFY.clean_options({"special": "on"}), 2, bytes(32))
PICKED = FORTIFY.dump(FORTIFY.play(PICKING, 0, "I4T4B2").state)


def test_a_position_is_looked_at_and_drawn_once() -> None:
    first, again = (kept_view(game("fortify"), dict(PICKED), 0) for _ in range(2))

    assert first is again
    assert first == FORTIFY.view(FORTIFY.load(PICKED), 0)
    assert board_html(first, play=True) is board_html(again, play=True)
    assert board_html(first, play=True) != board_html(again, small=True)


def test_what_one_seat_sees_comes_to_no_other() -> None:
    own = kept_view(FORTIFY, PICKED, 0)
    others = [kept_view(FORTIFY, PICKED, seat) for seat in (1, None)]

    assert own["pick"]["picked"] == "I4T4B2"
    assert [view["pick"]["picked"] for view in others] == ["", ""]


def test_each_language_has_its_own() -> None:
    with translation.override("de"):
        german = kept_view(FORTIFY, PICKED, 0)
        assert german == FORTIFY.view(FORTIFY.load(PICKED), 0)
    with translation.override("en"):
        english = kept_view(FORTIFY, PICKED, 0)

    assert german["title"] != english["title"]
    assert board_html(german) != board_html(english)


def test_another_position_has_another_view() -> None:
    before = kept_view(FORTIFY, FORTIFY.dump(PICKING), 0)

    assert before["pick"]["picked"] == ""
    assert kept_view(FORTIFY, PICKED, 0)["pick"]["picked"] == "I4T4B2"
