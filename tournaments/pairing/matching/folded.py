"""Odd sets of vertices taken as one vertex each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from .search import ALONE, Search, bits, first


@dataclass(slots=True, eq=False)
class OddSet:
    """Vertices that an optimal matching pairs among themselves but for one, the ``base``.

    ``rows`` are the tight edges between different ``parts``; the parts are smaller odd sets, and vertices.
    """

    mask: int
    base: int
    parts: list[OddSet]
    rows: dict[int, int]
    dual: int

    def rebase(self, vertex: int, mate: list[int]) -> None:
        """Pair the set within itself so that ``vertex`` is the one left out."""
        if vertex == self.base:
            return
        folded = Folded(self.parts, self.mask, self.rows.__getitem__, mate)
        search = folded.search(self.base, self.mask)
        goal = folded.node(vertex)
        search.grow(1 << goal)
        before = folded.mate[:]
        folded.mate[folded.node(self.base)] = ALONE
        search.rematch(goal, ALONE)
        folded.unfold(before, mate)
        folded.enter(goal, vertex, mate)
        self.base = vertex


class Folded:
    """A graph whose odd sets are taken as one vertex each, their smallest."""

    def __init__(self, sets: Iterable[OddSet], mask: int, tight: Callable[[int], int], mate: list[int]) -> None:
        self.sets = {first(each.mask): each for each in sets}
        self.tight = tight
        self.mask = mask
        self._node: dict[int, int] = {}
        for node, each in self.sets.items():
            self.mask &= ~each.mask | 1 << node
            for vertex in bits(each.mask):
                self._node[vertex] = node
        self.mate = mate[:]
        for node, each in self.sets.items():
            self.mate[node] = other = self.node(mate[each.base])
            if other != ALONE:
                self.mate[other] = node
        self.rows = _Rows(self)

    def node(self, vertex: int) -> int:
        return self._node.get(vertex, vertex)

    def members(self, node: int) -> int:
        each = self.sets.get(node)
        return each.mask if each else 1 << node

    def expand(self, nodes: int) -> int:
        """The vertices of these nodes."""
        for node, each in self.sets.items():
            if nodes >> node & 1:
                nodes |= each.mask
        return nodes

    def search(self, root: int, within: int, exposed: int = 0) -> Search:
        return Search(self.rows, self.mate, self.node(root), within & self.mask, exposed)

    def unfold(self, before: Sequence[int], mate: list[int]) -> None:
        """Carry the partners that differ from ``before`` over to the vertices."""
        for node in bits(self.mask):
            other = self.mate[node]
            if other > node and before[node] != other:
                one, partner = self._edge(node, other)
                self.enter(node, one, mate)
                self.enter(other, partner, mate)
                mate[one], mate[partner] = partner, one

    def enter(self, node: int, vertex: int, mate: list[int]) -> None:
        """Make ``vertex`` the one by which a node is paired."""
        if each := self.sets.get(node):
            each.rebase(vertex, mate)

    def _edge(self, node: int, other: int) -> tuple[int, int]:
        members = self.members(other)
        return next((one, first(row)) for one in bits(self.members(node)) if (row := self.tight(one) & members))


class _Rows(dict[int, int]):
    """The neighbours of a node, worked out when they are asked for."""

    def __init__(self, folded: Folded) -> None:
        super().__init__()
        self._folded = folded

    def __missing__(self, node: int) -> int:
        folded = self._folded
        if not folded.sets:
            row = folded.tight(node)
        else:
            row = 0
            for vertex in bits(folded.members(node)):
                row |= folded.tight(vertex)
            for other, each in folded.sets.items():
                if row & each.mask:
                    row = row & ~each.mask | 1 << other
            row &= ~(1 << node)
        self[node] = row
        return row
