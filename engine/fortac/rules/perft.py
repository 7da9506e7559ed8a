"""Counts of sequences of steps (rules 8)."""

from __future__ import annotations

from engine.fortac.board.position import Position

from .apply import apply
from .legal import count_steps, steps


def perft(position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` steps; one that ends the match earlier counts as one."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_steps(position)
    total = 0
    for step in steps(position):
        applied = apply(position, step)
        total += 1 if applied.ending else perft(applied.position, depth - 1)
    return total


def divide(position: Position, depth: int) -> dict[str, int]:
    """Count the sequences of ``depth`` (at least 1) steps by the first step, in its notation, sorted bytewise."""
    found = {}
    for step in steps(position):
        applied = apply(position, step)
        found[str(step)] = 1 if applied.ending else perft(applied.position, depth - 1)
    return dict(sorted(found.items()))
