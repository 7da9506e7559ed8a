"""The batch command, line by line (rules 10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.cli import batch
from engine.fortress.cli.batch import COMMANDS
from engine.fortress.notation.position import format_position
from tests.engine.fortress.lines import SEED, fortified, line, started

START = format_position(started(length="full").position)
FIRST = format_position(fortified(length="full").position)
DONE = line("KcQc7d/Jd3d")


def ask(*fields: str) -> Any:
    return batch.answer(COMMANDS, "\t".join(fields))


def test_a_start() -> None:
    assert ask("start", SEED.hex(), "2", "full", "single") == {"position": START}


def test_the_steps_of_everyone_who_is_asked_sorted_bytewise() -> None:
    assert ask("actions", START) == {"steps": {"1": ["place left", "place right"], "2": ["place left", "place right"]}}
    steps = ask("actions", FIRST)["steps"]
    assert list(steps) == ["1"]
    assert steps["1"] == sorted(steps["1"], key=str.encode)
    assert len(steps["1"]) == 23


def test_a_step_that_ends_nothing() -> None:
    found = ask("apply", START, "2", "place left")
    assert (found["round"], found["over"]) == (None, None)
    assert found["position"].split(" ")[4] == "Th3s/Kc9dJh"


def test_a_step_that_ends_a_round() -> None:
    found = ask("apply", DONE, "1", "done")
    assert found["round"] == {"how": "done", "points": [3, 1]}
    assert found["over"] is None
    assert found["position"].startswith("2/full/single 1/1 s2 0 Kc!Qc!7d!/Jd!3d! ./. -/- 3/1 3/1 ")


@pytest.mark.parametrize(
    ("position", "step", "how"),
    [(line("7c/8d", passes=1), "pass", "passes"), (line("9c/8d"), "attack 1 left", "cards")],
)
def test_the_other_ways_a_round_ends(position: str, step: str, how: str) -> None:
    assert ask("apply", position, "1", step)["round"]["how"] == how


def test_a_step_that_ends_the_match() -> None:
    found = ask("apply", line("Kc/Kd/2h", match="3/1/single"), "1", "done")
    assert found["over"] == {"winners": [1, 2], "how": "points"}
    assert found["position"].split(" ")[2] == "e"


def test_giving_up() -> None:
    table = line("7c/8d/9h")
    assert ask("forfeit", table, "1", "time")["over"] is None
    assert ask("forfeit", table, "1", "time")["position"].split(" ")[2] == "a2"
    assert ask("forfeit", START, "2", "resignation")["over"] == {"winners": [1], "how": "resignation"}
    assert ask("forfeit", START, "1", "time")["over"] == {"winners": [2], "how": "time"}


def test_a_count() -> None:
    assert ask("perft", FIRST, "2") == {"perft": 423}
    assert ask("perft", FIRST, "0") == {"perft": 1}


def test_a_view() -> None:
    assert ask("view", START, "1")["view"].split(" ")[4] == "Th3s/????"
    assert ask("view", START, "-")["view"].split(" ")[4] == "????/????"


def test_matches_of_either_pace_are_asked_step_by_step() -> None:
    whole = ask("start", SEED.hex(), "3", "2", "whole")["position"]
    assert ask("actions", whole)["steps"]["3"] == ["place left", "place right"]
    assert "error" not in ask("apply", whole, "3", "place right")
    assert "error" in ask("apply", whole, "3", "fortify LRRLLRLR keep")


REFUSED = [
    ("fight", START),
    ("start", SEED.hex(), "2", "full"),
    ("start", SEED.hex(), "6", "full", "single"),
    ("start", SEED.hex(), "2", "3", "single"),
    ("start", SEED.hex(), "2", "full", "fast"),
    ("start", SEED.hex().upper(), "2", "full", "single"),
    ("actions", START + " "),
    ("apply", START, "3", "place left"),
    ("apply", FIRST, "2", "pass"),
    ("apply", FIRST, "1", "PASS"),
    ("apply", FIRST, "1", "attack 1"),
    ("apply", FIRST, "1", "attack 1-2 left "),
    ("apply", FIRST, "1", "attack 1-1 left"),
    ("apply", FIRST, "1", "attack 11 left"),
    ("apply", FIRST, "1", ""),
    ("forfeit", START, "1", "boredom"),
    ("forfeit", START, "-", "time"),
    ("forfeit", line("7c/x/9h", coming="././."), "2", "time"),
    ("perft", FIRST, "-1"),
    ("perft", FIRST, "x"),
    ("view", START, "0"),
]


@pytest.mark.parametrize("fields", REFUSED)
def test_what_cannot_be_answered_gets_one_sentence(fields: tuple[str, ...]) -> None:
    found = ask(*fields)
    assert list(found) == ["error"]
    assert found["error"].endswith(".")
    assert "\n" not in found["error"]


def test_it_goes_on_after_an_error() -> None:
    lines = ["\n", f"perft\t{FIRST}\t1\r\n", "x\n", f"view\t{START}\t2\n"]
    found = [json.loads(text) for text in batch.answers(COMMANDS, lines)]
    assert [list(answer) for answer in found] == [["error"], ["perft"], ["error"], ["view"]]
