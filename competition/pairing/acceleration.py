"""Acceleration by virtual points (FIDE C.04.7, the Baku method)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from competition.history import Scoring


def is_baku_possible(scoring: Scoring) -> bool:
    """Return whether the scoring suits the Baku method: a draw is worth half a win, and a loss nothing."""
    return scoring.loss == 0 and scoring.win == 2 * scoring.draw


def baku(
    numbers: Sequence[int], rounds: int, scoring: Scoring, last: int | None = None
) -> dict[tuple[int, int], Fraction]:
    """Return virtual points by round and pairing number.

    ``numbers`` are in the order of the initial list. Its first half, rounded up to an even number, gets a win's points
    in each round of the first quarter, and half a win's in the second quarter. ``last`` is the last player of that half
    in round 1: with late entries the half may grow, but still ends with that player.
    """
    half = numbers[: numbers.index(last) + 1] if last is not None else first_half(numbers)
    return virtual_points(half, rounds, scoring)


def first_half(numbers: Sequence[int]) -> Sequence[int]:
    """Return group A of the Baku method: the first half of the list, rounded up to an even number.

    Its players get virtual points.
    """
    return numbers[: 2 * -(-len(numbers) // 4)]


def virtual_points(group: Sequence[int], rounds: int, scoring: Scoring) -> dict[tuple[int, int], Fraction]:
    """Return virtual points for the given players of group A, by round and pairing number."""
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    return {
        (round_number, number): scoring.win if round_number <= whole else scoring.win / 2
        for round_number in range(1, accelerated + 1)
        for number in group
    }
