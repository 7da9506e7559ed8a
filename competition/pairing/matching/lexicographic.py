"""All matchings that are still possible, narrowed down criterion by criterion."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .alternating_paths import bits
from .solvers import Edge, cheapest, fits


class EdgeCost(NamedTuple):
    """The cost of each edge between two sets of vertices, which may overlap; never less than 0."""

    cost: int
    left: int
    right: int

    def holds(self, one: int, other: int) -> bool:
        """Return whether this is the cost of the edge between two given vertices."""
        return bool((self.left >> one & self.right >> other | self.left >> other & self.right >> one) & 1)


class PartnerOrder(NamedTuple):
    """A vertex and sets of partners for it, the most preferred set first."""

    vertex: int
    partners: Sequence[int]

    def dearer(self, partner: int) -> int:
        """Return all partners that the vertex would prefer to the given one."""
        dearer = 0
        for each in self.partners:
            if each >> partner & 1:
                break
            dearer |= each
        return dearer

    def equal(self, partner: int, row: int) -> int:
        """Return the partners in ``row`` that the vertex wants as much as the given one."""
        return row & next((each for each in self.partners if each >> partner & 1), ~sum(self.partners))

    def blocks(self, unit: int, row: int) -> Iterator[EdgeCost]:
        """Yield costs by which a partner in each set costs one ``unit`` more than one in the set before it.

        ``row`` are all possible partners; those in no set come last.
        """
        others = row & ~sum(self.partners)
        for rank, each in enumerate((*self.partners, others)):
            yield EdgeCost(unit * rank, 1 << self.vertex, each)


class OptimalMatchings:
    """The best perfect matchings of a graph so far, and ``mate``, one of them.

    They are the perfect matchings of the graph of ``rows`` that cost no more than ``mate`` by ``costs``. Those costs
    are the criteria that could not be met in full, each worth more than all that came after it.
    """

    def __init__(self, rows: dict[int, int], mate: list[int], within: int) -> None:
        self.rows = rows
        self.mate = mate
        self.within = within
        self.costs: list[EdgeCost] = []

    def complete(self) -> bool:
        """Make ``mate`` perfect; return False if the graph has no perfect matching."""
        if all(self.mate[vertex] >= 0 and self.rows[vertex] >> self.mate[vertex] & 1 for vertex in bits(self.within)):
            return True
        return self._solve(self.within, [])

    def minimise(self, *blocks: EdgeCost) -> None:
        """Keep only the matchings that cost the least; where blocks overlap, their costs add up."""
        if cost := self.cost(blocks):
            self._improve(self._above(cost, blocks))
            cost = self.cost(blocks)
        if cost:
            self.costs = self._above(cost, blocks)
        else:
            self._forbid(blocks)

    def can(self, *blocks: EdgeCost) -> bool:
        """Keep only the matchings with none of the given edges, if there are any; otherwise change nothing.

        Return whether there are.
        """
        before = self.rows.copy(), self.mate[:], self.costs
        self.minimise(*blocks)
        if not self.cost(blocks):
            return True
        self.rows, self.mate, self.costs = before
        return False

    def prefer(self, wishes: Iterable[tuple[int, int]]) -> None:
        """Keep the matchings that pair each vertex in turn within its set, or outside it where that is impossible.

        ``wishes`` has each vertex with its set.
        """
        self._grant([PartnerOrder(vertex, (near,)) for vertex, near in wishes])

    def first(self, vertices: Iterable[int], among: int) -> None:
        """Keep the matchings that pair each vertex in turn with the smallest possible partner in ``among``.

        Each vertex must already have its partner in ``among``.
        """
        self._grant(
            [PartnerOrder(vertex, [1 << each for each in bits(self.rows[vertex] & among)]) for vertex in vertices]
        )

    def cost(self, blocks: Iterable[EdgeCost]) -> int:
        """Return an upper limit of the cost of ``mate``, 0 only if it costs nothing.

        Pairs within both sets of a block count twice.
        """
        mate = self.mate
        return sum(cost for cost, left, right in blocks for vertex in bits(left) if right >> mate[vertex] & 1)

    def _above(self, cost: int, blocks: Iterable[EdgeCost]) -> list[EdgeCost]:
        """Return the costs so far, raised above those of the new blocks.

        Each former cost is multiplied by one more than ``cost``, which is the most that the best matching costs by the
        blocks: so no matching that is worse by the former ones comes out as good.
        """
        return [*_times(1 + cost, self.costs), *blocks]

    def _forbid(self, blocks: Iterable[EdgeCost]) -> None:
        for cost, left, right in blocks:
            for vertex in bits(left if cost else 0):
                self.rows[vertex] &= ~right
            for vertex in bits(right if cost else 0):
                self.rows[vertex] &= ~left

    def _keep(self, vertex: int, near: int) -> None:
        for other in bits(self.rows[vertex] & ~near):
            self.rows[other] &= ~(1 << vertex)
        self.rows[vertex] &= near

    def _grant(self, wishes: Sequence[PartnerOrder]) -> None:
        """Grant wishes one after the other, as many at once as the numbers have room for."""
        while wishes:
            vertex = wishes[0].vertex
            wanting = self.rows[vertex] & wishes[0].dearer(self.mate[vertex])
            count = self._grant_together(wishes) if wanting else 1
            for wish in wishes[:count]:
                self._settle(wish)
            wishes = wishes[count:]

    def _grant_together(self, wishes: Sequence[PartnerOrder]) -> int:
        """Let ``mate`` grant the first wishes, as many at once as the numbers have room for; return how many."""
        dearest = 1 + sum(block.cost for block in self.costs)
        together: list[PartnerOrder] = []
        room = 1
        for vertex, partners in wishes:
            wish = PartnerOrder(vertex, [here for each in partners if (here := each & self.rows[vertex])])
            more = room * (1 + len(wish.partners))
            if together and not fits(dearest * more, self.within.bit_count()):
                break
            room = more
            together.append(wish)
        costs = _times(room, self.costs)
        for wish in together:
            room //= 1 + len(wish.partners)
            costs += wish.blocks(room, self.rows[wish.vertex])
        self._improve(costs)
        return len(together)

    def _settle(self, wish: PartnerOrder) -> None:
        """Keep only the matchings that grant a wish as well as ``mate`` does."""
        vertex, partner = wish.vertex, self.mate[wish.vertex]
        near = wish.equal(partner, self.rows[vertex])
        self._keep(vertex, near)
        if near == 1 << partner:  # so that no later wish waits for the partner
            self._keep(partner, 1 << vertex)

    def _improve(self, costs: Iterable[EdgeCost]) -> None:
        """Make ``mate`` one of the cheapest matchings. Vertices without a choice are left out of the search."""
        settled = 0
        for vertex in bits(self.within):
            row = self.rows[vertex]
            if not row & row - 1:
                settled |= 1 << vertex | row
        if not self._solve(self.within & ~settled, costs):
            raise AssertionError("A face has a perfect matching.")

    def _solve(self, within: int, costs: Iterable[EdgeCost]) -> bool:
        """Pair the vertices ``within`` at the least cost; return False if not all of them can be paired."""
        pairs = list(cheapest(within, self._edges(within, costs)))
        for one, other in pairs:
            self.mate[one], self.mate[other] = other, one
        return 2 * len(pairs) == within.bit_count()

    def _edges(self, within: int, costs: Iterable[EdgeCost]) -> list[Edge]:
        prices: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for cost, left, right in costs:
            for vertex in bits((left | right) & within if cost else 0):
                dear = (right if left >> vertex & 1 else 0) | (left if right >> vertex & 1 else 0)
                prices[vertex].append((cost, dear))
        edges: list[Edge] = []
        for vertex in bits(within):
            row = self.rows[vertex] & within & (1 << vertex) - 1
            total = dict.fromkeys(bits(row), 0)
            for cost, dear in prices[vertex]:
                for other in bits(row & dear):
                    total[other] += cost
            edges += [(vertex, other, cost) for other, cost in total.items()]
        return edges


def _times(factor: int, blocks: Iterable[EdgeCost]) -> list[EdgeCost]:
    return [block._replace(cost=block.cost * factor) for block in blocks]
