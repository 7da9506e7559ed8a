"""The batch command, line by line (rules 10)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import questions
from engine.__main__ import main
from engine.fortress.notation.position import format_position
from engine.fortress.questions import QUESTIONS
from tests.engine.fortress.lines import SEED, fortified, line, started

START = format_position(started(length="full").position)
FIRST = format_position(fortified(length="full").position)
DONE = line("KcQc7d/Jd3d")


def ask(*fields: str) -> Any:
    return questions.answer_line(QUESTIONS, "\t".join(fields))


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
    found = [json.loads(text) for text in questions.answers(QUESTIONS, lines)]
    assert [list(answer) for answer in found] == [["error"], ["perft"], ["error"], ["view"]]


# -- as commands -----------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["fortress", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_start_has_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "start", "--seed", SEED.hex(), "--players", "3") == [
        format_position(started(3, length="full").position)
    ]


def test_steps_are_named_with_their_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert "1 done" in run(capsys, "actions", line("KcQc7d/Jd3d"))


def test_the_end_of_a_match_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "apply", line("Kc/Kd", match="2/1/single"), "1", "done")[1:] == [
        "round done [1, 1]",
        "over [1, 2] points",
    ]


def test_counts_and_views(capsys: pytest.CaptureFixture[str]) -> None:
    first = format_position(fortified(length="full").position)
    assert run(capsys, "perft", first, "2") == ["423"]
    assert sum(int(row.rpartition(" ")[2]) for row in run(capsys, "divide", first, "2")) == 423
    assert run(capsys, "view", first, "-")[0].split(" ")[9] == "32"


def test_a_playout_is_the_same_for_the_same_chance(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("playout", "--seed", SEED.hex(), "--players", "4", "--length", "1", "--chance", "x")
    one = run(capsys, *arguments)
    assert one == run(capsys, *arguments)
    assert one[-2].startswith("over points")
    assert one[-1].split(" ")[2] == "e"


@pytest.mark.parametrize(
    "arguments", [("apply", line("7c/8d"), "x", "pass"), ("apply", line("7c/8d"), "2", "pass"), ("view", "x", "1")]
)
def test_bad_input_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert main(["fortress", *arguments]) == 2
    assert capsys.readouterr().err.endswith(".\n")
