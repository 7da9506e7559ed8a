"""Volleys played by chance: every legal step of a position is equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from engine.fortify.actions import END, Action
from engine.fortify.ending import Ending
from engine.fortify.notation import format_turn
from engine.fortify.playing import apply
from engine.fortify.position import Position
from engine.fortify.position_text import format_position
from engine.fortify.volley import groups, pick


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


def transcript(position: Position, random: Random) -> Iterator[str]:
    """A playout as lines: each turn with its number, the last position, and how the volley ended."""
    actions: list[Action] = []
    for played in playout(position, random):
        if played.step != END:
            actions.append(played.step)
        if played.after.turn != played.before.turn:
            yield f"{played.before.turn}. {format_turn(actions)}"
            actions = []
        if played.ending:
            yield format_position(played.after)
            yield str(played.ending)
