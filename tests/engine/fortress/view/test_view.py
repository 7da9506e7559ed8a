from __future__ import annotations

from typing import Any

import pytest

from engine.fortress.match.state import MatchState
from tests.engine.fortress.lines import FORTRESS, at, fortified, played, started


def cards(row: list[dict[str, Any]]) -> str:
    """The cards of a view: ``?`` for a back, ``!`` after one that is face up."""
    return " ".join((card["type"] + card["suit"] if card["known"] else "?") + "!" * card["face_up"] for card in row)


def hand(state: MatchState, player: int, seat: int | None) -> str:
    return cards(FORTRESS.view(state, seat)["players"][player]["cards"])


def test_hands_are_seen_by_their_owners_and_as_backs_by_the_others() -> None:
    state = at("7c8c!/9cTc")
    assert hand(state, 0, 0) == "7c 8c!"
    assert hand(state, 0, 1) == hand(state, 0, None) == "? 8c!"
    assert hand(state, 1, None) == "? ?"


def test_a_player_sees_the_next_card_alone() -> None:  # R2
    view = FORTRESS.view(started(), 0)
    assert cards(view["coming"]) == "Ks ? ? ? ? ? ? ?"
    assert view["drawn"]["words"] == "king of spades"
    assert FORTRESS.view(started())["coming"] == []


def test_in_a_whole_match_a_player_sees_them_all() -> None:  # R16
    assert cards(FORTRESS.view(started(pace="whole"), 0)["coming"]) == "Ks 5c Jc Ad Kh 5s Ac 4s"


def test_others_see_how_many_cards_are_placed_and_who_has_finished() -> None:  # R15
    state = played(started(3), "place left")
    state = FORTRESS.play(state, 1, "place left").state
    for _ in range(7):
        state = FORTRESS.play(state, 1, "place right").state
    state = FORTRESS.play(state, 1, "keep").state
    players = FORTRESS.view(state, 2)["players"]
    assert [player["to_place"] for player in players] == [7, 0, 8]
    assert [player["has_finished"] for player in players] == [False, True, False]
    assert [len(player["cards"]) for player in players] == [3, 10, 2]


def test_a_pending_card_is_seen_by_its_player_alone() -> None:
    state = played(at("7cAc5h/8d"), "ace 2")
    assert FORTRESS.view(state, 0)["drawn"]["words"] == "2 of clubs"
    assert FORTRESS.view(state, 1)["drawn"] is None
    assert FORTRESS.view(state)["drawn"] is None


def test_the_target_the_starter_and_who_is_to_act_are_marked() -> None:
    players = FORTRESS.view(at("7c/8d/9h", "a2", round="2/3"))["players"]
    assert [player["is_target"] for player in players] == [True, False, False]
    assert [player["to_act"] for player in players] == [False, True, False]
    assert [player["is_starter"] for player in players] == [False, False, True]


def test_captured_royals_discards_and_the_deck_are_open() -> None:
    view = FORTRESS.view(at("7c/8d", captured="KcQd/-", deck="2c3c"))
    assert cards(view["players"][0]["captured"]) == "Kc Qd"
    assert view["players"][0]["captured_points"] == 3
    assert view["deck"] == 2
    assert len(view["discards"]) == 46


def test_one_who_gave_up_has_no_cards() -> None:
    player = FORTRESS.view(at("7c/x/8d", coming="././."))["players"][1]
    assert (player["playing"], player["cards"]) == (False, [])


def test_the_last_attack_is_shown_with_what_it_met() -> None:
    view = FORTRESS.view(played(at("6c6d5h/2c8s8h"), "attack 1-2 right"))
    last = view["last_attack"]
    assert (last["seat"], last["target"], last["side"]) == (0, 1, "right")
    assert (cards(last["attackers"]), cards(last["fallen"]), cards(last["turned"])) == ("6c 6d", "", "8h 8s")
    assert FORTRESS.view(played(at("6c5h/2c8s8h"), "attack 1 right", "pass"))["last_attack"] is None


def test_scores_are_told_round_by_round() -> None:
    state = played(at("KcQc7d/Jd3d"), "done")
    (part,) = FORTRESS.view(state)["parts"]
    assert (part["title"], part["points"], part["labels"]) == ("Round 1", [3, 1], ["Player 1", "Player 2"])
    assert part["words"] == "ended when Player 1 called done"


def test_a_round_that_has_ended_is_told_with_all_hands_until_the_next_one_ends() -> None:
    state = played(at("KcQc7d/Jd3d", captured="Kh/Qh"), "done")
    for shown in (state, played(state, "start 2", "place left")):
        ended = FORTRESS.view(shown, 1)["ended_round"]
        assert [cards(player["cards"]) for player in ended["players"]] == ["Kc! Qc! 7d!", "Jd! 3d!"]
        assert [player["held_points"] for player in ended["players"]] == [3, 1]
        assert [player["captured_points"] for player in ended["players"]] == [2, 1]
        assert [player["points"] for player in ended["players"]] == [5, 2]


@pytest.mark.parametrize(
    ("state", "title"),
    [
        (started(), "Round 1 of 2, fortifying"),
        (started(length="full"), "Round 1, to 21, fortifying"),
        (started(3, length="full"), "Round 1, to 17, fortifying"),
        (fortified(), "Round 1 of 2, attacks"),
        (at("7c!/8d!", "s1"), "Round 1 is over, choosing who starts the next"),
        (FORTRESS.forfeit(started(), 0, "time"), "Match over in round 1"),
    ],
)
def test_the_title_says_where_the_match_stands(state: MatchState, title: str) -> None:
    assert FORTRESS.view(state)["title"] == title


def test_the_board_in_words_for_its_owner() -> None:
    view = FORTRESS.view(at("7cKd!/8d9h!/2s", captured="Qs/-/-", deck="2c3c"), 0)
    assert view["lines"][:5] == [
        "Player 1 to attack, discard an ace, pass or call done",
        "Play and attacks go to the left, in the order Player 1, Player 2, Player 3",
        "Points so far: Player 1 0, Player 2 0, Player 3 0",
        (
            "Player 1 (you): hand from the left: (1) 7 of clubs, (2) king of diamonds, seen by all;"
            " captured: queen of spades"
        ),
        "Player 2 (target): 2 cards; 2 from the left is 9 of hearts, seen by all",
    ]
    assert "Player 3: 1 card, all face down" in view["lines"]


def test_the_owner_is_told_which_cards_everyone_sees() -> None:
    state = at("7cKd!/8d9h!/2s")
    assert FORTRESS.view(state, 0)["seen_words"] == "Seen by all: king of diamonds"
    assert FORTRESS.view(state, 2)["seen_words"] == FORTRESS.view(state)["seen_words"] == ""


def test_the_order_of_play_is_told_by_those_who_still_play() -> None:
    state = FORTRESS.forfeit(at("7c/8d/2s/3h", "a1"), 1, "time")
    assert FORTRESS.view(state)["way_words"].endswith(" to the left, in the order Player 1, Player 3, Player 4")


def test_the_board_in_words_while_fortifying() -> None:
    view = FORTRESS.view(started(), 0)
    assert "To place: king of spades and 7 cards face down" in view["lines"]
    assert "Player 2: 2 cards, all face down; 8 cards to place" in view["lines"]
    assert FORTRESS.view(started(pace="whole"), 0)["alt"].count("ace of diamonds") == 1


def test_every_card_of_ones_own_can_be_pointed_at() -> None:
    players = FORTRESS.view(at("7c8c/9cTc"), 0)["players"]
    assert [card["ref"] for card in players[0]["cards"]] == ["card:1", "card:2"]
    assert [card["ref"] for card in players[1]["cards"]] == ["", ""]
