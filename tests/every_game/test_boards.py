"""What the boards of every game promise to the pages and emails that show them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings

from engine.game import Game
from engine.games import game, games
from engine.plain_board import draw_plain
from engine.values import Options
from matches.match_view.drawing import board_email, board_html, draw_board, templates_of
from matches.match_view.picture import board_png
from tests.every_game.random_matches import every_case, random_match, some_of
from tests.matches.match_view.test_drawing import ATTRIBUTES_THAT_RUN, Elements, page
from tests.support.pages import words
from tests.support.toy_game import Toy

pytestmark = pytest.mark.usefixtures("toy_beside")
PNG = b"\x89PNG"
every_game = pytest.mark.parametrize("game", [*games(), Toy()], ids=lambda game: game.slug)


@every_case
def test_each_step_can_be_pointed_at_on_the_board_of_whoever_is_to_move(
    game: Game, options: Options, seats: int
) -> None:
    for state, _ in some_of(random_match(game, options, seats)):
        for seat in game.to_act(state):
            if not game.decision(state, seat).is_turn:
                continue  # answered beside the board
            draft = game.draft(state, seat)
            found = Elements(board_html(draft.view, play=True)).found
            own = [a for _, a in found if "data-ref" in a and a.get("data-seat", str(seat)) == str(seat)]
            assert {ref for step in draft.steps for path in step.paths for ref in path} <= {a["data-ref"] for a in own}
            assert all(a["data-words"] for a in own)


@every_case
def test_kinds_of_steps_are_counted_in_words_all_of_them_or_none(game: Game, options: Options, seats: int) -> None:
    """Where one has none, a page gives the number of all of them together."""
    counted = game.step_counts()
    messages = [text for each in counted.values() for text in ([each] if isinstance(each, str) else each)]
    assert all("%(number)s" in message for message in messages)
    states = [(state, seat) for state, _ in some_of(random_match(game, options, seats)) for seat in game.to_act(state)]
    kinds = {step.kind for state, seat in states for step in game.draft(state, seat).steps}
    assert not counted or kinds <= set(counted)


@every_case
def test_boards_are_well_formed_and_draw_with_the_symbols_of_the_page(game: Game, options: Options, seats: int) -> None:
    for state, _ in some_of(random_match(game, options, seats)):
        view = game.view(state, None)
        for drawn in ("{% board view turned=True %}", "{% board view small=True %}"):
            html = page(drawn, view=view)
            assert Elements(html).found
            assert not ATTRIBUTES_THAT_RUN.search(html)
            assert set(re.findall(r'href="#([^"]+)"', html)) <= set(re.findall(r'<symbol id="([^"]+)"', html))


@every_case
def test_what_is_on_a_board_is_said_to_those_who_point_at_it(game: Game, options: Options, seats: int) -> None:
    """Also where no turn is chosen, and no script runs; a list has no room for it."""
    for state, _ in some_of(random_match(game, options, seats)):
        view = game.view(state, None)
        occupied = [a["data-words"] for _, a in Elements(board_html(view, play=True)).found if "data-occupied" in a]
        watched = board_html(view)
        said = {unescape(title) for title in re.findall(r"<title>(.*?)</title>", watched)}
        assert set(occupied) <= said
        assert all(a.get("title") for _, a in Elements(watched).found if "fs-card" in (a.get("class") or "").split())
        assert "<title>" not in board_html(view, small=True)


def test_the_track_says_what_waits_in_each_slot() -> None:
    html = board_html(game("fortify").showcase())
    slots = re.findall(r"<title>\s*(Slot \d: [^<]+?)\s*</title>", html)
    assert [slot.partition(":")[0] for slot in slots] == ["Slot 1", "Slot 2", "Slot 3"]
    told = words(html.partition('ft-healed hint" tabindex="0"')[2])
    assert "Attacked units wait here" in told


@every_game
def test_a_page_asks_for_the_stylesheet_of_a_game_that_has_one(game: Game) -> None:
    is_there = Path(settings.BASE_DIR, "static", "games", game.slug, "board.css").exists()
    assert (f"games/{game.slug}/board.css" in page("{% board_styles %}")) == is_there


def test_a_game_that_draws_no_board_gets_its_spaces_or_its_text(toy_beside: Toy) -> None:
    """Noughts in the corner: each space can be pointed at, and holds its mark. Without spaces, letters keep columns."""
    refs = ("a2", "b2", "a1", "b1")
    spaces = [{"ref": ref, "words": ref, "mark": "O" if ref == "a2" else ""} for ref in refs]
    view = {**toy_beside.showcase(), "columns": "ab", "rows": (2, 1), "spaces": spaces}
    found = Elements(board_html(view, play=True)).found
    assert [a["data-ref"] for _, a in found if "data-ref" in a] == list(refs)
    assert [a["data-ref"] for _, a in found if "data-occupied" in a] == ["a2"]
    assert "data-play-board" in found[0][1]
    assert "data-text-only" in Elements(board_html(toy_beside.showcase(), play=True)).found[0][1]
    assert board_html(view, small=True).count(">O</text>") == 1
    (text,) = ElementTree.fromstring(draw_plain(toy_beside.showcase(), "a b")).iter("text")  # noqa: S314 (our own)
    assert (text.get("x"), text.text) == ("4.5 22.5", "ab")


@every_game
def test_the_picture_in_emails_stands_alone_and_is_said_in_words(game: Game) -> None:
    view = game.showcase()
    picture = draw_board(view, "picture.svg")
    assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314 (our own)
    assert not re.search(r"style=|<image|https?://(?!www\.w3\.org/)", picture)
    assert board_png(view).startswith(PNG)
    (shown,) = Elements(board_email(view, "cid:board@club.example")).of("img")
    assert shown["src"] == "cid:board@club.example"
    assert shown["alt"]


@every_game
def test_the_rules_page_shows_only_what_there_is(game: Game) -> None:
    assert not game.showcase()["caption"].endswith(".")  # the page ends it
    html = page("{% include text %}", text=templates_of(game.slug, "rules.html"), game=game)
    assert Elements(html).of("h1")
    assert not ATTRIBUTES_THAT_RUN.search(html)
    targets = set(re.findall(r'href="#([^"]+)"', html))
    assert targets <= set(re.findall(r'\sid="([^"]+)"', html))
