"""Matches played at random: every legal step of a position is equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.fortac.board.position import Position

from .apply import Applied, apply
from .legal import steps
from .steps import Step


class PlayoutStep(NamedTuple):
    """One step of a playout: the position ``before`` it, and its result."""

    before: Position
    step: Step
    applied: Applied


def playout(position: Position, random: Random) -> Iterator[PlayoutStep]:
    """Yield random steps until the match is over, by the limit of quiet turns at the latest (R6)."""
    ending = None
    while ending is None:
        step = random.choice(steps(position))
        applied = apply(position, step)
        yield PlayoutStep(position, step, applied)
        position, ending = applied.position, applied.ending
