from __future__ import annotations

from fractions import Fraction

import pytest

from competition.standings import Missing, TieBreakValue, standings, values
from competition.standings.ratings import difference, expected
from tests.support.tournament_notation import THREE_ONE_NOTHING, history

CODES = ("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG")
RATED = {1: 2000, 2: 1700, 3: 1401}


@pytest.mark.parametrize(("hundredths", "lift"), [(100, 800), (99, 677), (50, 0), (49, -7), (25, -193), (0, -800)])
def test_a_share_of_points_is_worth_a_difference(hundredths: int, lift: int) -> None:
    assert difference(hundredths) == lift


@pytest.mark.parametrize(
    ("above", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (-3, 50), (-4, 49), (400, 92), (735, 99), (736, 100), (-800, 0)],
)
def test_a_difference_leads_to_an_expectation(above: int, hundredths: int) -> None:
    assert expected(above) == hundredths


def test_averages_are_rounded_half_up() -> None:
    table = history("1: 2w1 3b1\n2: 1b0 Z\n3: Z 1w0", ratings=RATED)
    assert [value.number for value in values(table, ["ARO", "ARO/C1"])[1]] == [1551, 1700]


def test_forfeits_and_byes_bring_no_rating() -> None:
    table = history("1: 2w+ U\n2: 1b- 3w1\n3: U 2b0", ratings=RATED)
    found = values(table, CODES[:5])[1]
    assert [(value.number, value.missing) for value in found] == [(None, Missing.NO_GAME)] * 5


def test_who_has_played_nobody_stands_behind_all_others() -> None:
    table = history("1: F\n2: 3b1\n3: 2w0", ratings=RATED)
    rows = standings(table, ["ARO"])
    assert [(row.number, row.rank) for row in rows] == [(2, 1), (1, 2), (3, 3)]


def test_perfect_performance_at_the_ends() -> None:
    table = history("1: 2w1 3b1\n2: 1b0 3w=\n3: 2b= 1w0", ratings=RATED)
    lost = history("1: 2w0 3b0\n2: 1b1 Z\n3: Z 1w1", ratings=RATED)
    assert values(table, ["PTP"])[1][0].number == 1700 + 736
    assert values(lost, ["PTP"])[1][0].number == 1401 - 800


def test_the_scale_is_one_point_a_win_whatever_the_scoring() -> None:
    text = "1: 2w1 3b=\n2: 1b0 3w=\n3: 2b= 1w="
    usual, other = history(text, ratings=RATED), history(text, ratings=RATED, scoring=THREE_ONE_NOTHING)
    assert values(usual, CODES) == values(other, CODES)


def unrated(found: tuple[TieBreakValue, ...]) -> list[Missing | None]:
    return [value.missing for value in found if value.number is None]


def test_one_unrated_player_drops_them_for_everybody() -> None:
    table = history("1: 2w1\n2: 1b0", ratings={1: 2000, 2: 0})
    assert unrated(values(table, CODES)[2]) == [Missing.UNRATED] * 6
    assert [row.rank for row in standings(table, CODES)] == [1, 2]


def test_unless_the_event_sets_a_rating_for_those() -> None:
    table = history("1: 2w1\n2: 1b0", ratings={1: 2000, 2: 0})
    first, second = (row.values for row in standings(table, ["ARO", "RTNG"], unrated=1200))
    assert [value.number for value in first] == [1200, 2000]
    assert second[0].number == 2000
    assert second[1].missing == Missing.NO_RATING
    assert [term.is_assumed for term in (*first[0].terms, *second[0].terms)] == [True, False]


def test_the_opponents_of_an_average_keep_what_they_have() -> None:
    table = history("1: 2w1 3b1\n2: 1b0 3w1\n3: 2b0 1w0", ratings=RATED)
    first = values(table, ["APRO", "TPR"])
    assert [term.value for term in first[1][0].terms] == [first[2][1].number, first[3][1].number]
    # 2 met 2000 and 1401 with one of two; 3 met 1700 and 2000 with none.
    assert [first[2][1].number, first[3][1].number] == [1701, 1850 - 800]
    assert first[1][0].number == Fraction(1376)  # 1375.5
