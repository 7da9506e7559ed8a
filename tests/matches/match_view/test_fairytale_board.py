"""The Last Fairy Tale's templates: boards, legend, rules and the picture in emails."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from engine.fairytale.game import Fairytale
from matches.match_view.drawing import board_email, board_html, draw_board, templates_of
from matches.match_view.picture import board_png

from .test_drawing import ATTRIBUTES_THAT_RUN, Elements, page

GAME = Fairytale()


def test_all_that_is_drawn_has_its_symbol() -> None:
    template = "{% board view play=True %}{% board view small=True %}{% picture 'fairytale' 'way' %}"
    html = page(template, view=GAME.showcase())
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'<symbol id="([^"]+)"', html))
    assert not ATTRIBUTES_THAT_RUN.search(html)
    assert Elements(html).found


@pytest.mark.parametrize("text", ["", "n1", "Tb/w@n2e1", "Tb/w@n2e1*n2"])
def test_each_step_of_a_turn_under_way_can_be_pointed_at(text: str) -> None:
    state = next(task.state for task in GAME.lesson() if task.key == "bomb")
    draft = GAME.draft(state, 0, text)
    refs = {a["data-ref"] for _, a in Elements(board_html(draft.view, play=True)).found if "data-ref" in a}
    assert {ref for step in draft.steps for path in step.paths for ref in path} <= refs


def test_the_rules_show_every_symbol_and_figure_and_lead_only_to_what_is_there() -> None:
    html = page("{% include text %}", text=templates_of("fairytale", "rules.html"), game=GAME)
    assert len(re.findall(r'href="#fy-s-', html)) >= 19
    assert len(re.findall(r'<li id="r\d+">', html)) == 46
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'\sid="([^"]+)"', html))


def test_the_picture_in_emails_stands_alone_and_is_said_in_words() -> None:
    view = GAME.showcase()
    picture = draw_board(view, "picture.svg")
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 (our own)
    assert not re.search(r"style=|<image|https?://(?!www\.w3\.org/)", picture)
    assert board_png(view).startswith(b"\x89PNG")
    (shown,) = Elements(board_email(view, "cid:board@club.example")).of("img")
    assert "Monsters at the oak: 1 of 3" in (shown["alt"] or "")
