"""Boards as pages and emails show them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from django.template import Context, Template

from engine.fortify.board.maps import load_map
from engine.fortify.board.units import SIDE_WORDS
from engine.fortify.match.play_turn import play_actions
from engine.fortify.match.state import MatchState, Setup
from engine.fortify.notation.position import parse_position
from engine.fortify.notation.turn import parse_turn
from engine.fortify.view.examples import PICTURES
from engine.fortify.view.view import Drafted, build_view
from engine.games import game
from engine.values import View
from matches.match_view.drawing import board_email, board_email_words, board_html, count_of, has_mark
from matches.playing.drawn import drawn_once

EVERYTHING = "+BB1b1/1[C+b]1+Tt/I+I+ii1/2A[+ca]T/4+t r 21/2 I1i1 +iT 3"
ATTRIBUTES_THAT_RUN = re.compile(r"\son\w+=|javascript:|\sstyle=")


def view_of(position: str, map: str = "5x5", turn: str = "") -> View:
    before = parse_position(load_map(map), position)
    actions = parse_turn(turn) if turn else []
    after = play_actions(before, actions).position
    state = MatchState(Setup(before.map, "standard", special=False), "turn", (None, None), position=before)
    return build_view(state, None, Drafted(after, tuple(actions), after.left))


def page(template: str, **context: Any) -> str:
    return Template("{% load boards %}" + template).render(Context(context))


class Elements(HTMLParser):
    """The elements of a page with their attributes, in order; complains about what is not nested properly."""

    VOID = frozenset({"img", "br", "input", "meta", "link", "hr"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


@pytest.fixture
def everything() -> View:
    return view_of(EVERYTHING)


def test_every_symbol_a_board_uses_is_defined_on_the_page(everything: View) -> None:
    html = page("{% board view play=True %}{% picture 'fortify' 'attack' %}", view=everything)
    defined = set(re.findall(r'<symbol id="([^"]+)"', html))
    on_board = set(re.findall(r'href="#([^"]+)"', board_html(everything)))

    assert set(re.findall(r'href="#([^"]+)"', html)) <= defined
    assert {f"ft-{side}-{letter}{face}" for side in SIDE_WORDS for letter in "ITBCA" for face in ("", "-f")} <= defined
    assert {"ft-red-B-f", "ft-red-B", "ft-green-B", "ft-red-C", "ft-green-C-f", "ft-green-A", "ft-red-I-f"} <= on_board
    assert {"ft-water", "ft-shore", "ft-land", "ft-heart"} <= on_board


def test_symbols_are_written_once_a_page_across_templates_and_not_in_a_piece_of_one(everything: View) -> None:
    html = page("{% for at in '123' %}{% board view %}{% endfor %}{% board view small=True %}", view=everything)
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert html.count('<symbol id="ft-red"') == 1
    assert len(ids) == len(set(ids))
    html = page("{% include 'matches/_board.html' with symbols=True %}{% board view %}", view=everything)
    assert html.count('<symbol id="ft-red"') == 1
    assert "<symbol" not in board_html(everything, play=True)
    assert "<symbol" not in page("{% include 'matches/_board.html' with play=True %}", view=everything)


def test_the_board_is_well_formed_and_within_the_content_security_policy(everything: View) -> None:
    for small in (False, True):
        html = page("{% board view play=True small=small %}", view=everything, small=small)
        assert Elements(html).found
        assert not ATTRIBUTES_THAT_RUN.search(html)


def test_every_space_and_supply_piece_can_be_pointed_at_in_play(everything: View) -> None:
    pointed = [a for _, a in Elements(board_html(everything, play=True)).found if "data-ref" in a]

    assert {a["data-ref"] for a in pointed if "data-seat" not in a} == {s["ref"] for s in everything["spaces"]}
    assert {(a["data-seat"], a["data-ref"]) for a in pointed if "data-seat" in a} == {
        (str(supply["seat"]), piece["ref"]) for supply in everything["supplies"] for piece in supply["pieces"]
    }
    assert all(a["data-words"] for a in pointed)


def test_a_board_to_look_at_has_nothing_to_point_at(everything: View) -> None:
    assert "data-ref" not in board_html(everything)


def test_the_picture_says_what_it_shows(everything: View) -> None:
    for html in (board_html(everything), board_html(everything, small=True)):
        (map_,) = [a for a in Elements(html).of("svg") if a.get("aria-label") == everything["alt"]]
        assert map_["role"] == "img"


def test_a_stack_shows_the_covered_unit_and_then_the_chopper() -> None:
    html = board_html(view_of("5/3[C+t]1/5/5/5 r 9/2 I4T3B4i4t3b4 - 0".replace("I4T3B4", "I2T3B4")), small=True)
    used = re.findall(r'href="#(ft-(?:red|green)[^"]*)"', html)

    assert used == ["ft-green-T-f", "ft-red-C"]


@pytest.mark.parametrize(
    ("name", "symbols"),
    [
        ("enlist", {"ft-frame", "ft-do-enlist"}),
        ("move", {"ft-frame", "ft-frame-left", "ft-do-move"}),
        ("tank", {"ft-frame", "ft-do-fortify"}),
        ("attack", {"ft-frame", "ft-frame-left", "ft-do-attack", "ft-do-hit"}),
    ],
)
def test_the_last_turn_is_marked_by_shape(name: str, symbols: set[str]) -> None:
    html = page(f"{{% picture 'fortify' '{name}' %}}")
    used = set(re.findall(r'href="#(ft-(?:do|frame)[^"]*)"', html))

    assert used == symbols


def test_a_2x2_is_framed() -> None:
    html = page("{% picture 'fortify' '2x2' %}")
    framed = html.split('<g class="ft-wins">')[1].split("</g>")[0]

    assert framed.count("<use") == 4
    assert '<g class="ft-wins"></g>' in page("{% picture 'fortify' 'tank' %}")


def test_coordinates_stand_on_two_edges(everything: View) -> None:
    texts = re.findall(r"<text transform[^>]*>(\w)</text>", board_html(everything))

    assert texts == [*"54321", *"abcde"]


def test_a_turned_board_is_seen_from_the_other_side(everything: View) -> None:
    straight, turned = board_html(everything, play=True), board_html(everything, play=True, turned=True)
    first, last = ([a["data-ref"] for _, a in Elements(html).found if "data-ref" in a] for html in (straight, turned))
    spaces = [[ref for ref in refs if ref and "supply" not in ref] for refs in (first, last)]

    assert spaces[0][0] == "a5"
    assert spaces[1] == spaces[0][::-1]
    assert re.findall(r"<text transform[^>]*>(\w)</text>", turned) == [*"12345", *"edcba"]
    assert re.search(r'translate\(0 0\)[^>]* data-ref="e1"', turned)
    assert straight.index("ft-supply-green") < straight.index("data-map") < straight.index("ft-supply-red")
    assert turned.index("ft-supply-red") < turned.index("data-map") < turned.index("ft-supply-green")


def test_what_is_said_of_a_board_cannot_break_out_of_it(everything: View) -> None:
    said = '"><b>&'
    view = {**everything, "alt": said, "spaces": [{**space, "words": said} for space in everything["spaces"]]}
    html = board_html(view, play=True)

    assert "<b>" not in html
    assert [a["aria-label"] for a in Elements(html).of("svg") if "data-map" in a] == [said]
    assert {a["data-words"] for a in Elements(html).of("g") if "data-ref" in a} == {said}


def test_the_largest_board_stays_small() -> None:
    unit = {"type": "T", "name": "Tank", "side": "green", "fortified": True}
    spaces = [{**space, "unit": unit} for space in (view_of(EVERYTHING)["spaces"] * 3)[:64]]
    view = {**view_of(EVERYTHING), "columns": [*"abcdefgh"], "rows": [*range(8, 0, -1)], "spaces": spaces}

    assert len(board_html(view, play=True)) < 60_000
    assert len(board_html(view, small=True)) < 40_000
    assert len(email(view)) < 30_000


def email(view: View) -> str:
    return board_email(view, "cid:board@club.example")


def test_a_side_whose_colour_has_no_mark_is_named() -> None:
    assert has_mark("toy", "red")
    assert has_mark("toy", "player-5")
    assert not has_mark("toy", "blue")
    assert not has_mark("fortress", "blue")  # which has a stylesheet, without a rule for it
    for is_marked, shown in ((True, "visually-hidden"), (False, "muted small")):
        line = drawn_once("matches/_player_line.html", has_mark=is_marked, colour="blue", label="Seat 2", score=0)
        assert f'<span class="{shown}">Seat 2</span>' in line


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


def test_every_cell_of_the_board_in_emails_has_its_own_colours(everything: View) -> None:
    elements = Elements(email(everything) + board_email_words(everything))
    assert all(cell.get("bgcolor") for cell in elements.of("td"))
    assert all("color:#1d2730" in (words.get("style") or "") for words in elements.of("p"))
    assert not elements.of("svg")
    assert not elements.of("link")


def test_the_board_in_emails_is_drawn_once_and_said_where_it_is_not_shown(everything: View) -> None:
    (picture,) = Elements(email(everything)).of("img")
    assert picture["src"] == "cid:board@club.example"
    assert picture["alt"] is not None
    for space in everything["spaces"]:
        assert not space["unit"] or re.search(rf"{space['unit']['name']} {space['ref']}\b", picture["alt"])
    assert "b4 above Green’s fortified Battleship" in picture["alt"]


def test_it_says_the_terrain_too() -> None:
    (picture,) = Elements(email(view_of(PICTURES["map-4x5"].position, "4x5"))).of("img")
    _units, water, shore = re.split("Water: | – Shore: ", picture["alt"] or "")
    assert (len(water.split()), len(shore.split())) == (6, 8)


def test_the_board_in_emails_has_supplies_and_track_in_words(everything: View) -> None:
    text = words_of(board_email_words(everything))
    assert "Green’s supply: Infantry ×1" in text
    assert "Red’s supply: Infantry ×1" in text
    assert "Green’s fortified Infantry, Red’s Tank, empty, then healed" in text


def test_an_empty_supply_says_so() -> None:
    view = view_of("5/5/2T2/5/5 g 4/2 i4t4b4 - 0")

    assert "Empty." in board_html(view)
    assert "Red’s supply: empty" in words_of(board_email_words(view))


@pytest.mark.parametrize(
    ("text", "letter", "count"), [("I4T4B2", "T", 4), ("i4 t10", "T", 10), ("I4", "A", 0), ("", "I", 0)]
)
def test_a_pick_fills_its_fields(text: str, letter: str, count: int) -> None:
    assert count_of(text, letter) == count


def test_the_rules_page_has_every_ruling_and_only_pictures_there_are() -> None:
    html = page("{% include 'games/fortify/rules.html' %}")

    assert re.findall(r'<li id="r(\d+)">', html) == [str(number) for number in range(1, 16)]
    assert html.count("<figure") == len(PICTURES)
    assert html.count('<symbol id="ft-red"') == 1
    assert not ATTRIBUTES_THAT_RUN.search(html)


def test_a_mail_says_of_supplies_before_the_picks_that_they_are_not_known() -> None:
    rules = game("fortify")
    picking = rules.view(rules.start(rules.clean_options({"special": "on"}), 2, bytes(32)), None)
    assert words_of(board_email_words(picking)).count("supply: hidden until both armies are picked") == 2
