"""A game's lesson as data: positions, each with a task."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from i18n.text import say

from .values import Played, Task

GoalT = TypeVar("GoalT")


class Lesson(NamedTuple, Generic[GoalT]):
    """A task of a lesson: a position as the game writes it, the goal of a turn there, and the messages of ``Task``."""

    key: str
    position: str
    goal: GoalT
    title: str
    ask: str
    hint: str
    praise: str
    missed: str


def tasks_of(
    lessons: Iterable[Lesson[GoalT]],
    state_of: Callable[[str], Any],
    is_reached: Callable[[GoalT, Any, Played], bool],
) -> tuple[Task, ...]:
    """Make the tasks of a lesson, in the current language.

    ``is_reached`` is given a goal, the state before a turn, and the turn.
    """
    return tuple(_task(lesson, state_of(lesson.position), is_reached) for lesson in lessons)


def _task(lesson: Lesson[GoalT], state: Any, is_reached: Callable[[GoalT, Any, Played], bool]) -> Task:
    return Task(
        key=lesson.key,
        title=say(lesson.title),
        ask=say(lesson.ask),
        hint=say(lesson.hint),
        praise=say(lesson.praise),
        missed=say(lesson.missed),
        state=state,
        solves=partial(is_reached, lesson.goal, state),
    )
