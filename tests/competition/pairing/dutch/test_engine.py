from __future__ import annotations

from fractions import Fraction
from random import Random

from competition.history import History, Scoring
from competition.pairing.dutch import pair
from tests.support.tournament_notation import history as table_of

from .random_rounds import before_each_round, some_plan


def test_nobody_makes_no_pairs() -> None:
    assert pair(History((), 5)) == ()


def test_one_player_alone_gets_the_bye() -> None:
    assert [*pair(table_of("1:\n2: Z", 5))] == [(1, 0)]


def test_boards_go_by_points_and_the_bye_comes_last() -> None:
    pairs = pair(table_of("1: 2w0\n2: 1b1\n3: 4w0\n4: 3b1\n5: Z", 5))
    assert [{*each} for each in pairs] == [{2, 4}, {1, 5}, {3, 0}]


def test_it_says_how_far_it_is() -> None:
    chance = Random(7)
    history = list(before_each_round(some_plan(chance, 30, 30), chance, pair))[2]
    shares: list[float] = []
    pairs = pair(history, shares.append)
    assert pairs == pair(history)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_a_forfeited_pairing_may_be_paired_again() -> None:
    assert [{*each} for each in pair(table_of("1: 2w+\n2: 1b-", 5))] == [{1, 2}]


def test_a_bye_granted_for_the_round_gives_no_points_for_it_yet() -> None:
    """With the half point 3 would stand alone; without it no one is there but 1 and 2."""
    assert [{*each} for each in pair(table_of("1: Z\n2: Z\n3: Z H", 5))] == [{1, 2}]


def test_points_taken_by_decision_count_for_the_pairing() -> None:
    history = table_of("1: 5w1\n2: 6w1\n3: 7w1\n4: 8w1\n5: 1b0\n6: 2b0\n7: 3b0\n8: 4b0", 5)
    taken = {(1, 1): Fraction(-1)}
    changed = type(history)(history.players, 5, Scoring(), history.initial_colour, extra_points=taken)
    assert {1, 3} in [{*each} for each in pair(history)]
    assert {2, 3} in [{*each} for each in pair(changed)] or {2, 4} in [{*each} for each in pair(changed)]
