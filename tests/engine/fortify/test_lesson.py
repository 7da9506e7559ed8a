"""The lesson's tasks: what solves each, and what is legal there and does not. Which is which follows from the rules."""

from __future__ import annotations

import pytest

from engine.errors import IllegalTurn
from engine.fortify.game import Fortify
from engine.values import Task

GAME = Fortify()


def task(key: str) -> Task:
    return next(task for task in GAME.lesson() if task.key == key)


def is_solved(key: str, turn: str) -> bool:
    found = task(key)
    return found.solves(GAME.play(found.state, 0, turn))


def test_its_tasks_are_in_the_order_of_learning() -> None:
    keys = [task.key for task in GAME.lesson()]
    assert keys == ["enlist", "move", "attack", "fortify", "formation", "winning"]


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        *(("enlist", turn) for turn in ("I@b2&I@a2", "I@a3&I@c3")),
        *(("move", turn) for turn in ("a1-c4", "a1-d3")),
        ("attack", "c4xd4"),
        ("fortify", "c3+"),
        *(("formation", turn) for turn in ("b2+", "c2+")),
        ("winning", "d1-c2 c2+"),
    ],
)
def test_what_is_asked_for_solves_a_task(key: str, turn: str) -> None:
    assert is_solved(key, turn)


@pytest.mark.parametrize(
    ("key", "turn"),
    [
        *(("enlist", turn) for turn in ("pass", "I@b2", "b3-c3")),
        *(("move", turn) for turn in ("pass", "a1-b1", "a1-c3")),
        *(("attack", turn) for turn in ("pass", "c4-d3", "a1-b1")),
        *(("fortify", turn) for turn in ("pass", "c3-d3", "a1-b1")),
        *(("formation", turn) for turn in ("pass", "c2-d1", "a2-a1")),
        *(("winning", turn) for turn in ("pass", "d1-c2", "d1-c1 c1-c2")),
    ],
)
def test_another_legal_turn_does_not(key: str, turn: str) -> None:
    assert not is_solved(key, turn)


def test_a_fortify_alone_needs_the_formation_first() -> None:
    with pytest.raises(IllegalTurn):
        is_solved("winning", "d1+")


def test_an_attack_shows_how_the_last_unit_of_the_track_is_healed() -> None:
    """Rules, 3: it enters at the top of three slots, and what is pushed out of the last goes to its owner's supply."""
    found = task("attack")
    after = GAME.view(GAME.play(found.state, 0, "c4xd4").state)
    assert after["position"].split()[3:5] == ["i1", "iit"]
