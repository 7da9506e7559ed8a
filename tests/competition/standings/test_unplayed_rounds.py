"""C.07 Art. 16: opponents who were away, rounds of one's own that were not played, and what is cut first."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import History
from competition.standings import Cut, TieBreakValue, values
from tests.support.tournament_notation import THREE_ONE_NOTHING, history

HALF = Fraction(1, 2)


def value(table: History, code: str, number: int) -> TieBreakValue:
    return values(table, [code])[number][0]


def seen(table: History, by: int, opponent: int) -> Fraction:
    """What ``opponent`` is worth in the Buchholz of someone who met them."""
    return next(term.value for term in value(table, "BH", by).terms if term.opponent == opponent)


@pytest.mark.parametrize(
    ("rest", "worth"),
    [
        ("Z Z Z", "1.5"),  # withdrawn: three draws
        ("H Z -", "1.0"),  # nothing but voluntarily unplayed rounds after the byes; the forfeit stays 0
        ("Z - U", "1.0"),  # the bye given by the pairing is not voluntary
        ("Z Z +", "1.0"),  # nor is a win by forfeit
        ("Z F Z", "1.5"),  # nor a full-point bye; the last bye counts as a draw
        ("H H H", "1.5"),
        ("- - -", "0.0"),
    ],
)
def test_byes_at_the_end_count_as_draws_for_the_opponents(rest: str, worth: str) -> None:
    first, second, third = (token if token not in "+-" else f"3w{token}" for token in rest.split())
    for_three = " ".join(
        "Z" if "3" not in token else f"2b{'+' if '-' in token else '-'}" for token in (first, second, third)
    )
    table = history(
        f"""
        1: 2w1 Z Z Z
        2: 1b0 {first} {second} {third}
        3: Z {for_three}
        """
    )
    assert seen(table, 1, 2) == Fraction(worth)


def test_a_player_stands_for_unplayed_rounds_with_points_as_awarded() -> None:
    """Player 1 has 1 point; for the opponents the last absence counts ½ more, for the dummy it does not."""
    table = history("1: 2w1 Z\n2: 1b0 Z", rounds=9)
    (_, dummy) = value(table, "BH", 1).terms
    assert dummy.value == 1
    assert seen(table, 2, 1) == Fraction("1.5")


def test_a_dummy_for_byes_has_at_most_a_draw_in_every_round_of_the_tournament() -> None:
    table = history("1: F F F\n2: Z Z Z")
    assert value(table, "BH", 1).number == 3 * Fraction("1.5")
    longer = history("1: F F F\n2: Z Z Z", rounds=5)
    assert value(longer, "BH", 1).number == 3 * Fraction("2.5")


def test_a_dummy_for_forfeits_has_at_most_what_the_scheduled_opponent_counts() -> None:
    table = history("1: 2w+ U\n2: 1b- Z")
    (forfeit, bye) = value(table, "BH", 1).terms
    assert [forfeit.value, bye.value] == [HALF, 1]
    assert forfeit.dummy is not None
    assert forfeit.dummy.own == 2


def test_a_double_forfeit_is_voluntary_for_both() -> None:
    table = history("1: 2w- 3b1\n2: 1b- Z\n3: U 1w0")
    assert [value(table, "REP", number).number for number in (1, 2, 3)] == [1, 0, 2]
    assert value(table, "BH", 1).terms[0].value == HALF


def test_the_lowest_voluntary_round_is_cut_before_a_lower_opponent() -> None:
    """Player 1: opponents with 0 and 2 points, and a bye that stands for 1.5. The bye goes, not the 0."""
    table = history(
        """
        1: 2w1 3b0 H
        2: 1b0 4w0 4b0
        3: 4b1 1w1 Z
        4: 3w0 2b1 2w1
        """
    )
    buchholz = value(table, "BH/C1", 1)
    assert [(term.value, term.cut) for term in buchholz.terms] == [
        (0, None),
        (Fraction("2.5"), None),
        (Fraction("1.5"), Cut.VOLUNTARY),
    ]
    assert buchholz.number == Fraction("2.5")


def test_a_second_cut_looks_at_the_voluntary_rounds_again() -> None:
    table = history("1: Z H 2w1\n2: F F 1b0")
    assert [term.cut for term in value(table, "BH/C2", 1).terms] == [Cut.LOW, Cut.LOW, None]


def test_a_pairing_allocated_bye_is_not_voluntary() -> None:
    table = history("1: U 2w1 2b1\n2: F 1b0 1w0")
    assert [term.cut for term in value(table, "BH/C1", 1).terms] == [None, Cut.LOW, None]


def test_a_median_cuts_the_highest_after_the_lowest() -> None:
    table = history("1: 2w1 3b1 4w1\n2: 1b0 4b1 3w1\n3: 4w1 1w0 2b0\n4: 3b0 2w0 1b0")
    assert [term.cut for term in value(table, "BH/M1", 1).terms] == [Cut.HIGH, None, Cut.LOW]
    assert value(table, "BH/M1", 1).number == 1


def test_more_cuts_than_rounds_leave_nothing() -> None:
    table = history("1: 2w1\n2: 1b0")
    assert value(table, "BH/C9", 1).number == 0
    assert value(table, "BH/M5", 2).number == 0


def test_a_voluntary_round_stays_in_sonneborn_berger_if_it_gave_less() -> None:
    """The absence gave 0, the opponent without points gave 0 too: of equals the voluntary one goes."""
    table = history("1: 2w1 Z\n2: 1b0 Z", rounds=2)
    assert [term.contribution for term in value(table, "SB", 1).terms] == [HALF, 0]
    assert [term.cut for term in value(table, "SB/C1", 1).terms] == [Cut.LOW, None]


def test_scoring_of_3_1_0_is_the_scoring_of_the_opponents_too() -> None:
    table = history("1: 2w1 H\n2: 1b0 Z", scoring=THREE_ONE_NOTHING)
    assert value(table, "PTS", 1).number == 4
    assert seen(table, 1, 2) == 1
    assert value(table, "SB", 1).number == 1 * 3 + 2 * 1  # a dummy has at most a draw a round: 2


def test_points_by_decision_count_for_the_player_and_for_the_opponents() -> None:
    table = history("1: 2w1 3b=\n2: 1b0 Z\n3: U 1w=", extra_points={(1, 1): Fraction(-1)})
    assert value(table, "PTS", 1).number == HALF
    assert seen(table, 3, 1) == HALF
