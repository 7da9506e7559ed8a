from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import Scoring
from competition.pairing.dutch.scores_and_floats import Float, Ledger
from tests.support.tournament_notation import history as table_of

NONE, DOWN, UP = Float.NONE, Float.DOWN, Float.UP


def test_a_game_floats_by_the_scores_before_it() -> None:
    ledger = Ledger(table_of("1: 2w1 3b1\n2: 1b0 4w=\n3: 4w= 1w0\n4: 3b= 2b=", 5))
    assert [ledger.float(number, 2) for number in (1, 3, 2, 4)] == [DOWN, UP, UP, DOWN]
    assert [ledger.float(number, 1) for number in (1, 2, 3, 4)] == [NONE] * 4


@pytest.mark.parametrize(
    ("code", "float"), [("U", DOWN), ("F", DOWN), ("H", DOWN), ("2w+", DOWN), ("Z", NONE), ("2w-", NONE)]
)
def test_a_round_without_a_game_is_a_downfloat_if_it_gave_points(code: str, float: Float) -> None:
    assert Ledger(table_of(f"1: {code}\n2: 1b-", 5)).float(1, 1) is float


def test_a_bye_from_the_pairing_is_a_downfloat_even_if_it_gave_nothing() -> None:
    ledger = Ledger(table_of("1: U\n2: Z", 5, scoring=Scoring(pairing_bye=Fraction(0))))
    assert ledger.float(1, 1) is DOWN


def test_there_is_no_float_before_the_first_round() -> None:
    assert Ledger(table_of("1:\n2:", 5)).float(1, 0) is NONE


def test_floats_count_the_virtual_points_of_their_round() -> None:
    """Both had a point before round 2 by then: 1 had won it, 2 was given it."""
    table = "1: 3w1 2b=\n2: 4w0 1w=\n3: 1b0 4w1\n4: 2b1 3b0"
    assert Ledger(table_of(table, 5)).float(1, 2) is DOWN
    assert Ledger(table_of(table, 5, virtual_points={(2, 2): Fraction(1)})).float(1, 2) is NONE
    assert Ledger(table_of(table, 5, virtual_points={(3, 2): Fraction(1)})).float(1, 2) is DOWN


@pytest.mark.parametrize(
    ("table", "barred"),
    [("U", True), ("F", True), ("2w+", True), ("H", False), ("Z", False), ("2w-", False), ("2w1", False)],
)
def test_who_had_a_win_without_playing_gets_no_bye(table: str, barred: bool) -> None:
    assert Ledger(table_of(f"1: {table}\n2: 1b0", 5)).had_bye(1) is barred


def test_a_second_bye_is_barred_whatever_the_first_was_worth() -> None:
    assert Ledger(table_of("1: U\n2: Z", 5, scoring=Scoring(pairing_bye=Fraction(0)))).had_bye(1)


def test_a_half_point_bye_bars_if_it_is_worth_a_win() -> None:
    assert Ledger(table_of("1: H\n2: Z", 5, scoring=Scoring(draw=Fraction(1)))).had_bye(1)


def test_scores_count_what_the_scoring_says_and_no_round_yet_to_come() -> None:
    ledger = Ledger(table_of("1: 2w1 H\n2: 1b0", 5, scoring=Scoring(Fraction(3), Fraction(1))))
    assert [ledger.points(ledger.score(1, round)) for round in (1, 2)] == [0, 3]


def test_a_running_game_counts_as_a_draw_for_the_pairing() -> None:
    ledger = Ledger(table_of("1: 2w* \n2: 1b*", 5))
    assert ledger.points(ledger.score(1, 2)) == Fraction(1, 2)
