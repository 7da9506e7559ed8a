"""Rounds at tables: who meets whom, who sits at a small table, and whether it could have been better."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from competition.tables.draw import MustMeet, RoundOfTables, draw_round, small_tables
from competition.tables.sizes import table_sizes

EVENTS = 30  # of the 500 that docs tell of
NONE = Fraction(0)
IMPOSSIBLE = 10**6


def meetings(past: Sequence[RoundOfTables[int]]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for tables in past for table in tables for pair in combinations(table, 2))


def repeats(tables: RoundOfTables[int], past: Sequence[RoundOfTables[int]]) -> int:
    met = meetings(past)
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def fewest_repeats(
    players: Sequence[int],
    past: Sequence[RoundOfTables[int]],
    sizes: Sequence[int],
    apart: Sequence[frozenset[int]] = (),
) -> int:
    """Of all ways to fill the tables in which nobody gets two more small ones than another, and none who are kept apart
    meet."""
    met, small = meetings(past), small_tables(past, players)
    large_sizes = tuple(size for size in sizes if size == sizes[0])
    small_sizes = tuple(size for size in sizes if size < sizes[0])

    @cache
    def fewest(free: frozenset[int], wanted: tuple[int, ...]) -> int:
        if not wanted:
            return 0
        first, *others = sorted(free)
        tables = (frozenset((first, *rest)) for rest in combinations(others, wanted[0] - 1))
        filled = (
            sum(met[frozenset(pair)] for pair in combinations(table, 2)) + fewest(free - table, wanted[1:])
            for table in tables
            if not any(pair <= table for pair in apart)
        )
        return min(filled, default=IMPOSSIBLE)

    everyone = frozenset(players)
    splits = map(frozenset, combinations(players, sum(small_sizes)))
    return min(
        fewest(everyone - seated, large_sizes) + fewest(seated, small_sizes)
        for seated in splits
        if is_even([small[player] + (player in seated) for player in players])
    )


def is_even(counts: Collection[int]) -> bool:
    return max(counts) - min(counts) <= 1


def random_event(number: int, fewest: int, most: int) -> tuple[int, int, int, random.Random]:
    """Players, wanted size of tables, rounds, and what chance the event takes its results by."""
    chance = random.Random(number)
    return chance.randint(fewest, most), chance.choice((3, 4, 5)), chance.randint(3, 6), chance


def play(tables: RoundOfTables[int], scores: dict[int, Fraction], chance: random.Random) -> None:
    for table in tables:
        for place, player in enumerate(chance.sample(list(table), len(table))):
            scores[player] += Fraction(len(table) - place)


@pytest.mark.parametrize("number", range(EVENTS))
def test_as_few_as_possible_meet_again(number: int) -> None:
    players, wanted, rounds, chance = random_event(number, 6, 13)
    scores, past = dict.fromkeys(range(players), NONE), list[RoundOfTables[int]]()
    sizes = table_sizes(players, wanted)
    for _ in range(rounds):
        order = sorted(scores, key=lambda player: (-scores[player], chance.random()))
        tables = draw_round(order, scores, past, sizes)
        assert sorted(sum(tables, ())) == list(range(players))
        assert tuple(map(len, tables)) == sizes
        assert repeats(tables, past) == fewest_repeats(range(players), past, sizes)
        past.append(tables)
        assert is_even(small_tables(past, range(players)).values())
        play(tables, scores, chance)


@pytest.mark.parametrize("number", range(EVENTS // 6))
def test_those_who_are_kept_apart_never_meet_and_as_few_others_as_possible_meet_again(number: int) -> None:
    players, wanted, rounds, chance = random_event(number, 8, 11)
    sizes, past = table_sizes(players, wanted), list[RoundOfTables[int]]()
    if len(sizes) == 1:
        return
    apart = [frozenset(chance.sample(range(players), 2)) for _ in range(3)]
    for _ in range(rounds):
        order = chance.sample(range(players), players)
        tables = draw_round(order, dict.fromkeys(order, NONE), past, sizes, apart)
        assert not any(pair <= set(table) for pair in apart for table in tables)
        assert repeats(tables, past) == fewest_repeats(range(players), past, sizes, apart)
        past.append(tables)


def test_a_pair_kept_apart_counts_for_more_than_small_tables_that_go_round() -> None:
    """Of a, b, c and d three would be at the small table now, so that e and f met at the large one."""
    past, scores = [("abcd", "efg")], dict.fromkeys("abcdefg", NONE)
    tables = draw_round("abcdefg", scores, past, (4, 3), [frozenset("ef")])
    assert not any({"e", "f"} <= set(table) for table in tables)


def test_it_names_those_who_would_have_to_meet() -> None:
    """a needs two others at the table, and only f may be one."""
    apart = [frozenset(("a", other)) for other in "bcde"]
    with pytest.raises(MustMeet) as refused:
        draw_round("abcdef", dict.fromkeys("abcdef", NONE), [], (3, 3), apart)
    [pair] = refused.value.args[0]
    assert pair in apart


@pytest.mark.parametrize("number", range(EVENTS // 10))
def test_in_a_large_field_nobody_meets_again(number: int) -> None:
    number_of_tables, wanted, _, chance = random_event(number, 10, 14)
    players = number_of_tables * wanted
    scores, past = dict.fromkeys(range(players), NONE), list[RoundOfTables[int]]()
    for _ in range(3):
        order = sorted(scores, key=lambda player: (-scores[player], chance.random()))
        tables = draw_round(order, scores, past, table_sizes(players, wanted))
        assert repeats(tables, past) == 0
        past.append(tables)
        assert is_even(small_tables(past, range(players)).values())
        play(tables, scores, chance)


def test_those_who_stand_level_sit_together_and_the_last_at_the_small_table() -> None:
    scores = {player: Fraction(points) for player, points in zip("abcdefg", (9, 9, 9, 6, 3, 3, 3), strict=True)}
    assert draw_round("abcdefg", scores, [], (4, 3)) == (tuple("abcd"), tuple("efg"))


def test_small_tables_go_round() -> None:
    scores = dict.fromkeys("abcdefg", NONE)
    past = [("abcd", "efg")]
    small = set(draw_round("abcdefg", scores, past, (4, 3))[-1])
    assert small <= set("abcd")


def test_who_enters_late_owes_no_small_table() -> None:
    past = [("abcd", "efg"), ("defg", "abc")]
    assert small_tables(past, "abcdefgh") == Counter(dict.fromkeys("abcefg", 1)) + Counter(h=0)
    assert small_tables([*past, ("abce", "dfg")], "abcdefgh")["h"] == 1


def test_the_same_field_is_drawn_the_same() -> None:
    scores = dict.fromkeys(range(14), NONE)
    past = [draw_round(range(14), scores, [], (4, 4, 3, 3))]
    assert draw_round(range(14), scores, past, (4, 4, 3, 3)) == draw_round(range(14), scores, past, (4, 4, 3, 3))


def test_tables_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="fill"):
        draw_round("abcde", dict.fromkeys("abcde", NONE), [], (3, 3))
