"""What tables are worth, and who is ahead: worked out by hand from the rules in docs/tables.md."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.tables.points import FinishedTable, Scheme, Seated, points_shares, table_points
from competition.tables.standings import TieBreak, standings_at_tables


def table(*results: tuple[str, int, int]) -> FinishedTable[str]:
    return [Seated(*result) for result in results]


FOUR = table(("A", 1, 15), ("B", 2, 12), ("C", 3, 9), ("D", 3, 9))
THREE = table(("A", 1, 10), ("B", 2, 9), ("C", 3, 8))
SHARED = table(("A", 1, 8), ("B", 1, 8), ("C", 3, 5))
HALF = Fraction(1, 2)
THIRD = Fraction(1, 3)


def in_order(count: int) -> FinishedTable[str]:
    return table(*((name, place, 6 - place) for place, name in enumerate("ABCDE"[:count], 1)))


@pytest.mark.parametrize(
    ("seats", "scheme", "points"),
    [
        (in_order(1), Scheme.PLACES, (4,)),
        (in_order(2), Scheme.PLACES, (4, 1)),
        (in_order(3), Scheme.PLACES, (4, 2 + HALF, 1)),
        (in_order(4), Scheme.PLACES, (4, 3, 2, 1)),
        (in_order(5), Scheme.PLACES, (4, 3, 2 + HALF, 2, 1)),
        (FOUR, Scheme.PLACES, (4, 3, 1 + HALF, 1 + HALF)),
        (SHARED, Scheme.PLACES, (Fraction(13, 4), Fraction(13, 4), 1)),
        (in_order(1), Scheme.WINS, (1,)),
        (in_order(2), Scheme.WINS, (HALF, 0)),
        (in_order(3), Scheme.WINS, (Fraction(3, 4), 0, 0)),
        (FOUR, Scheme.WINS, (1, 0, 0, 0)),
        (in_order(5), Scheme.WINS, (Fraction(5, 4), 0, 0, 0, 0)),
        (SHARED, Scheme.WINS, (Fraction(3, 8), Fraction(3, 8), 0)),
        (FOUR, Scheme.SHARE, (Fraction(15 * 4, 45), Fraction(12 * 4, 45), Fraction(9 * 4, 45), Fraction(9 * 4, 45))),
        (THREE, Scheme.SHARE, (Fraction(10, 9), 1, Fraction(8, 9))),
    ],
)
def test_points_go_by_place_and_who_is_level_shares(
    seats: FinishedTable[str], scheme: Scheme, points: tuple[Fraction, ...]
) -> None:
    assert table_points(seats, scheme) == list(points)


@pytest.mark.parametrize(
    ("seats", "scheme", "points"),
    [
        (SHARED, Scheme.PLACES, (3 + HALF, 3 + HALF, 2)),
        (in_order(5), Scheme.PLACES, (4, 3, 2, 1, 0)),
        (SHARED, Scheme.WINS, (HALF, HALF, 0)),
        (THREE, Scheme.SHARE, (Fraction(10, 27), Fraction(9, 27), Fraction(8, 27))),
    ],
)
def test_an_event_from_before_takes_no_account_of_the_size_of_a_table(
    seats: FinishedTable[str], scheme: Scheme, points: tuple[Fraction, ...]
) -> None:
    assert table_points(seats, scheme, even=False) == list(points)


@st.composite
def finished(draw: st.DrawFn, fewest: int = 2) -> FinishedTable[str]:
    """Any table: the places follow the scores, which may be level or below zero."""
    scores = draw(st.lists(st.integers(-3, 20), min_size=fewest, max_size=5))
    return table(*((name, 1 + sum(o > own for o in scores), own) for name, own in zip("ABCDE", scores, strict=False)))


@given(finished())
def test_every_seat_is_worth_the_same_on_average_whatever_the_size_of_its_table(seats: FinishedTable[str]) -> None:
    size = len(seats)
    assert sum(table_points(seats, Scheme.PLACES)) == Fraction(5, 2) * size
    assert sum(table_points(seats, Scheme.SHARE)) == size
    assert sum(table_points(seats, Scheme.WINS)) == Fraction(1, 4) * size


@given(finished(), st.sampled_from(Scheme))
def test_a_better_place_is_never_worth_less(seats: FinishedTable[str], scheme: Scheme) -> None:
    points = table_points(seats, scheme)
    assert all(
        more >= less
        for one, more in zip(seats, points, strict=True)
        for other, less in zip(seats, points, strict=True)
        if one.place < other.place
    )


def test_less_than_no_points_are_none_and_where_nobody_made_any_all_are_equal() -> None:
    """Of 6 and 2 points the average of three players is 8/3."""
    assert points_shares(table(("A", 1, 6), ("B", 2, 2), ("C", 3, -4))) == [Fraction(9, 4), Fraction(3, 4), 0]
    assert points_shares(table(("A", 1, 0), ("B", 1, 0), ("C", 1, 0))) == [1, 1, 1]
    assert points_shares(table(("A", 1, 0), ("B", 1, 0), ("C", 1, 0)), even=False) == [THIRD, THIRD, THIRD]


ROUNDS = [
    [table(("A", 1, 10), ("B", 2, 6), ("C", 3, 4)), table(("D", 1, 9), ("E", 2, 8), ("F", 3, 3))],
    [table(("D", 2, 5), ("A", 3, 5), ("E", 1, 10)), table(("B", 1, 12), ("C", 2, 6), ("F", 3, 2))],
]


def test_the_tie_breaks_decide_one_after_the_other() -> None:
    """Points: B 2½+4, D 4+2½, E 2½+4: level at 6½; A 4+1 = 5, C 1+2½ = 3½, F 1+1 = 2. Shares, by tables that all
    average 20/3: B 18, D 14, E 18 of it, so 2.7, 2.1, 2.7. B and E both won one table of three: ¾. Met, without the
    common table: B (A 1, C 2½: 7/4) and (C 1, F 1: 1) = 11/4; E (D 2½, F 1: 7/4) and (D 4, A 4: 4) = 23/4."""
    rows = standings_at_tables("ABCDEF", ROUNDS)
    ranked = [f"{row.rank} {row.player} {row.points.total}" for row in rows]
    assert ranked == ["1 E 13/2", "2 B 13/2", "3 D 13/2", "4 A 5", "5 C 7/2", "6 F 2"]
    assert [[str(value.total) for value in row.values] for row in rows[:2]] == [
        ["27/10", "3/4", "23/4"],
        ["27/10", "3/4", "11/4"],
    ]


def test_an_event_from_before_has_the_tie_breaks_that_it_had() -> None:
    """Points: B 3+4, D 4+3, E 3+4: level at 7; A 4+2 = 6, C 2+3 = 5, F 2+2 = 4. Shares: B 6/20+12/20 = 0.9, D 9/20+5/20
    = 0.7, E 8/20+10/20 = 0.9. B and E both won once. Met: B (A, C: 11/2) and (C, F: 9/2) = 10; E (D, F: 11/2) and
    (D, A: 13/2) = 12."""
    rows = standings_at_tables("ABCDEF", ROUNDS, even=False)
    ranked = [f"{row.rank} {row.player} {row.points.total}" for row in rows]
    assert ranked == ["1 E 7", "2 B 7", "3 D 7", "4 A 6", "5 C 5", "6 F 4"]
    assert [[str(value.total) for value in row.values] for row in rows[:2]] == [
        ["9/10", "1", "12"],
        ["9/10", "1", "10"],
    ]


def test_points_of_opponents_tell_nothing_of_the_size_of_the_common_table() -> None:
    """A won at three and D at four; nobody has played elsewhere."""
    rounds = [[table(("A", 1, 9), ("B", 2, 6), ("C", 3, 4)), in_order_of("DEFG")]]
    rows = standings_at_tables("ABCDEFG", rounds, tie_breaks=[TieBreak.OPPONENTS])
    assert {row.values[0].total for row in rows} == {0}


def in_order_of(names: str) -> FinishedTable[str]:
    return table(*((name, place, 9 - place) for place, name in enumerate(names, 1)))


def test_every_number_says_what_it_is_made_of() -> None:
    row = next(
        row
        for row in standings_at_tables("ABCDEF", ROUNDS, tie_breaks=[TieBreak.OPPONENTS, TieBreak.SHARE])
        if row.player == "E"
    )
    told = [f"{term.round}: {term.place} with {term.score}, {term.contribution}" for term in row.points.terms]
    assert told == ["1: 2 with 8, 5/2", "2: 1 with 10, 4"]
    met = [[f"{player} {points}" for player, points in term.met] for term in row.values[0].terms]
    assert met == [["D 5/2", "F 1"], ["D 4", "A 4"]]
    assert row.values[0].terms[0].contribution == Fraction(7, 4)
    assert [f"{player} {score}" for player, score in row.values[1].terms[0].met] == ["D 9", "F 3"]


def test_those_who_are_level_to_the_end_share_the_rank_and_a_missed_round_gives_nothing() -> None:
    rows = standings_at_tables("CABD", [[table(("A", 1, 5), ("B", 1, 5), ("C", 1, 5))]])
    assert [f"{row.rank} {row.player} {row.points.total}" for row in rows] == ["1 C 5/2", "1 A 5/2", "1 B 5/2", "4 D 0"]
