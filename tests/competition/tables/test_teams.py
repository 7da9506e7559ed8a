"""Teams that played the same forests: diamonds, forests won, turns left, monsters in the oak; worked out by hand."""

from __future__ import annotations

import pytest

from competition.tables.teams import Measure, Measured, TeamsRow, rank_key, standings_of_teams

FOREST = (Measure(), Measure(), Measure(), Measure(fewer=True, missed=3))
ONE_FOREST = {
    "Ash": (3, 1, 4, 2),
    "Birch": (3, 1, 9, 2),
    "Cedar": (2, 0, 0, 1),
    "Elm": (2, 0, 0, 3),
    "Fir": (3, 1, 4, 1),
    "Hazel": (2, 0, 0, 1),
}


def ranked(rows: tuple[TeamsRow[str], ...]) -> list[str]:
    return [f"{row.rank} {row.team}" for row in rows]


def test_in_one_forest_the_measures_decide_one_after_the_other() -> None:
    """All with three diamonds have won: Birch has most turns left; Ash and Fir have four, but Fir has fewer monsters in
    the oak. Of those with two diamonds Cedar and Hazel are level to the end, so both are fourth, and Elm is sixth."""
    rows = standings_of_teams(list(ONE_FOREST), [ONE_FOREST], FOREST)
    assert ranked(rows) == ["1 Birch", "2 Fir", "3 Ash", "4 Cedar", "4 Hazel", "6 Elm"]
    assert [row.decided_by for row in rows] == [None, 2, 3, 0, None, 3]


def test_forests_add_up_before_they_are_compared() -> None:
    """Cedar: 2 + 3 = 5 diamonds, one won; Ash: 3 + 2 = 5, one won, four turns left against Cedar's two. Elm: 2 + 1."""
    second: dict[str, Measured] = {"Ash": (2, 0, 0, 3), "Cedar": (3, 1, 2, 0), "Elm": (1, 0, 0, 2)}
    rows = standings_of_teams(["Elm", "Cedar", "Ash"], [ONE_FOREST, second], FOREST)
    assert ranked(rows) == ["1 Ash", "2 Cedar", "3 Elm"]
    assert [each.total for each in rows[0].sums] == [5, 1, 4, 5]
    assert [(term.round, term.amount) for term in rows[1].sums[2].terms] == [(1, 0), (2, 2)]
    assert [row.decided_by for row in rows] == [None, 2, 0]


def test_more_diamonds_count_before_more_forests_won() -> None:
    """Three times two diamonds are more than three, nothing and two, though one of those was won."""
    rounds = [{"Lost": (2, 0, 0, 3), "Won": won} for won in ((3, 1, 9, 0), (0, 0, 0, 3), (2, 0, 0, 0))]
    assert ranked(standings_of_teams(["Won", "Lost"], rounds, FOREST)) == ["1 Lost", "2 Won"]


def test_a_forest_that_was_missed_is_the_worst() -> None:
    row = standings_of_teams(["Ash"], [ONE_FOREST, {}], FOREST)[0]
    assert [term.amount for term in row.sums[3].terms] == [2, 3]
    assert [each.total for each in row.sums[:3]] == [3, 1, 4]


def test_no_team_is_ahead_because_it_is_slow() -> None:
    """All lose without a diamond. Ash has ended one forest and Birch two, in which Cedar lost to midnight with two
    monsters: Ash can still have up to six, as Birch has, and Cedar cannot."""
    overrun = (0, 0, 0, 3)
    first = dict.fromkeys(("Ash", "Birch", "Cedar"), overrun)
    rows = standings_of_teams(["Ash", "Birch", "Cedar"], [first, {"Birch": overrun, "Cedar": (0, 0, 0, 2)}], FOREST)
    assert ranked(rows) == ["1 Cedar", "2 Ash", "2 Birch"]


def test_before_the_first_forest_all_are_level() -> None:
    assert ranked(standings_of_teams(["Ash", "Birch"], [], FOREST)) == ["1 Ash", "1 Birch"]


def test_keys_sort_as_the_standings_of_one_forest() -> None:
    keys = {team: rank_key(measured, FOREST) for team, measured in ONE_FOREST.items()}
    assert sorted(keys, key=lambda team: (keys[team], team)) == ["Birch", "Fir", "Ash", "Cedar", "Hazel", "Elm"]
    assert keys["Cedar"] == keys["Hazel"]
    assert len({len(key) for key in keys.values()}) == 1
    with pytest.raises(ValueError, match="key"):
        rank_key((10**10, 0, 0, 0), FOREST)
