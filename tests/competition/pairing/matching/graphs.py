"""Small graphs, and their matchings by trying all."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from competition.pairing.matching import bits

Matching = frozenset[tuple[int, int]]


def graph(chance: Random, size: int, share: float) -> dict[int, int]:
    edges = {(one, other) for one in range(size) for other in range(one) if chance.random() < share}
    return dict(enumerate(rows_of(edges, size)))


def rows_of(edges: set[tuple[int, int]], size: int) -> list[int]:
    rows = [0] * size
    for one, other in edges:
        rows[one] |= 1 << other
        rows[other] |= 1 << one
    return rows


def perfect(rows: dict[int, int], left: int) -> Iterator[Matching]:
    if not left:
        yield frozenset()
        return
    one = next(bits(left))
    for other in bits(rows[one] & left):
        for matching in perfect(rows, left & ~(1 << one | 1 << other)):
            yield matching | {(one, other)}


def largest(rows: list[int], left: int) -> int:
    """The number of pairs of a largest matching."""
    if not left:
        return 0
    one = next(bits(left))
    rest = left & ~(1 << one)
    return max(largest(rows, rest), *(1 + largest(rows, rest & ~(1 << each)) for each in bits(rows[one] & rest)), 0)
