"""Matches played at random: every seat that is asked is equally likely, and so is each of its legal steps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.fortress.cards.position import Position

from .apply import Applied, apply
from .legal import steps
from .steps import Step


class PlayoutStep(NamedTuple):
    """One step of a playout: the position ``before`` it, the seat that took it, and its result."""

    before: Position
    seat: int
    step: Step
    after: Applied


def playout(position: Position, random: Random) -> Iterator[PlayoutStep]:
    """Yield random steps until the match is over."""
    while asked := position.asked:
        seat = random.choice(asked)
        step = random.choice(steps(position, seat))
        applied = apply(position, seat, step)
        yield PlayoutStep(position, seat, step, applied)
        position = applied.position
