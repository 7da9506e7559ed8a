"""Counts of step sequences (rules 9)."""

from __future__ import annotations

import pytest

from engine.fortress.rules.perft import divide, perft
from tests.engine.fortress.lines import fortified, position, started

FIGURES = {2: (23, 423, 8410), 3: (21, 505, 9198), 4: (24, 482, 10398), 5: (23, 456, 9391)}


@pytest.mark.parametrize("players", range(2, 6))
def test_from_the_first_attack(players: int) -> None:
    first = fortified(players, length="full").position
    assert tuple(perft(first, depth) for depth in (1, 2, 3)) == FIGURES[players]


@pytest.mark.parametrize(("players", "pace"), [(2, "single"), (3, "whole"), (5, "single")])
def test_from_every_start(players: int, pace: str) -> None:
    start = started(players, bytes(32), pace=pace).position
    counts = [perft(start, depth) for depth in range(11)]
    assert counts == [1, 2, 4, 8, 16, 32, 64, 128, 256, 20992, 41984]


def test_divide_adds_up_to_perft_and_is_sorted_bytewise() -> None:
    first = fortified(length="full").position
    counts = divide(first, 2)
    assert list(counts) == sorted(counts)
    assert sum(counts.values()) == 423


def test_a_step_that_ends_the_match_is_a_leaf_however_many_steps_remain() -> None:
    last = position("Kc7d/3d", match="2/1/single")
    assert divide(last, 1)["done"] == divide(last, 5)["done"] == 1
