"""The lessons' tasks: what solves each, and what is legal there and does not. Which is which follows from the rules."""

from __future__ import annotations

import pytest

from engine.errors import IllegalTurn
from engine.fairytale.lesson import LESSONS
from engine.fairytale.notation.position import format_position, parse_position
from engine.games import game
from engine.values import Task

TASKS = {
    "fortify": {
        "enlist": (["I@b2&I@a2", "I@a3&I@c3"], ["pass", "I@b2", "b3-c3"]),
        "move": (["a1-c4", "a1-d3"], ["pass", "a1-b1", "a1-c3"]),
        "attack": (["c4xd4"], ["pass", "c4-d3", "a1-b1"]),
        "fortify": (["c3+"], ["pass", "c3-d3", "a1-b1"]),
        "formation": (["b2+", "c2+"], ["pass", "c2-d1", "a2-a1"]),
        "winning": (["d1-c2 c2+"], ["pass", "d1-c2", "d1-c1 c1-c2"]),
    },
    "fortac": {
        "cards": (["hop b3-c3", "hop b3-b2", "hop a3-a2", "hop b4-c4"], ["horse b3-a1", "trade b3-c2"]),
        "jump": (["jump b2-d2", "jump b2-d4", "jump b4-d2"], ["jump a4-a2", "jump a4-c4", "hop b2-b1"]),
        "swap": (
            ["switch a3-d1", "switch a4-d1", "switch b3-d1", "switch b4-d1"],
            ["trade b3-c2", "switch a3-d2", "switch b3-d2"],
        ),
        "combo": (["skip d1-c2"], ["hop d1-d2", "skip b2-a3", "horse b2-c4"]),
        "defence": (["skip d3-c2", "horse a1-c2", "horse d4-c2"], ["hop d3-d2", "horse d3-c1", "skip d3-c4"]),
        "winning": (["horse b3-a1"], ["horse d4-c2", "hop b3-b4"]),
    },
    "fortress": {
        "wall": (["place left"], ["place right"]),
        "attack": (["attack 3 left"], ["attack 1 left", "attack 3 right", "pass"]),
        "capture": (["attack 1 right", "attack 2 right", "attack 4 right"], ["attack 2 left", "attack 1 left"]),
        "pair": (["attack 2-3 left"], ["attack 2 left", "attack 2-3 right"]),
        "three": (["attack 2-4 left"], ["attack 2-3 left", "attack 2-4 right"]),
        "done": (["done"], ["attack 3 left", "pass"]),
    },
    "fairytale": {
        "walk": (["n1 n2 5:w"], ["n1 5:w"]),
        "monster": (["s1 x 5:n"], ["s1 5:n"]),
        "lay": (["Lw/s@n2e1 5:n", "Lw/e@n3 5:n", "Lw/w@n2e1 5:n"], ["n1 n2 5:n"]),
        "bomb": (["Tb/s@n2e1*n2 5:n", "Tb/w@n2e1*n2 5:n"], ["Tb/w@n2e1 5:n", "X/n@n1w1 5:n"]),
        "figure": (["n1 5:s", "n1 x 5:s"], ["n1 x n2 5:s"]),
        "diamond": (["o n1 n2 n3"], ["o n1 n2 5:n"]),
    },
}
"""By game and task, in the order of learning: turns that solve it, and others that are legal."""


def task(slug: str, key: str) -> Task:
    return next(task for task in game(slug).lesson() if task.key == key)


def is_solved(slug: str, key: str, turn: str) -> bool:
    found = task(slug, key)
    return found.solves(game(slug).play(found.state, 0, turn))


@pytest.mark.parametrize("slug", TASKS)
def test_tasks_are_in_the_order_of_learning(slug: str) -> None:
    assert [task.key for task in game(slug).lesson()] == [*TASKS[slug]]


@pytest.mark.parametrize(
    ("slug", "key", "turn", "solves"),
    [
        (slug, key, turn, solves)
        for slug, tasks in TASKS.items()
        for key, (solving, others) in tasks.items()
        for turns, solves in ((solving, True), (others, False))
        for turn in turns
    ],
)
def test_what_is_asked_for_solves_a_task_and_other_legal_turns_do_not(
    slug: str, key: str, turn: str, solves: bool
) -> None:
    assert is_solved(slug, key, turn) is solves


def test_a_fortify_alone_needs_the_formation_first() -> None:
    with pytest.raises(IllegalTurn):
        is_solved("fortify", "winning", "d1+")


def test_an_attack_shows_how_the_last_unit_of_the_track_is_healed() -> None:
    """Rules, 3: it enters at the top of three slots, and what is pushed out of the last goes to its owner's supply."""
    fortify = game("fortify")
    after = fortify.view(fortify.play(task("fortify", "attack").state, 0, "c4xd4").state)
    assert after["position"].split()[3:5] == ["i1", "iit"]


def test_the_centre_counts_only_once() -> None:
    """R14: the horse that goes from d4 to c2 completes the centre, which Red has made before."""
    fortac = game("fortac")
    played = fortac.play(task("fortac", "winning").state, 0, "horse d4-c2")
    assert fortac.view(played.state)["scores"] == [1, 0]


def test_the_positions_of_the_forest_keep_the_rules() -> None:
    for lesson in LESSONS:
        line = f"{lesson.position} - {'0' * 64}:0"
        assert format_position(parse_position(line)) == line
