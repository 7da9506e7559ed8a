"""Results of a game that is played together, by level: a team and a player alone meet no opponents, so there is nothing
else to tell them apart by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Game

from .tally import Tally

Key = tuple[str, bool]
"""A level, as the game's options have it, and whether it was played alone."""


@dataclass(frozen=True)
class LevelResults:
    """``name`` is "" in a game without levels."""

    name: str
    solo: Tally
    team: Tally


def by_level(game: Game, found: Mapping[Key, Tally]) -> list[LevelResults]:
    """In the order of the game's levels, those that were played; last what it has no level for, as matches of long
    ago may be."""
    names = {choice.value: choice.label for choice in game.levels()}
    played = {level for level, _ in found}
    order = [*(level for level in names if level in played), *sorted(played.difference(names))]
    nothing = Tally()
    return [
        LevelResults(names.get(level, level), found.get((level, True), nothing), found.get((level, False), nothing))
        for level in order
    ]
