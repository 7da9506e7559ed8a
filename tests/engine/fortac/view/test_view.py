from __future__ import annotations

import pytest

from engine.fortac.game import Fortac
from engine.fortac.match.state import MatchState
from engine.fortac.view.examples import PICTURES
from engine.fortac.view.view import threats
from engine.values import View
from tests.engine.fortac.positions import SEED, START, at

FORTAC = Fortac()


def after(text: str, *, red: str = "HST", board: str = START, turn: int = 1) -> View:
    return FORTAC.view(FORTAC.play(MatchState(at(board, red=red, turn=turn)), 0, text).state)


def marked(view: View) -> dict[str, list[str]]:
    return {space["ref"]: space["marks"] for space in view["spaces"] if space["marks"]}


def test_the_start() -> None:
    view = FORTAC.view(FORTAC.start({}, 2, SEED))
    assert (view["title"], view["phase"], view["turn"]) == ("Turn 1", "turn", 1)
    assert (view["labels"], view["colours"]) == (["Red", "Black"], ["red", "black"])
    assert (view["scores"], view["score_words"], view["to_act"], view["last"]) == ([0, 0], "combos made", [0], "")
    assert view["position"] == "RR2/RR2/2BB/2BB r 1 JTN/HJW 34 - -/- 0 -"
    assert [card["word"] for card in view["hands"][1]["cards"]] == ["hop", "jump", "switch"]
    assert (view["deck"], view["discards"]) == (34, [])
    assert view["spaces"][0]["words"] == "a4, Red"
    assert view["spaces"][2]["words"] == "c4, empty"
    assert marked(view) == {}


def test_neither_deck_nor_seed_is_in_it() -> None:
    state = FORTAC.start({}, 2, SEED)
    shown = repr([FORTAC.view(state), FORTAC.draft(state, 0), FORTAC.text_board(FORTAC.view(state))])
    assert SEED.hex() not in shown
    assert "BBRPKSPW" not in shown


def test_the_last_turn_is_marked_with_the_card_it_drew() -> None:
    view = after("hop b3-b2")
    assert marked(view) == {"b3": ["moved-from"], "b2": ["moved"]}
    assert view["last"] == "Red: Hop from b3 to b2."
    assert [(card["word"], card["marks"]) for card in view["hands"][0]["cards"]] == [
        ("hop", ["drawn"]), ("skip", []), ("trade", []),
    ]  # fmt: skip
    assert all(not card["marks"] for card in view["hands"][1]["cards"])
    assert marked(after("trade b3-c2")) == {"b3": ["swapped"], "c2": ["swapped"]}


def test_the_discards_are_shown_and_what_is_left_follows_from_them_r13() -> None:
    view = after("hop b3-b2")
    assert view["discards_words"] == "Discard pile: 1 Hop"
    left = {each["letter"]: each["count"] for each in view["left"]}
    assert (left["H"], left["S"], left["T"], left["R"], left["P"]) == (1, 2, 2, 2, 4)  # three Hops are seen
    assert sum(left.values()) == view["deck"] == 33


def test_a_combo_is_counted_framed_and_named() -> None:
    view = after("hop d2-d3", red="HSS", board="4/RRR1/3R/BBBB")
    assert (view["scores"], view["combo"]) == ([1, 0], ["a3", "b3", "c3", "d3"])
    assert view["combos"][0]["made"] == [{"kind": "orthogonal", "name": "orthogonal"}]
    assert "Combos made: Red orthogonal, Black none" in view["alt"]


def test_threats_are_the_new_kinds_that_the_hand_can_make() -> None:
    board = "4/RRR1/3R/BBBB"
    assert threats(at(board, red="HSS"), 0) == ["orthogonal"]
    assert threats(at(board, red="TSS"), 0) == []
    assert threats(at(board, red="HSS", turn=3, combos="orthogonal/-", quiet=0), 0) == []
    view = FORTAC.view(MatchState(at(board, red="HSS", turn=2)))  # Black to move
    assert view["combos"][0]["threatened"] == [{"kind": "orthogonal", "name": "orthogonal"}]
    assert "Red threatens: orthogonal." in view["alt"]


def test_many_quiet_turns_are_told() -> None:
    assert FORTAC.view(MatchState(at(START, turn=50)))["quiet_words"] == ""
    words = "50 turns without a new combo; after 50 more the match is drawn"
    assert FORTAC.view(MatchState(at(START, turn=51)))["quiet_words"] == words


def test_a_match_that_is_over_asks_nobody_and_threatens_nothing() -> None:
    state = FORTAC.forfeit(MatchState(at("4/RRR1/3R/BBBB", red="HSS", turn=9)), 1, "time")
    view = FORTAC.view(state)
    assert (view["title"], view["to_act"], view["turn"]) == ("Match over after turn 8", [], None)
    assert all(not each["threatened"] for each in view["combos"])


def test_the_text_board_draws_it() -> None:
    board = FORTAC.text_board(after("hop b3-b2"))
    assert "      a     b     c     d\n   +-----+-----+-----+-----+\n 4 | (R) | (R) |     |     | 4\n" in board
    assert "\n 3 | (R) |.   .|     |     | 3\n" in board
    assert "\n 2 |     |.(R).| [B] | [B] | 2\n" in board
    assert "Red’s hand: Hop, Skip and Trade\nBlack’s hand: Hop, Skip and Trade\n" in board
    assert "Hop: one step across, up or down" in board
    assert "Deck: 33\nDiscard pile: 1 Hop\n" in board
    assert max(map(len, board.splitlines())) <= 72


def test_the_text_board_frames_a_combo() -> None:
    board = FORTAC.text_board(after("hop d2-d3", red="HSS", board="4/RRR1/3R/BBBB"))
    assert "\n 3 |#(R)#|#(R)#|#(R)#|#(R)#| 3\n" in board


@pytest.mark.parametrize("name", PICTURES)
def test_each_example_has_a_caption_that_begins_its_words(name: str) -> None:
    view = FORTAC.example(name)
    assert view["alt"].startswith(f"{view['caption']}. Red’s men: ")


def test_the_examples_of_combos_show_them() -> None:
    assert FORTAC.example("corner")["combos"][0]["made"][0]["kind"] == "corner"
    assert FORTAC.showcase()["combos"][0]["made"][0]["kind"] == "corner"
    with pytest.raises(KeyError):
        FORTAC.example("castle")
