"""The lesson's tasks: what solves each, and what is legal there and does not. Which is which follows from the rules."""

from __future__ import annotations

import pytest

from engine.values import Task
from tests.engine.fortress.lines import FORTRESS


def task(key: str) -> Task:
    return next(task for task in FORTRESS.lesson() if task.key == key)


def test_its_six_tasks_are_in_the_order_of_learning() -> None:
    assert [task.key for task in FORTRESS.lesson()] == ["wall", "attack", "capture", "pair", "three", "done"]


@pytest.mark.parametrize(
    ("key", "solving", "others"),
    [
        ("wall", ["place left"], ["place right"]),
        ("attack", ["attack 3 left"], ["attack 1 left", "attack 3 right", "pass"]),
        ("capture", ["attack 1 right", "attack 2 right", "attack 4 right"], ["attack 2 left", "attack 1 left"]),
        ("pair", ["attack 2-3 left"], ["attack 2 left", "attack 2-3 right"]),
        ("three", ["attack 2-4 left"], ["attack 2-3 left", "attack 2-4 right"]),
        ("done", ["done"], ["attack 3 left", "pass"]),
    ],
)
def test_what_is_asked_for_solves_a_task_and_other_legal_turns_do_not(
    key: str, solving: list[str], others: list[str]
) -> None:
    found = task(key)
    judged = {turn: found.solves(FORTRESS.play(found.state, 0, turn)) for turn in (*solving, *others)}
    assert judged == {**dict.fromkeys(solving, True), **dict.fromkeys(others, False)}
