"""The worked examples of the digest of C.07, all of file d01: 7 rounds, player 3 with 5.0 points, rated 2184.

Player 3: 9b1, 2w-, 8w=, 6b1, 5b1, H, 2w1. Player 4, with 4.0: Z, 8w-, 6w=, 9b1, H, 8w1, U.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.history import History
from competition.standings import (
    CapBy,
    Cut,
    Dummy,
    Encounter,
    Mean,
    Perfect,
    Performance,
    Term,
    TieBreakValue,
    parse_tie_break,
    standings,
    values,
)
from tests.support.tournament_notation import reference


@pytest.fixture(scope="module")
def d01() -> History:
    return reference("d01_n12_r7.trf").history


def value(history: History, code: str, number: int = 3) -> TieBreakValue:
    return values(history, [code])[number][0]


def test_player_3(d01: History) -> None:
    expected = {
        "BH": "26.0",
        "BH/C1": "22.5",
        "BH/C2": "18.0",
        "BH/M1": "17.5",
        "SB": "18.50",
        "SB/C1": "16.75",
        "FB": "25.5",
        "AOB": "24.10",
        "KS": "3.0",
        "PTS": "5.0",
        "WIN": "4",
        "WON": "4",
        "BPG": "3",
        "BWG": "3",
        "PS": "18.5",
        "REP": "5",
        "STD": "5.0",
        "ARO": "1859",
        "TPR": "2225",
        "PTP": "2377",
        "APRO": "1809",
        "APPO": "1837",
    }
    assert {code: parse_tie_break(code).show(value(d01, code).number) for code in expected} == expected


def test_player_1_won_four_rounds_but_three_over_the_board(d01: History) -> None:
    assert [value(d01, "WIN", 1).number, value(d01, "WON", 1).number] == [4, 3]


def test_a_draw_in_every_round_caps_the_dummy_of_player_4(d01: History) -> None:
    buchholz = value(d01, "BH", 4)
    assert buchholz.number == Fraction("21.5")
    assert [term.value for term in buchholz.terms] == [Fraction(half, 2) for half in (7, 5, 7, 5, 7, 5, 7)]


def by_round(terms: tuple[Term, ...]) -> dict[int, Term]:
    return {term.round: term for term in terms}


def test_buchholz_unfolds_to_opponents_dummies_and_cuts(d01: History) -> None:
    terms = by_round(value(d01, "BH/C1").terms)
    assert [(term.opponent, term.value) for term in terms.values()] == [
        (9, Fraction("2.5")),
        (2, Fraction("4.5")),
        (8, Fraction("2.5")),
        (6, Fraction("3.5")),
        (5, Fraction("5.0")),
        (0, Fraction("3.5")),
        (2, Fraction("4.5")),
    ]
    forfeit, bye = terms[2].dummy, terms[6].dummy
    assert forfeit is not None
    assert forfeit == Dummy(Fraction(5), Fraction("4.5"), CapBy.OPPONENT)
    assert forfeit.is_capped
    assert bye is not None
    assert bye == Dummy(Fraction(5), Fraction("3.5"), CapBy.DRAWS)
    assert bye.is_capped
    assert {number: term.cut for number, term in terms.items() if term.cut} == {6: Cut.VOLUNTARY}


def test_sonneborn_berger_unfolds_to_products(d01: History) -> None:
    terms = value(d01, "SB/C1").terms
    assert [(term.value, term.factor, term.contribution) for term in terms] == [
        (Fraction(value), Fraction(factor), Fraction(value) * Fraction(factor))
        for value, factor in (("2.5", 1), ("4.5", 0), ("2.5", ".5"), ("3.5", 1), ("5", 1), ("3.5", ".5"), ("4.5", 1))
    ]
    assert [term.round for term in terms if term.cut] == [6]


def test_an_opponent_who_ended_with_a_bye_shows_points_and_what_they_count_as(d01: History) -> None:
    """Player 7 has 3.0 points and was absent in the last round, which counts as a draw for those who met them."""
    terms = [term for number in range(1, 13) for term in value(d01, "BH", number).terms if term.opponent == 7]
    assert terms
    assert {(term.value, term.points) for term in terms} == {(Fraction("3.5"), Fraction(3))}


def test_fore_buchholz_takes_the_last_round_as_drawn(d01: History) -> None:
    terms = value(d01, "FB").terms
    assert [term.value for term in terms] == [Fraction(half, 2) for half in (4, 9, 4, 7, 10, 7, 10)]


def test_the_average_of_buchholz_keeps_its_total(d01: History) -> None:
    found = value(d01, "AOB")
    assert [(term.opponent, term.value) for term in found.terms] == [
        (9, 22), (8, 23), (6, Fraction("24.5")), (5, Fraction("25.5")), (2, Fraction("25.5")),
    ]  # fmt: skip
    assert found.basis == Mean(Fraction("120.5"), 5, 2)


def test_koya_leaves_out_who_is_below_the_limit(d01: History) -> None:
    terms = value(d01, "KS").terms
    assert [(term.opponent, bool(term.cut), term.contribution) for term in terms] == [
        (9, True, 1), (2, False, 0), (8, True, Fraction(1, 2)), (6, False, 1), (5, False, 1), (2, False, 1),
    ]  # fmt: skip
    assert {term.limit for term in terms} == {Fraction("3.5")}


def test_performances_say_how_they_come_about(d01: History) -> None:
    assert value(d01, "TPR").basis == Performance(1859, Fraction("4.5"), 5, Fraction("0.9"), 366)
    assert value(d01, "PTP").basis == Perfect(Fraction("4.5"), Fraction("4.50"), Fraction("4.49"))
    expectations = {int(term.value): term.contribution for term in value(d01, "PTP").terms}
    assert expectations == {
        1534: 1,
        1642: Fraction("0.99"),
        1859: Fraction("0.97"),
        1967: Fraction("0.92"),
        2292: Fraction("0.62"),
    }


def test_direct_encounter_among_those_on_equal_points(d01: History) -> None:
    places = {row.number: row.values[0] for row in standings(d01, ["DE"])}
    assert [places[3].number, places[5].number] == [1, 2]
    assert [places[number].number for number in (1, 2, 8, 9, 10)] == [0] * 5
    group = places[8].basis
    assert isinstance(group, Encounter)
    points = {member.number: [member.points, member.open, member.reachable] for member in group.members}
    assert points == {8: [0, 2, 2], 9: [1, 1, 2], 10: [0, 1, 1]}


def test_standard_points_of_3_1_0() -> None:
    """File g07, player 1: 25 points from 8 wins and a draw."""
    history = reference("g07_n14_r9_310.trf").history
    points, standard = values(history, ["PTS", "STD"])[1]
    assert [points.number, standard.number] == [25, Fraction("8.5")]
