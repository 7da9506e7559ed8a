"""Search by alternating paths in a general graph (Edmonds 1965; the labels are Gabow's, J. ACM 23, 1976)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

ALONE = -1

Rows = Mapping[int, int] | Sequence[int]


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def first(mask: int) -> int:
    """Return the smallest member of a non-empty set."""
    return (mask & -mask).bit_length() - 1


class Search:
    """The alternating tree from ``root``, a vertex that a largest matching leaves alone.

    ``outer`` are the vertices that could be left alone in its place: an alternating path of even length leads there.
    ``inner`` are those reached by odd paths only.
    """

    def __init__(self, rows: Rows, mate: Sequence[int], root: int, within: int) -> None:
        self.outer = 1 << root
        self.inner = 0
        self._mate, self._root = mate, root
        self._queue = deque([root])
        self._parent: dict[int, int] = {}
        self._up: dict[int, int] = {}
        self._group: dict[int, int] = {}
        self._grow(rows, within)

    def group(self, vertex: int) -> int:
        """Return the outer vertices that odd cycles have joined with the given one."""
        base = self._base(vertex)
        return self._group.get(base, 1 << base)

    def _grow(self, rows: Rows, within: int) -> None:
        while self._queue:
            vertex = self._queue.popleft()
            row = rows[vertex] & within
            self._branch(vertex, row & ~(self.outer | self.inner))
            while touching := row & self.outer & ~self.group(vertex):
                self._fold(vertex, first(touching))

    def _base(self, vertex: int) -> int:
        """Return the vertex of a vertex's group that is nearest to the root."""
        up = self._up
        while (above := up.get(vertex, vertex)) != vertex:
            up[vertex] = vertex = up.get(above, above)
        return vertex

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
        """Join two neighbouring outer vertices: everything on the odd cycle through them becomes outer."""
        top = self._meeting(one, other)
        members = self._group.get(top, 1 << top)
        for base in (self._base(one), self._base(other)):
            while base != top:
                inner = self._mate[base]
                self._queue.append(inner)
                members |= self._group.get(base, 1 << base) | 1 << inner
                self._up[base] = self._up[inner] = top
                base = self._base(self._parent[inner])
        self.outer |= members
        self.inner &= ~members
        self._group[top] = members

    def _meeting(self, one: int, other: int) -> int:
        """Return the nearest base that lies on both vertices' ways to the root."""
        passed = set(self._way(one))
        return next(base for base in self._way(other) if base in passed)

    def _way(self, vertex: int) -> Iterator[int]:
        """Yield the bases on the way from a vertex to the root."""
        base, last = self._base(vertex), self._base(self._root)
        yield base
        while base != last:
            base = self._base(self._parent[self._mate[base]])
            yield base
