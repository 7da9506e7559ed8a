"""What tables are worth, and who is ahead: worked out by hand from the rules in docs/tables.md."""

from __future__ import annotations

from fractions import Fraction

import pytest

from competition.tables.points import FinishedTable, Scheme, Seated, points_shares, table_points
from competition.tables.standings import TieBreak, standings_at_tables


def table(*results: tuple[str, int, int]) -> FinishedTable[str]:
    return [Seated(*result) for result in results]


FOUR = table(("A", 1, 15), ("B", 2, 12), ("C", 3, 9), ("D", 3, 9))


@pytest.mark.parametrize(
    ("seats", "scheme", "points"),
    [
        (FOUR, Scheme.PLACES, (4, 3, Fraction(3, 2), Fraction(3, 2))),
        (FOUR, Scheme.WINS, (1, 0, 0, 0)),
        (FOUR, Scheme.SHARE, (Fraction(15, 45), Fraction(12, 45), Fraction(9, 45), Fraction(9, 45))),
        (table(("A", 1, 8), ("B", 1, 8), ("C", 3, 5)), Scheme.PLACES, (Fraction(7, 2), Fraction(7, 2), 2)),
        (table(("A", 1, 8), ("B", 1, 8), ("C", 3, 5)), Scheme.WINS, (Fraction(1, 2), Fraction(1, 2), 0)),
        (table(*((name, place, 6 - place) for place, name in enumerate("ABCDE", 1))), Scheme.PLACES, (4, 3, 2, 1, 0)),
    ],
)
def test_points_go_by_place_and_who_is_level_shares(
    seats: FinishedTable[str], scheme: Scheme, points: tuple[Fraction, ...]
) -> None:
    assert table_points(seats, scheme) == list(points)


def test_less_than_no_points_are_none_and_where_nobody_made_any_all_have_equal_parts() -> None:
    assert points_shares(table(("A", 1, 6), ("B", 2, 2), ("C", 3, -4))) == [Fraction(3, 4), Fraction(1, 4), 0]
    assert points_shares(table(("A", 1, 0), ("B", 1, 0), ("C", 1, 0))) == [Fraction(1, 3)] * 3


ROUNDS = [
    [table(("A", 1, 10), ("B", 2, 6), ("C", 3, 4)), table(("D", 1, 9), ("E", 2, 8), ("F", 3, 3))],
    [table(("D", 2, 5), ("A", 3, 5), ("E", 1, 10)), table(("B", 1, 12), ("C", 2, 6), ("F", 3, 2))],
]


def test_the_tie_breaks_decide_one_after_the_other() -> None:
    """Points: B 3+4, D 4+3, E 3+4: level at 7; A 4+2 = 6, C 2+3 = 5, F 2+2 = 4. Shares: B 6/20+12/20 = 0.9, D 9/20+5/20
    = 0.7, E 8/20+10/20 = 0.9. B and E both won once. Met: B (A, C: 11/2) and (C, F: 9/2) = 10; E (D, F: 11/2) and
    (D, A: 13/2) = 12."""
    rows = standings_at_tables("ABCDEF", ROUNDS)
    ranked = [f"{row.rank} {row.player} {row.points.total}" for row in rows]
    assert ranked == ["1 E 7", "2 B 7", "3 D 7", "4 A 6", "5 C 5", "6 F 4"]
    assert [[str(value.total) for value in row.values] for row in rows[:2]] == [
        ["9/10", "1", "12"],
        ["9/10", "1", "10"],
    ]


def test_every_number_says_what_it_is_made_of() -> None:
    row = next(
        row for row in standings_at_tables("ABCDEF", ROUNDS, tie_breaks=[TieBreak.OPPONENTS]) if row.player == "E"
    )
    told = [f"{term.round}: {term.place} with {term.score}, {term.contribution}" for term in row.points.terms]
    assert told == ["1: 2 with 8, 3", "2: 1 with 10, 4"]
    met = [[f"{player} {points}" for player, points in term.met] for term in row.values[0].terms]
    assert met == [["D 7", "F 4"], ["D 7", "A 6"]]
    assert row.values[0].terms[0].contribution == Fraction(11, 2)


def test_those_who_are_level_to_the_end_share_the_rank_and_a_missed_round_gives_nothing() -> None:
    rows = standings_at_tables("CABD", [[table(("A", 1, 5), ("B", 1, 5), ("C", 1, 5))]])
    assert [f"{row.rank} {row.player} {row.points.total}" for row in rows] == ["1 C 3", "1 A 3", "1 B 3", "4 D 0"]
