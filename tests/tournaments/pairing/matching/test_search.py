from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.matching import ALONE, Search, bits, extend

SIZE = 9
EDGES = list(combinations(range(SIZE), 2))


def rows_of(edges: set[tuple[int, int]]) -> list[int]:
    rows = [0] * SIZE
    for one, other in edges:
        rows[one] |= 1 << other
        rows[other] |= 1 << one
    return rows


def largest(rows: list[int], left: int) -> int:
    """The number of pairs of a largest matching, by trying all."""
    if not left:
        return 0
    one = next(bits(left))
    rest = left & ~(1 << one)
    return max(largest(rows, rest), *(1 + largest(rows, rest & ~(1 << each)) for each in bits(rows[one] & rest)), 0)


@given(edges=st.sets(st.sampled_from(EDGES)))
def test_a_matching_is_made_as_large_as_can_be(edges: set[tuple[int, int]]) -> None:
    rows, mate = rows_of(edges), [ALONE] * SIZE
    alone = extend(rows, mate, (1 << SIZE) - 1)
    assert SIZE - alone.bit_count() == 2 * largest(rows, (1 << SIZE) - 1)
    for one, other in enumerate(mate):
        assert (other == ALONE) == bool(alone >> one & 1)
        assert other == ALONE or (mate[other] == one and rows[one] >> other & 1)


@given(edges=st.sets(st.sampled_from(EDGES), min_size=8))
def test_the_outer_vertices_are_those_that_could_be_alone_instead(edges: set[tuple[int, int]]) -> None:
    rows, mate, everybody = rows_of(edges), [ALONE] * SIZE, (1 << SIZE) - 1
    alone = extend(rows, mate, everybody)
    if alone.bit_count() != 1:
        return
    search = Search(rows, mate, next(bits(alone)), everybody)
    assert not search.grow()
    could = (vertex for vertex in range(SIZE) if largest(rows, everybody & ~(1 << vertex)) == SIZE // 2)
    assert set(bits(search.outer)) == set(could)


def test_nobody_who_was_matched_is_left_alone() -> None:
    rows = rows_of({(0, 1), (1, 2), (2, 3)})
    mate = [ALONE, 2, 1] + [ALONE] * (SIZE - 3)
    assert extend(rows, mate, 0b1111) == 0
    assert mate[:4] == [1, 0, 3, 2]
