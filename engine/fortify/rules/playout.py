"""Volleys played at random: every legal step of a position is equally likely."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.fortify.board.position import Position

from .actions import Action
from .apply import apply
from .legal import count_pairs, list_pairs, pick, split_groups, step_of
from .scoring import VolleyEnding


class PlayoutStep(NamedTuple):
    """One step of a playout: the position ``before`` it, and its result."""

    before: Position
    step: Action
    after: Position
    ending: VolleyEnding | None


def random_step(position: Position, random: Random) -> Action:
    """Return one of the legal steps, each as likely as the others.

    The steps are counted rather than listed, which is quicker.
    """
    found, pairs = split_groups(position)
    ends, total = [], 0
    for _, sources, targets in found:
        total += sources.bit_count() * targets.bit_count()
        ends.append(total)
    index = int(random.random() * (total + count_pairs(pairs)))
    place = bisect_right(ends, index)
    if place == len(ends):
        return pick(list_pairs(pairs), index - total)
    return step_of(found[place], index - ends[place - 1] if place else index)


def playout(position: Position, random: Random) -> Iterator[PlayoutStep]:
    """Yield random steps until the volley is over, by the limit of quiet turns at the latest (R10)."""
    ending = None
    while ending is None:
        before = position
        step = random_step(position, random)
        position, ending = apply(position, step)
        yield PlayoutStep(before, step, position, ending)
