from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

from competition.history import Pair
from competition.pairing.berger import BergerRound, schedule

# FIDE Handbook C.05, Annex 1, "Details of Berger Table", as published; where the players are odd, the highest number
# is the bye.
PUBLISHED = {
    4: """
        1-4 2-3
        4-3 1-2
        2-4 3-1
    """,
    6: """
        1-6 2-5 3-4
        6-4 5-3 1-2
        2-6 3-1 4-5
        6-5 1-4 2-3
        3-6 4-2 5-1
    """,
    8: """
        1-8 2-7 3-6 4-5
        8-5 6-4 7-3 1-2
        2-8 3-1 4-7 5-6
        8-6 7-5 1-4 2-3
        3-8 4-2 5-1 6-7
        8-7 1-6 2-5 3-4
        4-8 5-3 6-2 7-1
    """,
    10: """
        1-10 2-9 3-8 4-7 5-6
        10-6 7-5 8-4 9-3 1-2
        2-10 3-1 4-9 5-8 6-7
        10-7 8-6 9-5 1-4 2-3
        3-10 4-2 5-1 6-9 7-8
        10-8 9-7 1-6 2-5 3-4
        4-10 5-3 6-2 7-1 8-9
        10-9 1-8 2-7 3-6 4-5
        5-10 6-4 7-3 8-2 9-1
    """,
    12: """
        1-12 2-11 3-10 4-9 5-8 6-7
        12-7 8-6 9-5 10-4 11-3 1-2
        2-12 3-1 4-11 5-10 6-9 7-8
        12-8 9-7 10-6 11-5 1-4 2-3
        3-12 4-2 5-1 6-11 7-10 8-9
        12-9 10-8 11-7 1-6 2-5 3-4
        4-12 5-3 6-2 7-1 8-11 9-10
        12-10 11-9 1-8 2-7 3-6 4-5
        5-12 6-4 7-3 8-2 9-1 10-11
        12-11 1-10 2-9 3-8 4-7 5-6
        6-12 7-5 8-4 9-3 10-2 11-1
    """,
    14: """
        1-14 2-13 3-12 4-11 5-10 6-9 7-8
        14-8 9-7 10-6 11-5 12-4 13-3 1-2
        2-14 3-1 4-13 5-12 6-11 7-10 8-9
        14-9 10-8 11-7 12-6 13-5 1-4 2-3
        3-14 4-2 5-1 6-13 7-12 8-11 9-10
        14-10 11-9 12-8 13-7 1-6 2-5 3-4
        4-14 5-3 6-2 7-1 8-13 9-12 10-11
        14-11 12-10 13-9 1-8 2-7 3-6 4-5
        5-14 6-4 7-3 8-2 9-1 10-13 11-12
        14-12 13-11 1-10 2-9 3-8 4-7 5-6
        6-14 7-5 8-4 9-3 10-2 11-1 12-13
        14-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-14 8-6 9-5 10-4 11-3 12-2 13-1
    """,
    16: """
        1-16 2-15 3-14 4-13 5-12 6-11 7-10 8-9
        16-9 10-8 11-7 12-6 13-5 14-4 15-3 1-2
        2-16 3-1 4-15 5-14 6-13 7-12 8-11 9-10
        16-10 11-9 12-8 13-7 14-6 15-5 1-4 2-3
        3-16 4-2 5-1 6-15 7-14 8-13 9-12 10-11
        16-11 12-10 13-9 14-8 15-7 1-6 2-5 3-4
        4-16 5-3 6-2 7-1 8-15 9-14 10-13 11-12
        16-12 13-11 14-10 15-9 1-8 2-7 3-6 4-5
        5-16 6-4 7-3 8-2 9-1 10-15 11-14 12-13
        16-13 14-12 15-11 1-10 2-9 3-8 4-7 5-6
        6-16 7-5 8-4 9-3 10-2 11-1 12-15 13-14
        16-14 15-13 1-12 2-11 3-10 4-9 5-8 6-7
        7-16 8-6 9-5 10-4 11-3 12-2 13-1 14-15
        16-15 1-14 2-13 3-12 4-11 5-10 6-9 7-8
        8-16 9-7 10-6 11-5 12-4 13-3 14-2 15-1
    """,
}
SIZES = range(2, 41)


def published(places: int) -> tuple[BergerRound, ...]:
    lines = PUBLISHED[places].strip().splitlines()
    return tuple(tuple(Pair(*map(int, game.split("-"))) for game in line.split()) for line in lines)


def with_bye(pairs: BergerRound, bye: int) -> BergerRound:
    """The published round with its highest number read as the bye, which goes to the last board."""
    games = tuple(pair for pair in pairs if bye not in pair)
    return (*games, *(Pair(pair.other(bye), 0) for pair in pairs if bye in pair))


def colours(rounds: tuple[BergerRound, ...], number: int) -> str:
    """A letter for each round: w, b, or - without a game."""
    letters = ""
    for pairs in rounds:
        [mine] = [pair for pair in pairs if number in pair]
        letters += "-" if mine.is_bye else "w" if mine.white == number else "b"
    return letters


@pytest.mark.parametrize("places", PUBLISHED)
def test_an_even_number_of_players_gets_the_published_table(places: int) -> None:
    assert schedule(range(1, places + 1)) == published(places)


@pytest.mark.parametrize("places", PUBLISHED)
def test_an_odd_number_gets_the_published_table_with_its_highest_number_as_the_bye(places: int) -> None:
    assert schedule(range(1, places)) == tuple(with_bye(pairs, places) for pairs in published(places))


def test_the_table_is_laid_over_whatever_numbers_were_drawn() -> None:
    assert schedule((7, 3, 9, 4)) == (
        (Pair(7, 4), Pair(3, 9)),
        (Pair(4, 9), Pair(7, 3)),
        (Pair(3, 4), Pair(9, 7)),
    )


def test_a_double_one_swaps_the_last_rounds_of_the_first_cycle_and_reverses_colours_in_the_second() -> None:
    one, two, three = published(4)
    second = tuple(tuple(Pair(pair.black, pair.white) for pair in pairs) for pairs in (one, two, three))
    assert schedule((1, 2, 3, 4), cycles=2) == (one, three, two, *second)


def test_two_players_meet_once_or_with_both_colours() -> None:
    assert schedule((1, 2)) == ((Pair(1, 2),),)
    assert schedule((1, 2), cycles=2) == ((Pair(1, 2),), (Pair(2, 1),))


@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_and_is_on_one_board_each_round(cycles: int) -> None:
    for size in SIZES:
        numbers = range(1, size + 1)
        rounds = schedule(numbers, cycles)
        meetings = Counter(frozenset(pair) for pairs in rounds for pair in pairs if not pair.is_bye)
        assert meetings == {frozenset(two): cycles for two in combinations(numbers, 2)}, size
        assert all(sorted(n for pair in pairs for n in pair if n) == list(numbers) for pairs in rounds), size
        assert Counter(pair.white for pairs in rounds for pair in pairs if pair.is_bye) == (
            dict.fromkeys(numbers, cycles) if size % 2 else {}
        ), size


def test_the_colours_of_a_cycle_differ_by_no_more_than_one_and_those_of_two_not_at_all() -> None:
    for size in SIZES:
        single, double = (schedule(range(1, size + 1), cycles) for cycles in (1, 2))
        for number in range(1, size + 1):
            once, twice = colours(single, number), colours(double, number)
            assert abs(once.count("w") - once.count("b")) == (size + 1) % 2, (number, size)
            assert twice.count("w") == twice.count("b"), (number, size)


@pytest.mark.parametrize("cycles", [1, 2])
def test_nobody_has_a_colour_three_times_in_a_row_whether_or_not_a_bye_stands_between(cycles: int) -> None:
    for size in SIZES:
        rounds = schedule(range(1, size + 1), cycles)
        for number in range(1, size + 1):
            games = colours(rounds, number).replace("-", "")
            assert not re.search("www|bbb", games), f"{number} of {size}: {games}"


def test_without_the_swap_somebody_would() -> None:
    for size in (n for n in SIZES if n % 2 == 0 and n > 2):
        cycle = schedule(range(1, size + 1))
        back = tuple(tuple(Pair(pair.black, pair.white) for pair in pairs) for pairs in cycle)
        twice = (*cycle, *back)
        assert any(re.search("www|bbb", colours(twice, number)) for number in range(1, size + 1)), size


def test_nobody_meets_the_same_opponent_in_two_rounds_running_where_there_are_others() -> None:
    for size in (n for n in SIZES if n > 3):
        rounds = schedule(range(1, size + 1), cycles=2)
        met = [{frozenset(pair) for pair in pairs if not pair.is_bye} for pairs in rounds]
        assert all(not this & following for this, following in pairwise(met)), size


@pytest.mark.parametrize("numbers", [(), (5,)])
def test_nobody_plays_alone(numbers: tuple[int, ...]) -> None:
    assert schedule(numbers) == schedule(numbers, cycles=2) == ()


@pytest.mark.parametrize(("numbers", "cycles"), [((1, 2, 2), 1), ((0, 1), 1), ((1, 2), 0), ((1, 2), 3)])
def test_it_refuses_what_is_no_round_robin(numbers: tuple[int, ...], cycles: int) -> None:
    with pytest.raises(ValueError):
        schedule(numbers, cycles)
