"""Results by level for games that are played together.

A team, or a player alone, meets no opponents, so there is nothing else to tell the results apart by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Game

from .tally import Tally

Key = tuple[str, bool]
"""A level, as the game's options have it, and whether it was played alone."""


@dataclass(frozen=True)
class LevelResults:
    """A player's results at one level; ``name`` is "" in a game without levels."""

    name: str
    solo: Tally
    team: Tally


def by_level(game: Game, found: Mapping[Key, Tally]) -> list[LevelResults]:
    """Return the results of the levels that were played, in the order of the game's levels.

    Levels that the game no longer has, as in old matches, come last.
    """
    names = {choice.value: choice.label for choice in game.levels()}
    played = {level for level, _ in found}
    order = [*(level for level in names if level in played), *sorted(played.difference(names))]
    nothing = Tally()
    return [
        LevelResults(names.get(level, level), found.get((level, True), nothing), found.get((level, False), nothing))
        for level in order
    ]
