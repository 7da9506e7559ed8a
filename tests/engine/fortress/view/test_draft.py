from __future__ import annotations

import pytest

from engine.errors import IllegalTurn, UnreadableTurn
from engine.fortress.match.state import MatchState
from engine.values import Draft, Step
from tests.engine.fortress.lines import FORTRESS, at, started
from tests.engine.fortress.view.test_view import cards

TURN = at("7c7dAc5h/8d9h", deck="2c3c")


def drafted(state: MatchState, text: str = "") -> Draft:
    return FORTRESS.draft(state, FORTRESS.to_act(state)[0], text)


def step(draft: Draft, text: str) -> Step:
    return next(step for step in draft.steps if step.text == text)


def own_hand(draft: Draft, seat: int = 0) -> str:
    return cards(draft.view["players"][seat]["cards"])


def test_a_draft_begins_with_every_legal_step() -> None:
    draft = drafted(TURN)
    assert {step.text for step in draft.steps} == {
        *[f"attack {run} {end}" for run in ("1", "2", "1-2", "3", "4") for end in ("left", "right")],
        *["ace 3", "pass"],
    }
    assert (draft.text, draft.words, draft.may_send) == ("", "", False)


def test_a_step_says_its_card_its_end_and_whose_hand() -> None:
    draft = drafted(TURN)
    assert step(draft, "attack 1-2 left").label == "Attack the left end of Player 2’s hand with 7♣ 7♦ (1–2)"
    assert step(draft, "ace 3").label == "Discard A♣ (3) and draw a card"
    assert step(drafted(started()), "place left").label == "Place K♠ at the left end"


def test_cards_are_pointed_at_and_then_an_end_of_the_target() -> None:
    draft = drafted(at("7c7d7hAc/8d9h"))
    assert step(draft, "attack 1 right").paths == (("card:1", "target:right"),)
    assert set(step(draft, "attack 1-3 left").paths) == {
        ("card:1", "card:2", "card:3", "target:left"),
        ("card:1", "card:3", "target:left"),
        ("card:3", "card:1", "target:left"),
    }
    assert step(draft, "ace 4").paths == (("card:4", "deck"),)
    assert step(draft, "pass").paths == ()


def test_an_attack_shows_who_attacks_where_and_not_what_it_meets() -> None:
    draft = drafted(TURN, "attack 1-2 right")
    assert (draft.text, draft.may_send, draft.steps) == ("attack 1-2 right", True, ())
    assert draft.words == "Attacked the right end of Player 2’s hand with 7♣ 7♦"
    assert [card["marks"] for card in draft.view["players"][0]["cards"]] == [["attacking"], ["attacking"], [], []]
    assert draft.view["aim"] == "right"
    assert cards(draft.view["players"][1]["cards"]) == "? ?"


def test_an_ace_shows_the_back_of_the_card_to_come() -> None:
    draft = drafted(TURN, "ace 3")
    assert own_hand(draft) == "7c 7d 5h"
    assert (cards([draft.view["drawn"]]), draft.view["deck"]) == ("?", 1)
    assert draft.words == "Discarded A♣ and drew a card"


def test_a_placing_shows_the_hand_and_not_the_next_card() -> None:
    draft = drafted(started(), "left")
    assert draft.text == "place left"
    assert own_hand(draft) == "Ks Th 3s"
    assert cards(draft.view["coming"]) == "? ? ? ? ? ? ?"
    assert FORTRESS.view(started(), 0)["coming"][0]["known"]


def test_the_placing_of_a_drawn_card_shows_the_hand() -> None:
    draft = drafted(at("7c5h/8d", "p1", coming="2c/."), "place right")
    assert own_hand(draft) == "7c 5h 2c"
    assert draft.view["drawn"] is None


def test_a_last_move_shows_the_hand() -> None:
    state = at("7c8c2c3c4c5c6cJcQcKc/9cTc", "f", coming="-/2d3d4d5d6d7d8d9d")
    assert own_hand(drafted(state, "shift 1 3")) == "8c 2c 7c 3c 4c 5c 6c Jc Qc Kc"
    assert step(drafted(state), "shift 3 4").paths == (("card:3", "card:4"), ("card:4", "card:3"))


def test_a_whole_rounds_fortifying_goes_on_letter_by_letter() -> None:
    state = started(pace="whole")
    draft = drafted(state)
    assert step(draft, "place left").next == "fortify L"
    draft = drafted(state, "fortify L")
    assert (draft.text, draft.may_send) == ("fortify L", False)
    assert own_hand(draft) == "Ks Th 3s"
    assert cards(draft.view["coming"]) == "5c Jc Ad Kh 5s Ac 4s"
    assert step(draft, "place right").next == "fortify LR"
    draft = drafted(state, "LRRLLRLR")
    assert len(draft.steps) == 82
    assert not draft.may_send
    assert step(draft, "keep").next == "fortify LRRLLRLR keep"
    draft = drafted(state, "LRRLLRLR shift 1 10")
    assert (draft.text, draft.may_send, draft.steps) == ("fortify LRRLLRLR shift 1 10", True, ())


def test_the_last_pass_says_that_it_ends_the_round() -> None:
    assert drafted(at("7c/8d", passes=1), "pass").words == ("Passed. All others have passed, so this ends the round.")
    assert drafted(at("7c/8d"), "pass").words == "Passed"


def test_choosing_who_starts_deals_nothing() -> None:
    draft = drafted(at("7c!/8d!", "s1"), "start 2")
    assert (draft.text, draft.words) == ("start 2", "Chose Player 2 to start round 2")
    assert draft.view["round"] == 1


@pytest.mark.parametrize("text", ["attack 2-3 left", "ace 1", "done", "place left"])
def test_a_draft_is_refused_as_the_turn_would_be(text: str) -> None:
    with pytest.raises(IllegalTurn) as by_draft:
        drafted(TURN, text)
    with pytest.raises(IllegalTurn) as by_play:
        FORTRESS.play(TURN, 0, text)
    assert str(by_draft.value) == str(by_play.value)


def test_a_draft_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(UnreadableTurn):
        drafted(TURN, "hello")
