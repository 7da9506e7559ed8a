from __future__ import annotations

from fractions import Fraction

from competition.history import History, Scoring
from competition.standings import standings, values
from tests.support.tournament_notation import history

TABLE = history(
    """
    1: 2w1 3b=
    2: 1b0 4w1
    3: 4w= 1w=
    4: 3b= 2b0
    """
)


def test_the_points_come_first_whether_listed_or_not() -> None:
    rows = standings(TABLE, ["SB"])
    assert [(row.rank, row.number, row.points) for row in rows] == [
        (1, 1, Fraction("1.5")), (2, 3, 1), (3, 2, 1), (4, 4, Fraction("0.5")),
    ]  # fmt: skip
    listed = standings(TABLE, ["PTS", "SB"])
    assert [row.values[0].number for row in listed] == [row.points for row in rows]
    assert [(row.rank, row.number, row.values[1:]) for row in listed] == [
        (row.rank, row.number, row.values) for row in rows
    ]


def test_a_row_says_what_put_it_below_the_one_above() -> None:
    assert [row.decided_by for row in standings(TABLE, ["WON", "DE"])] == ["", "PTS", "WON", "PTS"]


def test_who_is_level_to_the_end_shares_the_rank() -> None:
    rows = standings(TABLE, [])
    assert [(row.rank, row.number, row.decided_by) for row in rows] == [
        (1, 1, ""), (2, 2, "PTS"), (2, 3, ""), (4, 4, "PTS"),
    ]  # fmt: skip


def test_a_table_after_a_round() -> None:
    rows = standings(TABLE, ["PTS"], after_round=1)
    assert [(row.rank, row.number, row.points) for row in rows] == [
        (1, 1, 1), (2, 3, Fraction("0.5")), (2, 4, Fraction("0.5")), (4, 2, 0),
    ]  # fmt: skip


def test_a_table_after_a_round_to_come_is_the_latest() -> None:
    assert standings(TABLE, ["BH"], after_round=9) == standings(TABLE, ["BH"])


def test_before_the_first_round_all_are_level() -> None:
    table = history("1: \n2: ", rounds=3)
    rows = standings(table, ["BH"])
    assert [row.rank for row in rows] == [1, 1]
    assert [row.points for row in rows] == [0, 0]
    assert [row.values[0].number for row in rows] == [0, 0]


def test_nobody_makes_an_empty_table() -> None:
    assert standings(History((), 5), ["BH", "DE"]) == ()


def test_byes_granted_for_the_coming_round_do_not_count_yet() -> None:
    table = history("1: 2w= F\n2: 1b=", rounds=2)
    assert [row.points for row in standings(table, [])] == [Fraction("0.5")] * 2


def test_a_running_match_counts_nothing() -> None:
    table = history("1: 2w1 3b*\n2: 1b0 4w=\n3: 4b1 1w*\n4: 3w0 2b=")
    first = values(table, ["PTS", "BH", "SB", "WIN", "BPG", "STD", "KS", "ARO"])[1]
    assert [value.number for value in first] == [1, Fraction("0.5"), Fraction("0.5"), 1, 0, 1, 0, 1998]
    assert all(term.round == 1 for value in first for term in value.terms)


def test_a_bye_before_a_running_match_is_not_at_the_end() -> None:
    table = history("1: 2w1 Z 3b1\n2: 1b0 Z 4w*\n3: Z Z 1w0\n4: Z Z 2b*")
    assert values(table, ["BH"])[1][0].terms[0].value == 0


def test_a_bye_worth_less_than_a_win_is_no_win() -> None:
    table = history("1: U\n2: Z", scoring=Scoring(pairing_bye=Fraction(1, 2)))
    assert [value.number for value in values(table, ["PTS", "WIN", "STD"])[1]] == [Fraction("0.5"), 0, Fraction("0.5")]


def test_a_progressive_score_is_cut_from_the_beginning() -> None:
    whole, cut = values(TABLE, ["PS", "PS/C1"])[1]
    assert [whole.number, cut.number] == [Fraction("2.5"), Fraction("1.5")]
    assert [term.round for term in cut.terms if term.cut] == [1]
