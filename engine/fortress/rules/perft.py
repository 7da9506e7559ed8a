"""Counts of sequences of steps (rules 9)."""

from __future__ import annotations

from engine.fortress.cards.position import OVER_PHASE, Position

from .apply import apply
from .legal import steps


def perft(position: Position, depth: int) -> int:
    """Count the sequences of ``depth`` steps, always of the lowest seat asked.

    A sequence that ends the match earlier counts as one.
    """
    if depth == 0 or position.phase == OVER_PHASE:
        return 1
    seat = position.asked[0]
    legal = steps(position, seat)
    if depth == 1:
        return len(legal)
    return sum([perft(apply(position, seat, step).position, depth - 1) for step in legal])


def divide(position: Position, depth: int) -> dict[str, int]:
    """Count the sequences of ``depth`` (at least 1) steps by the first step, in its notation, sorted bytewise."""
    seat = position.asked[0]
    found = {str(step): perft(apply(position, seat, step).position, depth - 1) for step in steps(position, seat)}
    return dict(sorted(found.items()))
