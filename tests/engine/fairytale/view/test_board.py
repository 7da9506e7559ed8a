"""The forest drawn, as text and in words, of positions small enough to draw by hand."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.fairytale.game import Fairytale
from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import parse_position
from engine.fairytale.notation.words import parse_words
from engine.fairytale.rules.position import ForestEnding, Options
from engine.values import View
from tests.engine.fairytale.lines import at, line

GAME = Fairytale()


def view_of(figures: str = "hero@o", counts: str = "0/0", **tiles: str) -> View:
    position = at(figures, counts, **tiles)
    return GAME.view(MatchState(Options(), replace(position, seed=b"")))


def cell(drawn: str, ref: str) -> str:
    """What is drawn in a space of a board that is played on."""
    found = re.search(rf'data-ref="{ref}"(.*?)(?=<g class="board-(?:space|row)"|</svg>)', drawn, re.DOTALL)
    assert found
    return found[1]


FOREST = """\
      w1          e1
n2    ..  --w
            | 1
           @= *2
n1    ..    k     ..
            |
      |     |     |
    --+----(o)----+
      | 4   |       2
            | *1
s1    ..    +
            | 3"""


def test_the_text_board_shows_roads_symbols_figures_and_monsters() -> None:
    board = GAME.text_board(view_of("hero@n1", n1="Ik/n*2", n2="Lw/s", e1="L/w", s1="I/n*1"))
    assert board.split("\n\n")[1] == FOREST


def test_the_widest_forest_fits_into_72_columns() -> None:
    """Eleven tiles in a row, the oak among them."""
    row = {f"{side}{far}": "I/e" for side in "ew" for far in range(2, 6)}
    assert max(map(len, GAME.text_board(view_of(**row)).splitlines())) <= 72


def test_arrows_show_each_face_of_the_die_where_monsters_would_go() -> None:
    """A side’s own face or a 6 moves it."""
    view = view_of(n2="X/n*2", e1="Ik/e*1")
    steps = {face["face"]: face["steps"] for face in view["faces"]}
    assert steps[1] == [{"ref": "n2", "way": "s", "count": 2}]
    assert steps[2] == [{"ref": "e1", "way": "w", "count": 1}]
    assert steps[3] == steps[4] == []
    assert steps[6] == [*steps[2], *steps[1]]  # the nearest first
    drawn = GAME.draw_map(view, play=True)
    assert 'class="fy-go fy-go-1 fy-go-6"' in cell(drawn, "n2")


def test_a_face_says_how_many_reach_the_oak() -> None:
    view = view_of(n1="X/n*2")
    assert [face["reaches"] for face in view["faces"]] == [2, 0, 0, 0, 2]
    assert view["faces"][0]["words"] == "2 from n1 to the oak, 2 monsters reach the oak"


def test_what_the_last_turn_did_is_marked_below_what_is_to_be_read() -> None:
    """A frame where a tile was laid, corners where the figure went; boards in lists have neither."""
    state = MatchState(Options(), parse_position(line(n1="X/n*2", market="Tw")))
    after = GAME.play(state, 0, "n1 x Tw/e@n2 o 5:e").state
    drawn = GAME.draw_map(GAME.view(GAME.load(GAME.dump(after))))
    frames = [
        (ref, found[0]) for ref in ("n2", "n1", "o", "e1", "s1")
        if (found := re.findall(r"#(fy-frame[a-z-]*)", cell(GAME.draw_map(GAME.view(after), play=True), ref)))
    ]  # fmt: skip
    assert frames == [("n2", "fy-frame"), ("n1", "fy-frame-left"), ("o", "fy-frame-left")]
    assert drawn.index("#fy-frame") < drawn.index("#fy-s-w")
    assert "fy-frame" not in GAME.draw_map(GAME.view(after), small=True)
    marks = {
        space["mark"] for space in GAME.draft(after, 0, "in:n w1" if after.position.die == 5 else "w1").view["spaces"]
    }
    assert marks == {""}


def test_a_state_that_was_stored_without_the_text_of_the_last_turn_has_no_marks() -> None:
    state = MatchState(Options(), parse_position(line(n1="X/n*2")))
    stored = GAME.dump(GAME.play(state, 0, "n1 5:e").state)
    del stored["done"]
    view = GAME.view(GAME.load({**stored, "version": 1}))
    assert not any(space["mark"] for space in view["spaces"])
    assert view["last"] == "Player 1: Walk to n1; on a 5: the east moves."


def test_entries_have_the_flag_of_their_side() -> None:
    drawn = GAME.draw_map(view_of(n2="X/n"), play=True)
    assert [ref for ref in ("n1", "n2", "e1") if "#fy-flag" in cell(drawn, ref)] == ["n2", "e1"]


def test_a_full_tile_a_spent_gate_and_a_figure_are_drawn_so() -> None:
    drawn = GAME.draw_map(view_of("red@n1", n1="Xk/e!*3"), play=True)
    assert all(name in cell(drawn, "n1") for name in ("#fy-full", "#fy-gate-spent", "#fy-f-red"))
    assert 'transform="rotate(90 32 32)"' in cell(drawn, "n1")
    assert "#fy-open" in cell(drawn, "n2")


def test_each_space_but_the_oak_has_its_distance_which_is_hidden_at_first() -> None:
    """R2: across and up, where no road leads, too; boards in lists have none."""
    view = view_of(n2="X/n")
    drawn = GAME.draw_map(view, play=True)
    far = {
        ref: re.findall(r'fy-distance"[^>]* display="none">(\d+)<', cell(drawn, ref))
        for ref in ("o", "n2", "n3", "s2w2")
    }
    assert far == {"o": [], "n2": ["2"], "n3": ["3"], "s2w2": ["4"]}
    assert "fy-distance" not in GAME.draw_map(view, small=True)


def test_the_words_are_enough_to_play_from() -> None:
    view = view_of("hero@o", "1/2", n1="Tw/e*1")
    assert "n1, fork with wood, roads to the north, east and south, 1 monster" in view["alt"]
    assert "Monsters at the oak: 1 of 3." in view["alt"]
    assert "On a 1 the monsters go: 1 from n1 to the oak, 1 monster reaches the oak." in view["alt"]


def test_a_turn_begins_with_the_figures_that_are_free_or_with_the_sides() -> None:
    position = at("red@o,?")
    view = GAME.view(MatchState(Options(), replace(position, seat=1, seed=b"")))
    refs = [piece["ref"] for piece in view["choices"]]
    assert len(refs) == 9
    assert "figure:red" not in refs
    assert [piece["ref"] for piece in view_of()["choices"]] == ["side:n", "side:e", "side:s", "side:w"]


def test_each_space_of_the_map_is_a_place_that_can_be_marked() -> None:
    """The map reaches two spaces from the oak at least, and as far as roads lead: from n3 to s2, and from w2 to e2."""
    places = {place.ref: place for place in GAME.places(view_of(n2="Xw/n"))}
    assert len(places) == 6 * 5
    said = [(places[ref].words, places[ref].x, places[ref].y) for ref in ("n3w2", "n2", "o", "e2")]
    assert said == [
        ("n3w2", 0.5, 0.5),
        ("n2: crossroads with wood", 2.5, 1.5),
        ("o: the oak", 2.5, 3.5),
        ("e2: open", 4.5, 3.5),
    ]


def test_a_match_that_is_over_says_nothing_of_a_next_step() -> None:
    state = MatchState(Options(), replace(at("hero@o", n1="X/n*2"), seed=b""), ending=ForestEnding("midnight"))
    view = GAME.view(state)
    assert (view["faces"], view["entries"]) == ([], {})
    assert "fy-go" not in GAME.draw_map(view, play=True)
    assert "On a" not in view["alt"]


def test_the_text_board_lists_the_figures_that_are_free_and_what_they_do_until_one_is_chosen() -> None:
    """R24."""
    state = MatchState(Options(), replace(at("red@n1,?"), seat=1, seed=b""))
    board = GAME.text_board(GAME.view(state))
    assert "  as:thumb: Hop-o’-My-Thumb, walks four tiles instead of two\n" in board
    assert "as:red" not in board
    assert "as:" not in GAME.text_board(view_of())
    assert "Hop-o’-My-Thumb (as:thumb), walks four tiles instead of two" in GAME.view(state)["alt"]


def test_the_text_board_says_of_figures_and_tiles_of_the_market_what_they_do() -> None:
    position = parse_position(line("red@n1", market="Tb,L"))
    board = " ".join(GAME.text_board(GAME.view(MatchState(Options(), replace(position, seed=b"")))).split())
    assert "Little Red Riding Hood on n1; walks to any touching tile, road or not" in board
    assert "Tb/n (fork with bomb), roads to the north, east and west; needs 2 wood; when it is laid, it may" in board
    assert "L/n (bend), roads to the north and east" in board


def test_its_notation_has_every_sort_of_word_and_the_roads_of_every_shape() -> None:
    """Rules 2 and 8."""
    said = dict(GAME.notation())
    assert said["T/n"] == "fork, roads to the north, east and west"
    assert said["UD/n"] == "dark diamond, roads to the north"
    kinds = {
        word.kind for text in said if text not in ("X/n", "T/n", "I/n", "L/n", "UD/n") for word in parse_words(text)
    }
    assert kinds == {"as", "in", "walk", "fly", "x", "lay", "clear", "5"}


def test_the_symbols_that_are_there_are_explained() -> None:
    view = GAME.view(MatchState(Options(), parse_position(line(market="Tb,UD", n1="Xhg/n"))))
    assert [(each["letter"], each["name"]) for each in view["symbols"]] == [
        ("g", "gold"),
        ("b", "bomb"),
        ("h", "haste"),
        ("D", "dark diamond"),
    ]
