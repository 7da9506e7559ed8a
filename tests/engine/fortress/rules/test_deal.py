from __future__ import annotations

import pytest

from engine.chance import shuffled
from engine.fortress.notation.position import format_position
from engine.fortress.rules.apply import apply
from engine.fortress.rules.deal import lot
from engine.fortress.rules.steps import KEEP, place_card
from tests.engine.fortress.lines import SEED, at, fortified, played, position, started

DECK = "Th9d3sJhKsKc5c5dJc8sAd7cKh6d5s7sAcQh4sTd4c2d4h2h7d6cQdKd6hAs3h4d3d2c8dAh9cTcQc2s8c7h6sQs9sJs9hJd3cTs5h8h"


def test_the_start_of_a_match_of_two() -> None:
    """Rules 8."""
    assert format_position(started(length="full").position) == (
        "2/full/single 1/1 f 0 Th3s/9dJh Ks5cJcAdKh5sAc4s/Kc5d8s7c6d7sQhTd -/- 0/0 - "
        "4c2d4h2h7d6cQdKd6hAs3h4d3d2c8dAh9cTcQc2s8c7h6sQs9sJs9hJd3cTs5h8h - "
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    )


@pytest.mark.parametrize("players", range(2, 6))
def test_cards_go_round_one_by_one_and_ten_each(players: int) -> None:  # R13
    """``DECK`` is the shuffled deck of chance.md, from the top."""
    cards = [DECK[place : place + 2] for place in range(0, 104, 2)]
    fields = format_position(started(players).position).split(" ")
    for player, (hand, coming) in enumerate(zip(fields[4].split("/"), fields[5].split("/"), strict=True)):
        assert hand + coming == "".join(cards[player::players][:10])
        assert len(hand) == 4
    assert fields[9] == "".join(cards[10 * players :])


def test_player_1_starts_and_the_direction_changes_with_every_round() -> None:  # R12
    state = started()
    assert (state.position.starter, state.position.way) == (0, 1)
    again = played(at("7c!/8d!", "s2", match="2/full/single"), "start 2")
    assert (again.position.round, again.position.starter, again.position.way) == (2, 1, -1)


def test_the_next_round_is_dealt_to_the_right_beginning_with_the_starter() -> None:
    """Player 2 of three starts round 2, so the cards go to 2, 1, 3, 2, …"""
    found = played(at("7c!/8d!/9h!", "s1", last="0/1/1", totals="0/1/1"), "start 2").position
    deck = shuffled(SEED, "fortress/deck/2", range(52))
    for seat, first in ((1, 0), (0, 1), (2, 2)):
        assert [*found.hand(seat), *(found.coming[seat] or ())] == deck[first:30:3]
    assert list(found.deck) == deck[30:]


def test_the_even_round_of_two_goes_on_with_the_deck_and_keeps_the_used_cards_away() -> None:  # R14
    before = at("7c!Kd!/8d!", "s2", captured="Qs/-")
    after = played(before, "start 2").position
    deck = before.position.deck
    assert after.deck == deck[20:]
    assert [after.hand(1)[0], after.hand(0)[0], after.hand(1)[1], after.hand(0)[1]] == list(deck[:4])
    assert format_position(after).split(" ")[10] == "7c8dKdQs"


def test_an_odd_round_of_two_is_shuffled_afresh() -> None:
    after = played(at("7c!/8d!", "s2", round="2/1", totals="0/0", last="0/0"), "start 2").position
    assert after.discards == ()
    assert len(after.deck) == 32


def test_matches_that_began_with_more_players_shuffle_for_every_round() -> None:  # R14
    after = played(at("7c!/x/8d!", "s3", coming="././."), "start 3").position
    assert after.discards == ()
    assert len(after.deck) == 32


def test_only_players_still_in_the_match_are_dealt_in() -> None:
    after = played(at("7c!/x/8d!", "s3", coming="././."), "start 3").position
    assert after.hands[1] is None
    assert after.coming[1] is None


def test_the_order_in_which_players_fortify_changes_nothing() -> None:  # R2
    one = played(started(), *["place left"] * 8, "keep", *["place left"] * 8, "keep")
    assert one.position == fortified().position
    where = started().position
    for _ in range(8):
        where = apply(apply(where, 1, place_card("left")).position, 0, place_card("left")).position
    where = apply(apply(where, 1, KEEP).position, 0, KEEP).position
    assert where == one.position


def test_the_lot_of_a_round() -> None:
    """chance.md: ``fortress/lot/1`` of 1 to 5 is 2 4 3 1 5."""
    assert [seat + 1 for seat in lot(SEED, 1, 5)] == [2, 4, 3, 1, 5]


def test_the_deck_of_a_position_need_not_be_what_the_seed_gives() -> None:
    assert position("7c/8d").deck[:1] == (0,)
