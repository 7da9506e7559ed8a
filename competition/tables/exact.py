"""The best tables of all that there are, for as many players as can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Final

from .field import Field

MOST_EXACT: Final = 16  # players: beyond, there are too many ways to seat them


def best_tables(field: Field, players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Return tables of these sizes that cost least, of all ways to fill them with the players.

    Each table that could be is judged once. The first player without a seat is then seated at every one of them, the
    cheapest first, and what is best for those who are left is found once for each set of them. ``sizes`` differ by one
    at most.
    """
    large, small = max(sizes), min(sizes)
    choices: list[list[tuple[int, int, bool]]] = [[] for _ in players]
    for size in {large, small}:
        for seats in combinations(range(len(players)), size):
            cost = field.cost([players[seat] for seat in seats])
            choices[seats[0]].append((cost, sum(1 << seat for seat in seats), size == large))
    for each in choices:
        each.sort()

    @cache
    def best(free: int, large_left: int) -> tuple[int, tuple[int, ...]]:
        """Return the least cost of seating the free players, and the tables; sets of players are bits."""
        if not free:
            return 0, ()
        is_small_left = free.bit_count() > large_left * large
        found: tuple[int, tuple[int, ...]] | None = None
        for cost, table, is_large in choices[(free & -free).bit_length() - 1]:
            if found is not None and cost >= found[0]:
                break
            if table & ~free or not (large_left if is_large else is_small_left):
                continue
            rest, others = best(free ^ table, large_left - is_large)
            if found is None or cost + rest < found[0]:
                found = cost + rest, (table, *others)
        assert found is not None
        return found

    _cost, tables = best((1 << len(players)) - 1, list(sizes).count(large))
    return [[player for seat, player in enumerate(players) if table >> seat & 1] for table in tables]
