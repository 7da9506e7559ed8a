"""How long a season takes, worked out by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tournaments.leagues.lengths import Fit, Lengths, fit, lengths_of, longest, one_after_another, rounds_of

DAY = timedelta(days=1)


def test_half_and_nine_in_ten_of_the_matches() -> None:
    matches = [day * DAY for day in range(40, 0, -1)]
    assert lengths_of(matches) == Lengths(half=20 * DAY, nine_in_ten=36 * DAY, count=40)


def test_too_few_matches_tell_nothing() -> None:
    assert lengths_of([DAY] * 19) is None
    assert lengths_of([DAY] * 20) == Lengths(DAY, DAY, 20)


def test_the_longest_match_uses_up_both_clocks() -> None:
    # 20 turns each: 3 days at first and one more after each of 19 turns, for two players.
    assert longest(3 * DAY, DAY) == 44 * DAY


@pytest.mark.parametrize(("players", "cycles", "rounds"), [(8, 1, 7), (7, 1, 7), (8, 2, 14), (2, 1, 1)])
def test_rounds_of_a_round_robin(players: int, cycles: int, rounds: int) -> None:
    assert rounds_of(players, cycles) == rounds


@pytest.mark.parametrize(("rounds", "at_once", "times"), [(7, 1, 7), (7, 2, 4), (7, 7, 1), (7, 0, 1), (7, 9, 1)])
def test_how_often_one_match_follows_another(rounds: int, at_once: int, times: int) -> None:
    assert one_after_another(rounds, at_once) == times


@pytest.mark.parametrize(
    ("half", "nine", "found"), [(50, 90, Fit.FITS), (50, 100, Fit.FITS), (50, 101, Fit.TIGHT), (101, 200, Fit.TOO_LONG)]
)
def test_whether_a_season_fits_its_dates(half: int, nine: int, found: Fit) -> None:
    assert fit(half * DAY, nine * DAY, 100 * DAY) is found
