"""The figures of the rules (section 8), and for four steps those that ``naive`` counts."""

from __future__ import annotations

import pytest

from engine.fortac.board.position import Position
from engine.fortac.rules.perft import divide, perft
from tests.engine.fortac.positions import SEED, START, at, step_texts

FIGURES = [
    (SEED, (19, 424, 7234, 121_278)),
    (bytes(32), (23, 548, 9861, 197_472)),
    (b"\xff" * 32, (16, 300, 4286, 161_702)),
]
FIRST_STEPS = (
    "horse a3-b1, horse a3-c4, horse a4-b2, horse a4-c3, horse b3-a1, horse b3-d4, horse b4-a2, horse b4-d3,"
    " jump a3-c3, jump a4-a2, jump a4-c4, jump b4-b2, trade a3-a4, trade a3-b3, trade a3-b4, trade a4-b4, trade b3-a4,"
    " trade b3-b4, trade b3-c2"
)


@pytest.mark.parametrize(("seed", "counts"), FIGURES)
def test_it_counts_as_the_rules_do(seed: bytes, counts: tuple[int, ...]) -> None:
    start = Position.start(seed)
    assert tuple(perft(start, depth) for depth in (1, 2, 3, 4)) == counts


def test_the_first_steps() -> None:
    assert step_texts(Position.start(SEED)) == FIRST_STEPS.split(", ")


def test_no_steps_make_one_sequence() -> None:
    assert perft(at(START), 0) == 1


def test_divide_adds_up_to_perft_and_is_sorted_bytewise() -> None:
    counts = divide(Position.start(SEED), 2)
    assert list(counts) == sorted(counts, key=str.encode)
    assert sum(counts.values()) == 424


def test_a_step_that_ends_the_match_is_a_leaf() -> None:
    """King b3-a4 makes the second combo, by the four corners."""
    position = at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=3, combos="center/-", quiet=0)
    assert divide(position, 1)["king b3-a4"] == divide(position, 3)["king b3-a4"] == 1


def test_a_player_who_is_stuck_has_no_sequences() -> None:
    position = at("R2R/1BB1/1BB1/R2R", red="IIP")
    assert [perft(position, depth) for depth in range(3)] == [1, 0, 0]
