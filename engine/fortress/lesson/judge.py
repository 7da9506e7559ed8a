"""The tasks of the lesson, and which turns solve them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from engine.fortress.cards.cards import write_cards
from engine.fortress.match.state import MatchState
from engine.fortress.view.examples import example_position
from engine.values import Played, Task
from i18n.text import say

from .tasks import LESSONS, Goal, Lesson


def lesson() -> tuple[Task, ...]:
    return tuple(map(_task, LESSONS))


def _task(row: Lesson) -> Task:
    position = example_position(f"2/1/single 1/1 {row.fields} 0/0 -")
    state = MatchState(replace(position, setup=replace(position.setup, seed=b"")), (0, 0))
    return Task(
        key=row.key,
        title=say(row.title),
        ask=say(row.ask),
        hint=say(row.hint),
        praise=say(row.praise),
        missed=say(row.missed),
        state=state,
        solves=partial(_is_reached, row.goal),
    )


def _is_reached(goal: Goal, played: Played) -> bool:
    if goal.step:
        return played.text == goal.step
    state: MatchState = played.state
    return state.attack is not None and write_cards(state.attack.fallen) == goal.falls
