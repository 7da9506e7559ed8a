"""The monsters' next ways and entries, worked out by the rules themselves."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.fairytale.forest.spaces import DIRECTIONS, LETTERS, OAK, Space
from engine.fairytale.rules.monsters import MovingForest, move_monsters
from engine.fairytale.rules.position import EVERYWHERE, QUIET, Position
from engine.values import View
from i18n.text import Text, joined, say, say_many

FACES: Final = (1, 2, 3, 4, EVERYWHERE)
"""The faces of the die for moving; a 5 moves one of the sides as that side's own face would."""


def faces_view(position: Position) -> list[View]:
    """Return what each face of the die would bring now.

    Each face has its number (``face``), ``steps`` (``ref`` where they begin, ``way``, ``count``), ``reaches`` (how many
    monsters come to the oak) and ``words``.
    """
    return [_face(position, face) for face in FACES] if position.turn else []


def _face(position: Position, face: int) -> View:
    field = move_monsters(position, face, None if face == EVERYWHERE else face - 1)
    reaches = field.reached - position.reached
    taken = Counter(field.steps)
    return {
        "face": face,
        "steps": [
            {"ref": str(space), "way": LETTERS[direction], "count": count}
            for (space, direction), count in taken.items()
        ],
        "reaches": reaches,
        "words": _words(taken, reaches),
    }


def _words(taken: Counter[tuple[Space, int]], reaches: int) -> Text:
    if not taken:
        return say("no monster moves")
    steps = [_step(space, space.next(way), count) for (space, way), count in taken.items()]
    if reaches:
        steps.append(say_many("%(number)s monster reaches the oak", "%(number)s monsters reach the oak", reaches))
    return joined(steps)


def _step(start: Space, goal: Space, number: int) -> Text:
    if goal == OAK:
        return say("%(number)s from %(start)s to the oak", number=number, start=str(start))
    return say("%(number)s from %(start)s to %(goal)s", number=number, start=str(start), goal=str(goal))


def entries(position: Position) -> dict[str, int]:
    """Return the tiles on which new monsters would come in, by name, each with the face of the die that brings them."""
    if not position.turn:
        return {}
    field = MovingForest(position, QUIET)
    return {str(field.entry(side)): side + 1 for side in DIRECTIONS}
