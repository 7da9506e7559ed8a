from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from competition.pairing.matching import ALONE, bits, extend
from competition.pairing.matching.solvers import cheapest, fits

from .graphs import graph, largest, perfect, rows_of

SIZE = 9
EDGES = list(combinations(range(SIZE), 2))


@given(edges=st.sets(st.sampled_from(EDGES)))
def test_a_matching_is_made_as_large_as_can_be(edges: set[tuple[int, int]]) -> None:
    rows, mate = rows_of(edges, SIZE), [ALONE] * SIZE
    alone = extend(rows, mate, (1 << SIZE) - 1)
    assert SIZE - alone.bit_count() == 2 * largest(rows, (1 << SIZE) - 1)
    for one, other in enumerate(mate):
        assert (other == ALONE) == bool(alone >> one & 1)
        assert other == ALONE or (mate[other] == one and rows[one] >> other & 1)


def test_pairs_are_parted_where_that_makes_more_of_them() -> None:
    mate = [ALONE, 2, 1, ALONE]
    assert extend(rows_of({(0, 1), (1, 2), (2, 3)}, 4), mate, 0b1111) == 0
    assert mate == [1, 0, 3, 2]


def test_pairs_stay_where_the_others_can_be_paired_with_each_other() -> None:
    mate = [2, ALONE, 0, ALONE, ALONE]
    assert extend(rows_of(set(combinations(range(5), 2)), 5), mate, 0b01111) == 0
    assert mate == [2, 3, 0, 1, ALONE]


def test_the_cost_is_least_with_the_largest_numbers_that_fit_and_with_those_that_do_not() -> None:
    for seed in range(60):
        chance = Random(seed)
        size = chance.choice((4, 6, 8, 10))
        rows = {vertex: row | 1 << (vertex ^ 1) for vertex, row in graph(chance, size, 0.7).items()}
        largest_number = ((1 << 127) - 1) // (size + 6)
        for dearest in (largest_number, largest_number + 1, 1 << 200):
            assert fits(dearest, size) == (dearest == largest_number), seed
            costs = {
                (one, other): chance.choice((0, dearest, chance.randrange(dearest)))
                for one, row in rows.items()
                for other in bits(row & (1 << one) - 1)
            }
            costs[1, 0] = dearest
            pairs = cheapest((1 << size) - 1, [(*edge, cost) for edge, cost in costs.items()])
            every = perfect(rows, (1 << size) - 1)
            least = min(sum(costs[max(edge), min(edge)] for edge in matching) for matching in every)
            assert sum(costs[max(edge), min(edge)] for edge in pairs) == least, seed


def test_numpy_is_not_needed_which_rustworkx_names() -> None:
    """It is large, so a host is not made to install it. Of the two ways to pair all four, one costs 2, the other 5."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from competition.pairing.matching.solvers import cheapest\n"
        "print(sorted(sorted(pair) for pair in cheapest(0b1111, [(0, 1, 1), (2, 3, 1), (0, 2, 0), (1, 3, 5)])))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "[[0, 1], [2, 3]]\n"
