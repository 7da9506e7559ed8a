"""Search by alternating paths in a general graph (Edmonds 1965; the labels are Gabow's, J. ACM 23, 1976)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

ALONE = -1

Rows = Mapping[int, int] | Sequence[int]


def bits(mask: int) -> Iterator[int]:
    """The members of a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first(mask: int) -> int:
    """The smallest member of a set that is not empty."""
    return (mask & -mask).bit_length() - 1


def extend(rows: Rows, mate: list[int], within: int) -> int:
    """Make the matching of the vertices ``within`` as large as can be and return those that stay alone.

    ``mate`` is changed in place. No vertex that was matched is left alone.
    """
    alone = sum(1 << vertex for vertex in bits(within) if mate[vertex] == ALONE)
    for vertex in bits(alone):
        if mate[vertex] == ALONE and (near := rows[vertex] & alone):
            mate[vertex] = partner = first(near)
            mate[partner] = vertex
            alone &= ~(1 << vertex | 1 << partner)
    for vertex in bits(alone):
        if alone >> vertex & 1:
            search = Search(rows, mate, vertex, within, alone)
            if search.grow():
                alone &= ~(1 << vertex | 1 << search.end)
                search.augment()
    return alone


class Search:
    """The alternating tree from ``root``, which is alone or whose mate is not ``within``.

    ``outer`` are the vertices that could be alone in its place: an alternating path of even length leads there, and
    ``rematch`` walks it. ``inner`` are those reached by odd paths only. ``exposed`` are the vertices at which a path
    ends that makes the matching larger.
    """

    def __init__(self, rows: Rows, mate: list[int], root: int, within: int, exposed: int = 0) -> None:
        self.outer = 1 << root
        self.inner = 0
        self.end = ALONE
        self._rows, self._mate, self._root, self._within = rows, mate, root, within
        self._exposed = exposed & ~self.outer
        self._queue = deque([root])
        self._parent: dict[int, int] = {}
        self._bridge: dict[int, tuple[int, int]] = {}
        self._up: dict[int, int] = {}
        self._group: dict[int, int] = {}

    def grow(self, wanted: int = 0) -> bool:
        """Go on until an exposed vertex, kept as ``end``, or one of ``wanted`` as an outer one is reached."""
        while self._queue and not self.outer & wanted:
            vertex = self._queue.popleft()
            row = self._rows[vertex] & self._within
            if found := row & self._exposed:
                self.end = first(found)
                self._last = vertex
                return True
            self._branch(vertex, row & ~(self.outer | self.inner))
            while touching := row & self.outer & ~self.group(vertex):
                self._fold(vertex, first(touching))
        return bool(self.outer & wanted)

    def base(self, vertex: int) -> int:
        """The vertex of its group that is nearest to the root."""
        up = self._up
        while (above := up.get(vertex, vertex)) != vertex:
            up[vertex] = vertex = up.get(above, above)
        return vertex

    def group(self, vertex: int) -> int:
        """The outer vertices that have grown together with this one by odd cycles."""
        base = self.base(vertex)
        return self._group.get(base, 1 << base)

    def augment(self) -> None:
        """Match the root by the path that ``grow`` found to ``end``."""
        self._mate[self.end] = self._last
        self.rematch(self._last, self.end)

    def rematch(self, vertex: int, partner: int) -> None:
        """Give an outer vertex another partner, and everybody on its path to the root as well; the root is matched."""
        mate = self._mate
        waiting = [(vertex, partner)]
        while waiting:
            vertex, partner = waiting.pop()
            before = mate[vertex]
            mate[vertex] = partner
            if before < 0 or mate[before] != vertex:
                continue
            if vertex in self._bridge:
                near, far = self._bridge[vertex]
                waiting += (far, near), (near, far)
            else:
                mate[before] = self._parent[before]
                waiting.append((self._parent[before], before))

    def _branch(self, vertex: int, free: int) -> None:
        mate = self._mate
        while free:
            low = free & -free
            inner = low.bit_length() - 1
            outer = mate[inner]
            free &= ~(low | 1 << outer)
            self._parent[inner] = vertex
            self.inner |= low
            self.outer |= 1 << outer
            self._queue.append(outer)

    def _fold(self, one: int, other: int) -> None:
        """Two outer vertices are neighbours: what lies on the odd cycle through them is outer from now on."""
        top = self._meeting(one, other)
        members = self._group.get(top, 1 << top)
        for near, far in ((one, other), (other, one)):
            base = self.base(near)
            while base != top:
                inner = self._mate[base]
                self._bridge[inner] = near, far
                self._queue.append(inner)
                members |= self._group.get(base, 1 << base) | 1 << inner
                self._up[base] = self._up[inner] = top
                base = self.base(self._parent[inner])
        self.outer |= members
        self.inner &= ~members
        self._group[top] = members

    def _meeting(self, one: int, other: int) -> int:
        """The base nearest to both on their ways to the root."""
        passed = set(self._way(one))
        return next(base for base in self._way(other) if base in passed)

    def _way(self, vertex: int) -> Iterator[int]:
        """The bases from a vertex to the root."""
        base, last = self.base(vertex), self.base(self._root)
        yield base
        while base != last:
            base = self.base(self._parent[self._mate[base]])
            yield base
