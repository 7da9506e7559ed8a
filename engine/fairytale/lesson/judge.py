"""The tasks of the lesson, and which turns solve them."""

from __future__ import annotations

from functools import partial

from engine.fairytale.forest.spaces import read_space
from engine.fairytale.match.state import MatchState
from engine.fairytale.rules.position import Position
from engine.fairytale.view.examples import example_state
from engine.values import Played, Task
from i18n.text import say

from .tasks import LESSONS, Goal, Lesson


def lesson() -> tuple[Task, ...]:
    return tuple(map(_task, LESSONS))


def _task(row: Lesson) -> Task:
    return Task(
        key=row.key,
        title=say(row.title),
        ask=say(row.ask),
        hint=say(row.hint),
        praise=say(row.praise),
        missed=say(row.missed),
        state=example_state(row.position),
        solves=partial(_is_reached, row.goal),
    )


def _is_reached(goal: Goal, played: Played) -> bool:
    state: MatchState = played.state
    position = state.position
    return (
        goal.to in ("", str(position.figures[0].space))
        and not _monsters(position, goal.clears)
        and read_space(goal.destroys) not in position.forest
        and (not goal.lays or goal.lays in (tile.code for tile in position.forest.values()))
        and (not goal.wins or (state.ending is not None and state.ending.won))
    )


def _monsters(position: Position, name: str) -> int:
    tile = position.forest.get(space) if (space := read_space(name)) else None
    return tile.monsters if tile else 0
