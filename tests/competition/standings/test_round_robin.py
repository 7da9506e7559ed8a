"""C.07 Art. 15.2: where pairs are fixed beforehand a forfeit is a game like any other, with two exceptions.

    1    2    3    4
1   .    1    -    1    2
2   0    .    ½    1    1½
3   +    ½    .    0    1½
4   0    0    1    .    1
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import System
from competition.standings import BadTieBreak, standings, values
from tests.support.tournament_notation import history

TABLE = history(
    """
    1: 4w1 2w1 3b-
    2: 3w= 1b0 4w1
    3: 2b= 4b0 1w+
    4: 1b0 3w1 2b0
    """,
    ratings={1: 2000, 2: 1900, 3: 1800, 4: 1700},
)


def numbers(code: str) -> list[Fraction | None]:
    return [row[0].number for row in values(TABLE, [code], System.ROUND_ROBIN).values()]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("PTS", ["2", "1.5", "1.5", "1"]),
        ("SB", ["2.5", "1.75", "2.75", "1.5"]),
        ("SB/C1", ["1.5", "0.75", "2.75", "1.5"]),  # without the lowest opponent
        ("KS", ["1", "0.5", "1.5", "1"]),
        ("KS/L+1", ["0", "0", "1", "0"]),  # against those with 2 or more
        ("KS/L-1", ["2", "1.5", "1.5", "1"]),  # against those with 1 or more
        ("WIN", ["2", "1", "1", "1"]),
        ("WON", ["2", "1", "1", "1"]),
        ("BPG", ["0", "1", "2", "2"]),  # 1 lost by forfeit with black
        ("REP", ["2", "3", "3", "3"]),
        ("STD", ["2", "1.5", "1.5", "1"]),
        ("DE", ["0", "0", "0", "0"]),  # 2 and 3 drew
        ("ARO", ["1800", "1833", "1800", "1900"]),  # forfeits are left out
    ],
)
def test_forfeits_are_games_but_not_for_ratings_and_not_if_lost(code: str, expected: list[str]) -> None:
    assert numbers(code) == [Fraction(number) for number in expected]


def test_a_win_by_forfeit_with_black_counts_as_a_game_with_black() -> None:
    table = history("1: 2w- \n2: 1b+")
    assert [value.number for value in values(table, ["BPG", "BWG", "WON"], System.ROUND_ROBIN)[2]] == [1, 1, 1]
    assert [value.number for value in values(table, ["BPG", "BWG", "WON"], System.SWISS)[2]] == [0, 0, 0]


def test_nobody_has_a_dummy_or_adjusted_points() -> None:
    terms = [term for row in values(TABLE, ["SB"], System.ROUND_ROBIN).values() for term in row[0].terms]
    assert len(terms) == 12
    assert all(term.dummy is None and term.points is None for term in terms)


def test_a_round_without_an_opponent_is_no_round() -> None:
    """Three players: each has one point, and half of what two games could bring is one."""
    table = history("1: 2w= Z 3b=\n2: 1b= 3w= Z\n3: Z 2b= 1w=")
    for number, row in values(table, ["KS", "SB", "REP"], System.ROUND_ROBIN).items():
        assert [value.number for value in row] == [1, 1, 2], number
        assert [len(value.terms) for value in row[:2]] == [2, 2]


def test_the_limit_of_koya_knows_the_free_round_before_it_comes() -> None:
    """After round 1 of a field of three, player 1 has a whole point: half of the two games everyone has."""
    table = history("1: 2w1\n2: 1b0\n3: Z", rounds=3)
    assert values(table, ["KS"], System.ROUND_ROBIN)[2][0].terms[0].limit == 1
    assert values(table, ["KS"], System.ROUND_ROBIN)[2][0].terms[0].cut is None


@pytest.mark.parametrize("code", ["BH", "BH/C1", "FB", "AOB"])
def test_buchholz_is_refused(code: str) -> None:
    with pytest.raises(BadTieBreak, match="must not be used in a round robin"):
        standings(TABLE, [code], System.ROUND_ROBIN)


def test_a_double_one_counts_both_games_with_an_opponent() -> None:
    table = history("1: 2w1 2b=\n2: 1b0 1w=")
    assert [value.number for value in values(table, ["SB"], System.ROUND_ROBIN)[1]] == [HALF * 1 + HALF * HALF]


HALF = Fraction(1, 2)
