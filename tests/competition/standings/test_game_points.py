from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from competition.history import History
from competition.standings import standings, values
from tests.support.tournament_notation import THREE_ONE_NOTHING, history


def with_game_points(table: History, points: dict[tuple[int, int], tuple[int, int]]) -> History:
    players = (
        replace(
            player,
            results=tuple(
                result._replace(game_points=points.get((index, player.number)))
                for index, result in enumerate(player.results, 1)
            ),
        )
        for player in table.players
    )
    return replace(table, players=tuple(players))


TABLE = with_game_points(
    history("1: 2w1 3b= U\n2: 1b0 F 3w+\n3: Z 1w= 2b-"),
    {(1, 1): (30, 5), (1, 2): (5, 30), (2, 1): (7, 9), (2, 3): (9, 7), (3, 2): (12, 0)},
)


def test_the_sum_is_of_the_matches_that_were_played() -> None:
    assert [row[0].number for row in values(TABLE, ["VPS"]).values()] == [37, 5, 9]


def test_the_difference_may_be_below_nothing() -> None:
    assert [row[0].number for row in values(TABLE, ["VPD"]).values()] == [23, -25, 2]


def test_a_rout_counts_no_more_than_the_limit() -> None:
    rows = {row.number: row.values[0] for row in standings(TABLE, ["VPD"], difference_cap=10)}
    assert [rows[number].number for number in (1, 2, 3)] == [8, -10, 2]
    first, second = rows[1].terms
    assert [first.value, first.against, first.contribution, first.limit] == [30, 5, 10, 10]
    assert [second.value, second.against, second.contribution] == [7, 9, -2]


def test_match_points_leave_out_byes_and_forfeits() -> None:
    assert [row[0].number for row in values(TABLE, ["MPS"]).values()] == [Fraction("1.5"), 0, Fraction("0.5")]
    assert [row[0].number for row in values(TABLE, ["MPD"]).values()] == [1, -1, 0]


def test_match_points_are_those_of_the_event() -> None:
    table = history("1: 2w1 3b=\n2: 1b0 F\n3: Z 1w=", scoring=THREE_ONE_NOTHING)
    assert [value.number for value in values(table, ["MPS", "MPD"])[1]] == [4, 3]


def test_matches_without_volleys_add_nothing() -> None:
    (value,) = values(history("1: 2w1\n2: 1b0"), ["VPD"])[1]
    assert value.number == 0
    assert not value.terms
