"""Counts of step sequences (rules 7), against figures reached by implementations written separately from this one."""

from __future__ import annotations

import pytest

from engine.fortify.board.maps import load_map
from engine.fortify.board.position import Position
from engine.fortify.board.units import parse_army
from engine.fortify.notation.position import parse_position
from engine.fortify.rules.perft import divide, perft
from tests.engine.fortify.boards import SMALL, at

FIGURES = [
    ("4x5", "I4T4B4", "I4T4B4", (52, 5_664, 162_023, 3_830_403)),
    ("5x5", "I4T4B4", "I4T4B4", (63, 9_936, 329_142, 8_985_629)),
    ("5x5", "I3T3B2C1A1", "I2T3B3C1A1", (63, 10_440, 206_596, 4_775_885)),
    ("5x5", "I4T4C1A1", "T4B4C1A1", (54, 2_088, 27_448, 858_711)),
]
CASES = [(*start, depth, count) for *start, counts in FIGURES for depth, count in enumerate(counts, start=1)]


@pytest.mark.parametrize(("map", "red", "green", "depth", "count"), CASES)
def test_it_counts_as_the_independent_figures_do(map: str, red: str, green: str, depth: int, count: int) -> None:
    position = Position.start(load_map(map), parse_army(red), parse_army(green))
    assert perft(position, depth) == count


def test_no_steps_make_one_sequence() -> None:
    assert perft(at("4/4/4/4/4 r 1/1 I4T4B4i4t4b4"), 0) == 1


def test_divide_adds_up_to_perft_and_is_sorted_bytewise() -> None:
    start = Position.start(SMALL, (4, 4, 4, 0, 0), (4, 4, 4, 0, 0))
    counts = divide(start, 2)
    assert list(counts) == sorted(counts)
    assert sum(counts.values()) == perft(start, 2)


def test_a_step_that_ends_the_volley_is_a_leaf_however_many_steps_remain() -> None:
    # Ending the turn here draws by quiet turns.
    position = parse_position(SMALL, "4/4/4/t3/3T r 61/1 - - 59")
    assert divide(position, 1)["end"] == divide(position, 3)["end"] == 1
