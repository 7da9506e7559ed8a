"""States that a seat cannot tell from the real one (what is equal in them is shown in ``test_properties``)."""

from __future__ import annotations

from random import Random

from engine.fortress.cards.position import Position
from engine.fortress.notation.hidden_cards import format_view
from tests.engine.fortress.lines import FORTRESS, at, fortified, started


def drawn(seat: int | None, number: int = 0) -> Position:
    return FORTRESS.imagine(fortified(3), seat, Random(number)).position


def test_what_a_seat_knows_stays_and_the_rest_is_dealt_anew() -> None:
    real = fortified(3).position
    guess = drawn(1)
    assert guess.hand(1) == real.hand(1)
    assert guess.hand(0) != real.hand(0)
    assert guess.deck != real.deck
    assert format_view(guess, 1) == format_view(real, 1)


def test_every_hidden_card_may_be_anywhere() -> None:
    """The other two hands and the deck have 42 cards; in 400 guesses each of them is once the first of player 1's."""
    real = fortified(3).position
    seen = {drawn(1, number).hand(0)[0] for number in range(400)}
    assert seen == {*real.hand(0), *real.hand(2), *real.deck}


def test_the_seed_is_another() -> None:
    assert drawn(0).setup.seed != fortified(3).setup.seed


def test_cards_face_up_stay_where_they_are() -> None:
    state = at("7c8c!/9cTc!")
    guess = FORTRESS.imagine(state, None, Random(1)).position
    assert (guess.hand(0)[1], guess.hand(1)[1]) == (state.position.hand(0)[1], state.position.hand(1)[1])


def test_a_players_own_next_card_is_known_and_those_after_it_are_not() -> None:
    state = started()
    guesses = [FORTRESS.imagine(state, 0, Random(number)).position.coming[0] or () for number in range(5)]
    assert {coming[0] for coming in guesses} == {(state.position.coming[0] or ())[0]}
    assert len({coming[1:] for coming in guesses}) == 5
