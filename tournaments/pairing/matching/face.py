"""All matchings that are still in question, narrowed down criterion by criterion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .search import ALONE, Search, bits, first
from .weighted import Solver


class Block(NamedTuple):
    """All edges between two sets of vertices, which may overlap, cost so much each; never less than 0."""

    cost: int
    left: int
    right: int

    def holds(self, one: int, other: int) -> bool:
        """Whether it is about the edge between these two."""
        return bool((self.left >> one & self.right >> other | self.left >> other & self.right >> one) & 1)


class Face:
    """The perfect matchings of a graph that were the best so far, and ``mate``, one of them.

    They are the perfect matchings of the graph of ``rows`` that leave each of ``odd_sets`` by one edge only.
    """

    def __init__(self, rows: dict[int, int], mate: list[int], within: int) -> None:
        self.rows = rows
        self.mate = mate
        self.within = within
        self.odd_sets: list[int] = []

    def complete(self) -> bool:
        """Make ``mate`` perfect, keeping what it has. False if the graph has no perfect matching."""
        for vertex in bits(self.within):
            if self.mate[vertex] >= 0 and not self.rows[vertex] >> self.mate[vertex] & 1:
                self.mate[self.mate[vertex]] = self.mate[vertex] = ALONE
        return self._solve(())

    def minimise(self, *blocks: Block) -> None:
        """Keep only the matchings that cost the least; blocks that overlap add up."""
        blocks = tuple(block for block in blocks if block.cost and block.left and block.right)
        if not blocks:
            return
        if self.costs_nothing(blocks):
            self._forbid(blocks)
        elif not self._solve(blocks):
            raise AssertionError("A face has a perfect matching.")

    def can(self, *blocks: Block) -> bool:
        """Keep only the matchings with none of these edges, if there are any; otherwise nothing changes."""
        rows, mate, odd_sets = self.rows.copy(), self.mate[:], self.odd_sets
        self.minimise(*blocks)
        if self.costs_nothing(blocks):
            return True
        self.rows, self.mate, self.odd_sets = rows, mate, odd_sets
        return False

    def prefer(self, vertex: int, near: int) -> None:
        """Pair a vertex within ``near`` if that can be, and keep only the matchings that do; outside if it cannot."""
        near &= self.rows[vertex]
        far = self.rows[vertex] & ~near
        if near and far and not near >> self.mate[vertex] & 1:
            if self.odd_sets:
                self.minimise(Block(1, 1 << vertex, far))
            else:
                self._reach(vertex, near)
        self._keep(vertex, near if near >> self.mate[vertex] & 1 else far)

    def first(self, vertex: int, among: int) -> int:
        """Pair a vertex with the smallest of ``among`` that it can be paired with, and keep only the matchings that do.

        It must be paired with one of them already. Returns the partner.
        """
        mate = self.mate[vertex]
        better = self.rows[vertex] & among & (1 << mate) - 1
        if better:
            self._keep(vertex, better | 1 << mate)
            if self.odd_sets:
                self.minimise(
                    *(Block(cost, 1 << vertex, 1 << each) for cost, each in enumerate(bits(better | 1 << mate)))
                )
            else:
                self._reach(vertex, better)
        partner = self.mate[vertex]
        self._keep(vertex, 1 << partner)
        self._keep(partner, 1 << vertex)
        return partner

    def _reach(self, vertex: int, near: int) -> None:
        """Pair a vertex with the smallest of ``near`` that an alternating cycle leads to, if there is one."""
        mate = self.mate[vertex]
        search = Search(self.rows, self.mate, mate, self.within & ~(1 << vertex))
        search.grow(near & -near)
        if found := near & search.outer:
            self.mate[vertex] = partner = first(found)
            search.rematch(partner, vertex)

    def costs_nothing(self, blocks: Sequence[Block]) -> bool:
        mate = self.mate
        return not any(block.right >> mate[vertex] & 1 for block in blocks for vertex in bits(block.left))

    def _forbid(self, blocks: Sequence[Block]) -> None:
        for _, left, right in blocks:
            for vertex in bits(left):
                self.rows[vertex] &= ~right
            for vertex in bits(right):
                self.rows[vertex] &= ~left

    def _keep(self, vertex: int, near: int) -> None:
        for other in bits(self.rows[vertex] & ~near):
            self.rows[other] &= ~(1 << vertex)
        self.rows[vertex] &= near

    def _solve(self, blocks: Sequence[Block]) -> bool:
        levels = self._levels(blocks)
        solver = Solver(levels, self.mate, self.within)
        if not solver.solve():
            return False
        self.rows = solver.rows()
        self.odd_sets = [each.mask for each in solver.odd_sets()]
        return True

    def _levels(self, blocks: Sequence[Block]) -> list[list[tuple[int, int]]]:
        levels: list[list[tuple[int, int]]] = [[] for _ in self.mate]
        fine = 1 + sum(block.cost for block in blocks) * len(self.mate)
        for vertex in bits(self.within):
            parts = [(0, self.rows[vertex])]
            for cost, left, right in blocks:
                dear = (right if left >> vertex & 1 else 0) | (left if right >> vertex & 1 else 0)
                if dear:
                    parts = _split(parts, dear, cost)
            for odd in self.odd_sets:
                parts = _split(parts, ~odd if odd >> vertex & 1 else odd, fine)
            levels[vertex] = parts
        return levels


def _split(parts: list[tuple[int, int]], dear: int, cost: int) -> list[tuple[int, int]]:
    """Let the neighbours in ``dear`` cost so much more."""
    split = []
    for before, others in parts:
        if rest := others & ~dear:
            split.append((before, rest))
        if costly := others & dear:
            split.append((before + cost, costly))
    return split
