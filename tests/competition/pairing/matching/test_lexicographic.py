"""What is left of all perfect matchings beside a list of them all."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from competition.pairing.matching import ALONE, EdgeCost, OptimalMatchings, bits

from .graphs import Matching, graph, perfect


def members(face: OptimalMatchings) -> set[Matching]:
    """The matchings that a face says are left."""
    return best(set(perfect(face.rows, face.within)), total(face.costs))


def best(matchings: set[Matching], cost: Callable[[Matching], int]) -> set[Matching]:
    least = min(map(cost, matchings))
    return {matching for matching in matchings if cost(matching) == least}


def total(blocks: list[EdgeCost]) -> Callable[[Matching], int]:
    return lambda matching: sum(block.cost for block in blocks for edge in matching if block.holds(*edge))


def partner(matching: Matching, vertex: int) -> int:
    return next(one + other - vertex for one, other in matching if vertex in (one, other))


def outside(vertex: int, near: int) -> Callable[[Matching], int]:
    return lambda matching: not near >> partner(matching, vertex) & 1


def place(vertex: int, among: int) -> Callable[[Matching], int]:
    return lambda matching: other if among >> (other := partner(matching, vertex)) & 1 else 1_000


def narrow(face: OptimalMatchings, left: set[Matching], chance: Random) -> set[Matching]:
    """Ask something of a face by chance; what the list of all says is left."""
    size = face.within.bit_length()
    match chance.choice(("minimise", "minimise", "can", "prefer", "first")):
        case "prefer":
            wishes = [(chance.randrange(size), chance.getrandbits(size)) for _ in range(chance.randint(1, 3))]
            face.prefer(wishes)
            for vertex, near in wishes:
                left = best(left, outside(vertex, near))
            return left
        case "first":
            vertices = chance.sample(range(size), chance.randint(1, size // 2))
            among = chance.getrandbits(size) | sum(1 << mate for mate in {face.mate[vertex] for vertex in vertices})
            face.first(vertices, among)
            for vertex in vertices:
                left = best(left, place(vertex, among))
            return left
        case "can":
            block = EdgeCost(1, chance.getrandbits(size), chance.getrandbits(size))
            without = {matching for matching in left if not total([block])(matching)}
            assert face.can(block) == bool(without), block
            return without or left
    blocks = [
        EdgeCost(chance.choice((0, 1, 1, 2, 5)), chance.getrandbits(size), chance.getrandbits(size))
        for _ in range(chance.randint(1, 4))
    ]
    face.minimise(*blocks)
    return best(left, total(blocks))


def compare(seed: int) -> None:
    chance = Random(seed)
    size = chance.choice((2, 4, 6, 8, 8, 10))
    rows = graph(chance, size, chance.choice((0.3, 0.5, 0.7, 0.9)))
    left = set(perfect(rows, (1 << size) - 1))
    face = OptimalMatchings(rows.copy(), [ALONE] * size, (1 << size) - 1)
    assert face.complete() == bool(left), seed
    for _ in range(chance.randint(1, 6) if left else 0):
        left = narrow(face, left, chance)
        assert members(face) == left, seed
        assert frozenset((one, face.mate[one]) for one in range(size) if one < face.mate[one]) in left, seed


def test_what_is_left_is_what_a_list_of_all_matchings_says() -> None:
    for seed in range(400):
        compare(seed)


def test_it_is_when_the_fast_library_runs_out_of_numbers_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wishes are then granted in smaller parts, and what is still too large goes to the slow library."""
    for module in ("solvers", "lexicographic"):
        monkeypatch.setattr(f"competition.pairing.matching.{module}.fits", lambda dearest, _size: dearest < 8)
    for seed in range(400, 500):
        compare(seed)


def test_the_cost_is_least_in_larger_graphs_too() -> None:
    """By a table of the least cost of pairing each set of vertices, which needs no list."""
    for seed in range(6):
        chance = Random(seed)
        rows = graph(chance, 14, 0.6)
        blocks = [EdgeCost(chance.randint(1, 9), chance.getrandbits(14), chance.getrandbits(14)) for _ in range(6)]
        face = OptimalMatchings(rows.copy(), [ALONE] * 14, (1 << 14) - 1)
        assert face.complete()
        face.minimise(*blocks)
        matching = frozenset((one, face.mate[one]) for one in range(14) if one < face.mate[one])
        assert total(blocks)(matching) == least_cost(rows, blocks, 14)


def least_cost(rows: dict[int, int], blocks: list[EdgeCost], size: int) -> int:
    never, cost = 10**6, total(blocks)
    costs = {(one, other): cost(frozenset({(one, other)})) for one, row in rows.items() for other in bits(row)}
    least = [0] + [never] * ((1 << size) - 1)
    for members in range(1, 1 << size):
        one = members.bit_length() - 1
        for other in bits(members & rows[one]):
            rest = least[members & ~(1 << one | 1 << other)]
            least[members] = min(least[members], rest + costs[one, other])
    return least[-1]


def test_it_leaves_the_matching_as_it_was_if_nothing_can_be_without_an_edge() -> None:
    rows = {0: 0b0010, 1: 0b0101, 2: 0b1010, 3: 0b0100}
    face = OptimalMatchings(rows, [1, 0, 3, 2], 0b1111)
    assert not face.can(EdgeCost(1, 0b0001, 0b0010))
    assert face.mate == [1, 0, 3, 2]
    assert face.rows == {0: 0b0010, 1: 0b0101, 2: 0b1010, 3: 0b0100}
