"""Perfect matchings of least cost (Edmonds 1965): duals of vertices and of odd sets, raised until one exists.

Each step searches the graph of the edges that are tight, with every odd set that has a dual taken as one vertex. If the
search ends short of a vertex that is alone, the duals change by as much as they can, and it is made again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from .folded import Folded, OddSet
from .search import ALONE, bits, first

Levels = Sequence[Sequence[tuple[int, int]]]
"""For each vertex its edges by cost: pairs of a cost, not negative, and the set of neighbours."""


@dataclass(slots=True)
class Cells:
    """Vertices by the value of their dual, which few differ in."""

    dual: list[int]
    sets: dict[int, int] = field(default_factory=dict)
    ascending: list[tuple[int, int]] = field(default_factory=list)

    def build(self, within: int) -> None:
        self.sets = {}
        for vertex in bits(within):
            value = self.dual[vertex]
            self.sets[value] = self.sets.get(value, 0) | 1 << vertex
        self.ascending = sorted(self.sets.items())

    def least(self, among: int) -> int:
        """The least dual in a set that is not empty."""
        if among.bit_count() < len(self.ascending):
            return min(self.dual[vertex] for vertex in bits(among))
        return next(value for value, cell in self.ascending if cell & among)


class Solver:
    """A matching made perfect at the least cost, from the one given as far as it is of use.

    An edge is tight when the duals of its ends and twice its cost come to 0 (and, within an odd set, the set's dual
    with them); less than 0 they never are. The optimal matchings are the perfect ones of tight edges that leave every
    odd set by one edge only.
    """

    def __init__(self, levels: Levels, mate: list[int], within: int) -> None:
        self.mate = mate
        self._levels = levels
        self._within = within
        self._cells = Cells([0] * len(mate))
        self._cells.build(within)
        self._dual = self._cells.dual
        self._top: list[OddSet] = []

    def solve(self) -> bool:
        """Whether there is a perfect matching; if so, ``mate`` is one of the least cost."""
        alone = self._keep_tight()
        for vertex in bits(alone):
            if self.mate[vertex] == ALONE:
                while not self._augment(vertex):
                    if not self._raise_duals():
                        return False
        return True

    def tight(self, vertex: int) -> int:
        """Neighbours by a tight edge. Of those within the same odd set it says nothing."""
        dual, sets = self._dual[vertex], self._cells.sets
        row = 0
        for cost, others in self._levels[vertex]:
            row |= others & sets.get(-2 * cost - dual, 0)
        return row

    def rows(self) -> dict[int, int]:
        """All neighbours of each vertex by tight edges."""
        rows = {vertex: self.tight(vertex) for vertex in bits(self._within)}
        for each in self._top:
            for vertex in bits(each.mask):
                rows[vertex] &= ~each.mask
        for each in self.odd_sets():
            for vertex, row in each.rows.items():
                rows[vertex] |= row
        return rows

    def odd_sets(self) -> Iterator[OddSet]:
        waiting = self._top[:]
        while waiting:
            each = waiting.pop()
            waiting += each.parts
            yield each

    def _keep_tight(self) -> int:
        """Part the pairs that cost something, and pair again what can be for nothing."""
        mate, alone = self.mate, 0
        for vertex in bits(self._within):
            other = mate[vertex]
            if other < 0 or not self.tight(vertex) >> other & 1:
                mate[vertex] = ALONE
                alone |= 1 << vertex
        left = alone
        for vertex in bits(alone):
            if left >> vertex & 1 and (near := self.tight(vertex) & left):
                mate[vertex] = other = first(near)
                mate[other] = vertex
                left &= ~(1 << vertex | 1 << other)
        return left

    def _augment(self, root: int) -> bool:
        self._folded = folded = Folded(self._top, self._within, self.tight, self.mate)
        exposed = sum(1 << node for node in bits(folded.mask) if folded.mate[node] == ALONE)
        self._search = search = folded.search(root, self._within, exposed)
        if not search.grow():
            return False
        before = folded.mate[:]
        search.augment()
        folded.unfold(before, self.mate)
        return True

    def _raise_duals(self) -> bool:
        outer, inner = self._folded.expand(self._search.outer), self._folded.expand(self._search.inner)
        groups = self._groups()
        step = self._step(groups, outer, inner)
        if step is None:
            return False
        top = [each for each in self._top if not each.mask & outer]
        for each in top:
            if each.mask & inner:
                each.dual -= 2 * step
        for mask, base in groups:
            if mask & mask - 1:
                top.append(self._grown(mask, base, step))
        self._top = [part for each in top for part in ([each] if each.dual else each.parts)]
        for vertex in bits(outer):
            self._dual[vertex] -= step
        for vertex in bits(inner):
            self._dual[vertex] += step
        self._cells.build(self._within)
        return True

    def _groups(self) -> list[tuple[int, int]]:
        """What the search has grown together: the vertices and the one that is paired outside or alone."""
        folded, search = self._folded, self._search
        groups = []
        left = search.outer
        while left:
            node = first(left)
            group, base = search.group(node), search.base(node)
            left &= ~group
            each = folded.sets.get(base)
            groups.append((folded.expand(group), each.base if each else base))
        return groups

    def _grown(self, mask: int, base: int, step: int) -> OddSet:
        parts = [each for each in self._top if each.mask & mask]
        if len(parts) == 1 and parts[0].mask == mask:
            parts[0].dual += 2 * step
            return parts[0]
        rows = {vertex: self.tight(vertex) & mask for vertex in bits(mask)}
        for part in parts:
            for vertex in bits(part.mask):
                rows[vertex] &= ~part.mask
        return OddSet(mask, base, parts, rows, 2 * step)

    def _step(self, groups: list[tuple[int, int]], outer: int, inner: int) -> int | None:
        """By how much the duals can change until an edge becomes tight or an odd set loses its dual."""
        steps = [each.dual // 2 for each in self._top if each.mask & inner]
        best = min(steps, default=None)
        free = self._within & ~(outer | inner)
        for mask, _ in groups:
            others = outer & ~mask
            for vertex in bits(mask):
                dual = self._dual[vertex]
                for cost, row in self._levels[vertex]:
                    slack = dual + 2 * cost
                    if near := row & free:
                        step = slack + self._cells.least(near)
                        best = step if best is None or step < best else best
                    if near := row & others:
                        step = (slack + self._cells.least(near)) // 2
                        best = step if best is None or step < best else best
        return best
