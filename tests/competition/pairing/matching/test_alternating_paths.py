from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from competition.pairing.matching import ALONE, Search, bits, extend

from .graphs import largest, rows_of

SIZE = 9
EDGES = list(combinations(range(SIZE), 2))


@given(edges=st.sets(st.sampled_from(EDGES), min_size=8))
def test_the_outer_vertices_are_those_that_could_be_alone_instead(edges: set[tuple[int, int]]) -> None:
    rows, mate, everybody = rows_of(edges, SIZE), [ALONE] * SIZE, (1 << SIZE) - 1
    alone = extend(rows, mate, everybody)
    if alone.bit_count() != 1:
        return
    search = Search(rows, mate, next(bits(alone)), everybody)
    could = (vertex for vertex in range(SIZE) if largest(rows, everybody & ~(1 << vertex)) == SIZE // 2)
    assert set(bits(search.outer)) == set(could)
