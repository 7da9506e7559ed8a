"""The lesson's tasks: what solves each, and what is legal there and does not. Which is which follows from the rules."""

from __future__ import annotations

import pytest

from engine.fairytale.game import Fairytale
from engine.fairytale.lesson import LESSONS
from engine.fairytale.notation.position import format_position, parse_position

GAME = Fairytale()
TASKS = {task.key: task for task in GAME.lesson()}


def is_solved(key: str, turn: str) -> bool:
    return TASKS[key].solves(GAME.play(TASKS[key].state, 0, turn))


def test_its_positions_keep_the_rules() -> None:
    assert list(TASKS) == ["walk", "monster", "lay", "bomb", "figure", "diamond"]
    for lesson in LESSONS:
        line = f"{lesson.position} - {'0' * 64}:0"
        assert format_position(parse_position(line)) == line


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        ("walk", "n1 n2 5:w"),
        ("monster", "s1 x 5:n"),
        *(("lay", f"Lw/{way} 5:n") for way in ("s@n2e1", "e@n3", "w@n2e1")),
        *(("bomb", f"Tb/{top}@n2e1*n2 5:n") for top in "sw"),
        ("figure", "n1 5:s"),
        ("figure", "n1 x 5:s"),
        ("diamond", "o n1 n2 n3"),
    ],
)
def test_what_is_asked_for_solves_a_task(key: str, turn: str) -> None:
    assert is_solved(key, turn)


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        ("walk", "n1 5:w"),
        ("monster", "s1 5:n"),
        ("lay", "n1 n2 5:n"),
        ("bomb", "Tb/w@n2e1 5:n"),
        ("bomb", "X/n@n1w1 5:n"),
        ("figure", "n1 x n2 5:s"),
        ("diamond", "o n1 n2 5:n"),
    ],
)
def test_another_legal_turn_does_not(key: str, turn: str) -> None:
    assert not is_solved(key, turn)
