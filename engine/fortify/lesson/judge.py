"""The tasks of the lesson, and which turns solve them."""

from __future__ import annotations

from functools import partial

from engine.fortify.board.maps import load_map
from engine.fortify.board.position import Position
from engine.fortify.board.spaces import space_name
from engine.fortify.board.units import STANDARD_ARMY, TYPES
from engine.fortify.match.play_turn import play_turn
from engine.fortify.match.state import MatchState, Setup
from engine.fortify.notation.position import parse_position
from engine.fortify.rules.actions import Action
from engine.fortify.rules.apply import apply
from engine.fortify.rules.scoring import TWO_BY_TWO
from engine.values import Played, Task
from i18n.text import say

from .tasks import LESSONS, MAP, Goal, Lesson


def lesson() -> tuple[Task, ...]:
    return tuple(map(_task, LESSONS))


def _task(row: Lesson) -> Task:
    position = parse_position(load_map(MAP), row.position)
    setup = Setup(position.map, "standard", special=False)
    state = MatchState(setup, "turn", (STANDARD_ARMY, STANDARD_ARMY), position=position)
    return Task(
        key=row.key,
        title=say(row.title),
        ask=say(row.ask),
        hint=say(row.hint),
        praise=say(row.praise),
        missed=say(row.missed),
        state=state,
        solves=partial(_is_reached, row.goal, position),
    )


def _is_reached(goal: Goal, position: Position, played: Played) -> bool:
    _after, ending, actions = play_turn(position, played.text)
    if goal.kind == TWO_BY_TWO:
        return ending is not None and (ending.winner, ending.how) == (position.side, TWO_BY_TWO)
    for action in actions:
        if _fits(goal, position, action):
            return True
        position, _ending = apply(position, action)
    return False


def _fits(goal: Goal, position: Position, action: Action) -> bool:
    if action.kind != goal.kind:
        return False
    if goal.spaces and space_name(action.targets[0]) not in goal.spaces:
        return False
    if len(action.pieces) < goal.pieces:
        return False
    return not goal.type or _type_of(position, action) == goal.type


def _type_of(position: Position, action: Action) -> str:
    """The letter of the unit that acts."""
    unit = None if action.source is None else position.top(action.source)
    return TYPES[action.pieces[0] % len(TYPES)] if unit is None else unit.type
