"""Round robins at tables: who meets whom how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb

import pytest

from competition.tables.schedule import Tables, full_rounds, schedule
from competition.tables.sizes import table_sizes


def meetings(rounds: Sequence[Tables[str]]) -> Counter[frozenset[str]]:
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))


KNOWN = [(9, 3, 4), (16, 4, 5), (25, 5, 6), (15, 3, 7), (21, 3, 10), (27, 3, 13), (28, 4, 9)]


@pytest.mark.parametrize(("players", "wanted", "rounds"), KNOWN)
def test_known_schedules_let_every_two_meet_once(players: int, wanted: int, rounds: int) -> None:
    names = [chr(ord("a") + number) for number in range(players)]
    found = schedule(names, wanted, rounds)
    assert full_rounds(players, wanted) == rounds == len(found)
    assert all(sorted(sum(tables, ())) == names for tables in found)
    assert meetings(found) == Counter(map(frozenset, combinations(names, 2)))


@pytest.mark.parametrize(("players", "wanted", "rounds"), [(6, 3, 3), (6, 3, 4), (8, 4, 3), (8, 4, 4), (10, 5, 3)])
def test_at_two_tables_meetings_are_as_even_as_can_be(players: int, wanted: int, rounds: int) -> None:
    """Of a table of ``size``, half sits together again in any other round at least, so two rounds share no fewer pairs
    than two such tables split in halves."""
    found = schedule([chr(ord("a") + number) for number in range(players)], wanted, rounds)
    shared = 2 * sum(comb(half, 2) for half in (wanted // 2, wanted - wanted // 2))
    counts = meetings(found).values()
    assert sum(comb(times, 2) for times in counts) == comb(rounds, 2) * shared


@pytest.mark.parametrize(("players", "wanted"), [(3, 3), (7, 4), (11, 4), (14, 4), (16, 3)])
def test_any_field_fills_its_tables(players: int, wanted: int) -> None:
    names = [chr(ord("a") + number) for number in range(players)]
    found = schedule(names, wanted, 3)
    for tables in found:
        assert tuple(map(len, tables)) == table_sizes(players, wanted)
        assert sorted(sum(tables, ())) == names


@pytest.mark.parametrize(("players", "wanted", "rounds", "again"), [(7, 4, 2, 3), (13, 4, 4, 0)])
def test_meetings_are_even_before_small_tables_go_round(players: int, wanted: int, rounds: int, again: int) -> None:
    """Of seven, two of the four and one of the three must sit at the small table of round 2, or more pairs meet again:
    `test_draw.py`. In four rounds of 13, nobody needs to."""
    counts = meetings(schedule([chr(ord("a") + number) for number in range(players)], wanted, rounds)).values()
    assert sum(comb(times, 2) for times in counts) == again
