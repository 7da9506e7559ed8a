"""The end of a round and of a match (rules 5)."""

from __future__ import annotations

import pytest

from engine.fortress.rules.scoring import captured_points, held_points, winners
from tests.engine.fortress.lines import FORTRESS, at, played
from tests.engine.fortress.rules.test_clash import cards


def test_captured_and_held_royals_count_differently() -> None:  # R21
    assert captured_points(cards("KcQcJcKd")) == 2 + 1 + 1 + 2
    assert held_points(cards("KcQcJc5dKd")) == 1 + 2 + 1 + 1


def test_a_round_is_scored_with_all_hands_open() -> None:  # R21
    """Player 1 holds K and Q (1 + 2) and has captured K (2); player 2 holds J (1) and has captured Q (1)."""
    state = played(at("KcQc7d/Jd3d", captured="Kh/Qh"), "done")
    position = state.position
    assert (position.last, position.totals) == ((5, 2), (5, 2))
    assert position.face_up == set(cards("KcQc7dJd3d"))
    assert state.rounds[-1].points == (5, 2)


def test_royals_in_the_deck_and_on_the_discard_pile_count_for_nobody() -> None:
    state = played(at("5c/Jd3d", deck="Kh"), "done")
    assert state.rounds[-1].points == (0, 1)


def test_points_of_all_rounds_are_added_up() -> None:
    state = played(at("KcQc7d/Jd3d", round="2/1", totals="6/7", last="6/1"), "done")
    assert (state.position.totals, state.position.last) == ((9, 8), (3, 1))


@pytest.mark.parametrize(("players", "target"), [(2, 21), (3, 17), (4, 14), (5, 12)])
@pytest.mark.parametrize("short_by", [0, 1])
def test_a_full_match_ends_when_a_total_reaches_the_target(players: int, target: int, short_by: int) -> None:  # R10
    """Player 1 gets 1 for a king in hand."""
    others = "/".join(f"{rank}d" for rank in "2345"[: players - 1])
    nothing = "/0" * (players - 1)
    state = at(f"Kc/{others}", round="3/1", totals=f"{target - 1 - short_by}{nothing}", last=f"0{nothing}")
    state = played(state, "done")
    assert state.is_over is (short_by == 0)
    assert state.position.totals[0] == target - short_by


@pytest.mark.parametrize(("length", "number", "over"), [("1", 1, True), ("2", 1, False), ("2", 2, True)])
def test_a_short_match_ends_after_its_rounds(length: str, number: int, over: bool) -> None:  # R22
    rest = {} if number == 1 else {"totals": "0/0", "last": "0/0"}
    state = played(at("Kc/3d", match=f"2/{length}/single", round=f"{number}/1", **rest), "done")
    assert state.is_over is over


def test_a_short_match_has_no_target() -> None:
    state = played(at("Kc/3d", match="2/2/single", totals="30/4", last="30/4", round="2/2"), "pass", "pass")
    assert FORTRESS.outcome(state) is not None
    assert state.position.totals == (31, 4)


def test_equal_highest_totals_share_the_win() -> None:  # R9
    state = played(at("Kc/Kd/2h", match="3/1/single"), "done")
    outcome = FORTRESS.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.how) == ((0, 1), (1, 1, 0), "points")
    assert [str(share) for share in outcome.shares] == ["1/2", "1/2", "0"]


def test_whoever_scored_least_chooses_who_starts() -> None:
    state = played(at("KcQc7d/Jd3d"), "done")
    assert state.position.actor == 1


def test_a_lot_decides_between_several_who_scored_least() -> None:  # R11
    """The lot of round 1 is 2 4 3 1 5: of players 1, 3 and 5, player 3 comes first."""
    state = played(at("7c/Jd/2h/Js/3h"), "done")
    assert state.rounds[-1].points == (0, 1, 0, 1, 0)
    assert state.position.actor == 2


def test_the_players_who_gave_up_cannot_win() -> None:  # R23
    state = played(at("Kc/x/2h", match="3/2/single", coming="././.", round="2/1", totals="3/9/4", last="3/0/4"), "done")
    assert winners(state.position) == (0, 2)
