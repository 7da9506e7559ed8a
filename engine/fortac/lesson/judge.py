"""The tasks of the lesson, and which turns solve them."""

from __future__ import annotations

from functools import partial

from engine.fortac.board.cards import BLACK, RED
from engine.fortac.board.spaces import space_name
from engine.fortac.match.state import MatchState
from engine.fortac.notation.step import parse_step
from engine.fortac.view.examples import example_position
from engine.fortac.view.view import threats
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
        state=MatchState(example_position(row.board, row.hands, row.combos)),
        solves=partial(_is_reached, row.goal),
    )


def _is_reached(goal: Goal, played: Played) -> bool:
    state: MatchState = played.state
    step = parse_step(played.text)
    return (
        goal.card in (None, step.card)
        and (not goal.spaces or space_name(step.target) in goal.spaces)
        and state.scores[RED] >= goal.combos
        and not (goal.defends and threats(state.position, BLACK))
    )
