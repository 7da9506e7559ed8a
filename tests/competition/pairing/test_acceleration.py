from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import Scoring
from competition.pairing.acceleration import baku, is_baku_possible
from tests.support.tournament_notation import FILES, THREE_ONE_NOTHING, reference

ONE, HALF = Fraction(1), Fraction(1, 2)


@pytest.mark.parametrize(("players", "half"), [(161, 82), (160, 80), (10, 6), (8, 4), (5, 4), (2, 2)])
def test_the_first_half_rounded_up_to_an_even_number_gets_points(players: int, half: int) -> None:
    points = baku(range(1, players + 1), 9, Scoring())
    assert {number for _, number in points} == set(range(1, half + 1))


@pytest.mark.parametrize(
    ("rounds", "given"),
    [
        (9, [ONE, ONE, ONE, HALF, HALF]),
        (7, [ONE, ONE, HALF, HALF]),
        (5, [ONE, ONE, HALF]),
        (11, [ONE] * 3 + [HALF] * 3),
    ],
)
def test_half_of_the_rounds_are_accelerated_the_first_half_of_those_by_a_whole_win(
    rounds: int, given: list[Fraction]
) -> None:
    points = baku([7, 8], rounds, Scoring())
    assert [points[round, 7] for round in range(1, len(given) + 1)] == given
    assert len(points) == 2 * len(given)


def test_the_half_ends_with_the_same_player_after_late_entries() -> None:
    """Of 8 players 4 are the half. One enters at number 2, so that the last of the half is number 5; one at the end."""
    points = baku(range(1, 11), 9, Scoring(), last=5)
    assert {number for _, number in points} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("name", [name for name in FILES if "baku" in name])
def test_reference_tournaments_were_accelerated_like_that(name: str) -> None:
    history = reference(name).history
    numbers = [player.number for player in history.players]
    assert dict(history.virtual_points) == baku(numbers, history.rounds, history.scoring)


def test_it_is_for_scores_in_which_a_draw_is_half_a_win() -> None:
    assert is_baku_possible(Scoring())
    assert not is_baku_possible(THREE_ONE_NOTHING)
    assert not is_baku_possible(Scoring(Fraction(2), Fraction(3, 2), HALF))
