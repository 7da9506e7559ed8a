"""The lesson's tasks: what solves each, and what is legal there and does not. Which is which follows from the rules."""

from __future__ import annotations

import pytest

from engine.fortac.game import Fortac
from engine.values import Task

GAME = Fortac()


def task(key: str) -> Task:
    return next(task for task in GAME.lesson() if task.key == key)


def is_solved(key: str, turn: str) -> bool:
    found = task(key)
    return found.solves(GAME.play(found.state, 0, turn))


def test_its_six_tasks_are_in_the_order_of_learning() -> None:
    assert [task.key for task in GAME.lesson()] == ["cards", "jump", "swap", "combo", "defence", "winning"]


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        *(("cards", turn) for turn in ("hop b3-c3", "hop b3-b2", "hop a3-a2", "hop b4-c4")),
        *(("jump", turn) for turn in ("jump b2-d2", "jump b2-d4", "jump b4-d2")),
        *(("swap", f"switch {man}-d1") for man in ("a3", "a4", "b3", "b4")),
        ("combo", "skip d1-c2"),
        *(("defence", turn) for turn in ("skip d3-c2", "horse a1-c2", "horse d4-c2")),
        ("winning", "horse b3-a1"),
    ],
)
def test_what_is_asked_for_solves_a_task(key: str, turn: str) -> None:
    assert is_solved(key, turn)


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        *(("cards", turn) for turn in ("horse b3-a1", "trade b3-c2")),
        *(("jump", turn) for turn in ("jump a4-a2", "jump a4-c4", "hop b2-b1")),
        *(("swap", turn) for turn in ("trade b3-c2", "switch a3-d2", "switch b3-d2")),
        *(("combo", turn) for turn in ("hop d1-d2", "skip b2-a3", "horse b2-c4")),
        *(("defence", turn) for turn in ("hop d3-d2", "horse d3-c1", "skip d3-c4")),
        *(("winning", turn) for turn in ("horse d4-c2", "hop b3-b4")),
    ],
)
def test_another_legal_turn_does_not(key: str, turn: str) -> None:
    assert not is_solved(key, turn)


def test_the_centre_counts_only_once() -> None:
    """R14: the horse that goes from d4 to c2 completes the centre, which Red has made before."""
    played = GAME.play(task("winning").state, 0, "horse d4-c2")
    assert GAME.view(played.state)["scores"] == [1, 0]
