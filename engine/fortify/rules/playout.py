"""Volleys played by chance: every legal step of a position is equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.fortify.board.position import Position

from .actions import Action
from .apply import apply
from .legal import groups, pick
from .scoring import Ending


class Played(NamedTuple):
    """One step of a playout: what was done in ``before``, and what came of it."""

    before: Position
    step: Action
    after: Position
    ending: Ending | None


def random_step(position: Position, random: Random) -> Action:
    """One of the legal steps, each as likely as the others. They are counted, not listed, which is quicker."""
    found = groups(position)
    return pick(found, random.randrange(sum([mask.bit_count() for _, mask in found])))


def playout(position: Position, random: Random) -> Iterator[Played]:
    """Random steps until the volley is over, which the count of quiet turns sees to (R10)."""
    ending = None
    while ending is None:
        before = position
        step = random_step(position, random)
        position, ending = apply(position, step)
        yield Played(before, step, position, ending)
