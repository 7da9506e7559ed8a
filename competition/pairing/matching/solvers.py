"""Largest matchings of the least cost, found by libraries (Edmonds 1965).

rustworkx is fast and counts in 128 bits. Where those might not be enough, networkx counts in integers of any size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

import rustworkx

from .alternating_paths import ALONE, Rows, bits

Edge = tuple[int, int, int]
"""Two vertices and the cost of pairing them, never less than 0."""

Pairs = Iterable[tuple[int, int]]


def cheapest(vertices: int, edges: Sequence[Edge]) -> Pairs:
    """Return a largest matching of the least cost. If any edge has a cost, a perfect matching must exist."""
    dearest = max(map(itemgetter(2), edges), default=0)
    solve = _in_rust if fits(dearest, vertices.bit_count()) else _in_python
    return solve(vertices, edges, dearest)


def fits(dearest: int, size: int) -> bool:
    """Return whether rustworkx can count with such costs among ``size`` vertices, if all of them can be paired.

    The weight of an edge is how much cheaper it is than the dearest, so from 0 to ``dearest``, and the matching grows
    pair by pair. The duals of the vertices still alone are equal, and the least of all. When two of them are reached,
    the weight of the matching changes by their dual: it falls by ``size / 2`` weights at most. The duals of a pair add
    up to two weights at most, so none is above ``2 + size / 2``; those of odd sets, and the slack of an edge (the duals
    of its ends less two weights), stay within ``size + 6``.
    """
    return dearest * (size + 6) < 1 << 127


def extend(rows: Rows, mate: list[int], within: int) -> int:
    """Make the matching of the vertices ``within`` as large as possible and return those left alone.

    ``mate`` is changed in place. If the vertices alone so far can't be paired with each other, all are paired again.
    """
    alone = sum(1 << vertex for vertex in bits(within) if mate[vertex] == ALONE)
    left = _pair(rows, mate, alone)
    return left if left.bit_count() < 2 or alone == within else _pair(rows, mate, within)


def _pair(rows: Rows, mate: list[int], within: int) -> int:
    """Pair the given vertices from scratch and return those left alone."""
    alone = within
    for vertex in bits(within):
        mate[vertex] = ALONE
    for one, other in cheapest(within, [*_edges(rows, within)]):
        mate[one], mate[other] = other, one
        alone &= ~(1 << one | 1 << other)
    return alone


def _edges(rows: Rows, within: int) -> Iterator[Edge]:
    for vertex in bits(within):
        for other in bits(rows[vertex] & within & (1 << vertex) - 1):
            yield vertex, other, 0


def _in_rust(vertices: int, edges: Iterable[Edge], dearest: int) -> Pairs:
    names = list(bits(vertices))
    place = {vertex: index for index, vertex in enumerate(names)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from([(place[one], place[other], dearest - cost) for one, other, cost in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(names[one], names[other]) for one, other in pairs]


def _in_python(_vertices: int, edges: Iterable[Edge], dearest: int) -> Pairs:
    import networkx  # noqa: PLC0415 (slow to load, and hardly ever needed)

    graph = networkx.Graph()
    graph.add_weighted_edges_from((one, other, dearest - cost) for one, other, cost in edges)
    pairs: Pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return pairs
