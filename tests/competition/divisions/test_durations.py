"""How long a season takes, worked out by hand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from competition.divisions.durations import Fit, Lengths, fit, lengths_of, longest, of_the_slowest
from competition.divisions.simulate_schedule import match_by_match, round_by_round
from competition.pairing import berger

DAY = timedelta(days=1)


def test_half_and_nine_in_ten_of_the_matches() -> None:
    matches = [day * DAY for day in range(40, 0, -1)]
    assert lengths_of(matches) == Lengths(half=20 * DAY, nine_in_ten=36 * DAY, count=40)


def test_too_few_matches_tell_nothing() -> None:
    assert lengths_of([DAY] * 19) is None
    assert lengths_of([DAY] * 20) == Lengths(DAY, DAY, 20)


def test_the_longest_match_uses_up_both_clocks() -> None:
    # 20 turns each: 3 days at first and one more after each of 19 turns, for two players.
    assert longest(3 * DAY, DAY, 20) == 44 * DAY
    assert longest(3 * DAY, DAY, 20, players=4) == 88 * DAY


def test_the_slowest_of_several_takes_longer() -> None:
    in_order = [day * DAY for day in range(1, 101)]
    # Half of the pairs have both within 71 days, since 0.71 squared is a half.
    assert [of_the_slowest(in_order, 0.5, among) for among in (1, 2)] == [50 * DAY, 71 * DAY]


# -- a division in thought -----------------------------------------------------------------------------------------


def of_eight() -> list[tuple[int, int]]:
    return [(pair.white, pair.black) for round in berger.schedule(range(1, 9)) for pair in round]


@pytest.mark.parametrize(("most", "times"), [(1, 7), (2, 4), (7, 1), (0, 1), (9, 1)])
def test_seven_matches_each_of_the_same_length(most: int, times: int) -> None:
    assert match_by_match(of_eight(), most, lambda: 10 * DAY) == times * 10 * DAY


def test_a_slow_match_holds_up_its_own_players_alone() -> None:
    matches = [(1, 2), (3, 4), (3, 5), (4, 5)]
    lengths = iter([30 * DAY, DAY, DAY, DAY])
    ends = []

    def length() -> timedelta:
        ends.append(next(lengths))
        return ends[-1]

    assert match_by_match(matches, 1, length) == 30 * DAY
    assert len(ends) == 4


def test_who_waits_for_somebody_slow_meets_others_first() -> None:
    # 3 is to meet 1 first, who plays for 30 days: the match with 4 comes before, so all is over after 40 days.
    lengths = {(1, 2): 30, (1, 3): 10, (3, 4): 20}
    begun = iter([(1, 2), (3, 4), (1, 3)])
    assert match_by_match(list(lengths), 1, lambda: lengths[next(begun)] * DAY) == 40 * DAY


def test_nobody_meets_for_the_second_time_before_having_met_all() -> None:
    # 1 and 2 are done first: they wait for 3, though each is free for the match back.
    cycle = [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]
    lengths = [10 * DAY, 30 * DAY, *[10 * DAY] * 10]
    begun = iter(lengths)
    assert match_by_match([*cycle, *cycle], 1, lambda: next(begun), cycles=2) == 80 * DAY


def test_rounds_wait_for_their_slowest_match() -> None:
    lengths = iter([DAY, 5 * DAY, 2 * DAY, 3 * DAY])
    assert round_by_round([2, 2], 1, lambda: next(lengths)) == 8 * DAY


def test_rounds_side_by_side_and_by_their_dates() -> None:
    assert round_by_round([1, 1, 1, 1], 2, lambda: 3 * DAY) == 6 * DAY
    assert round_by_round([1, 1, 1], 0, lambda: 3 * DAY) == 3 * DAY
    assert round_by_round([1, 1, 1], 1, lambda: 3 * DAY, every=7 * DAY) == 17 * DAY
    assert round_by_round([1, 1, 1], 1, lambda: 3 * DAY, every=3 * DAY, pause=DAY) == 11 * DAY


@pytest.mark.parametrize(
    ("half", "nine", "found"), [(50, 90, Fit.FITS), (50, 100, Fit.FITS), (50, 101, Fit.TIGHT), (101, 200, Fit.TOO_LONG)]
)
def test_whether_a_season_fits_its_dates(half: int, nine: int, found: Fit) -> None:
    assert fit(half * DAY, nine * DAY, 100 * DAY) is found
