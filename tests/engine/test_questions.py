from __future__ import annotations

import json

import pytest

from engine.errors import GameError
from engine.questions import Question, QuestionField, answer_in_lines, answer_line, answers, read_depth

ONE, OTHER = QuestionField("ONE", "a number"), QuestionField("OTHER", "another", "1")


def _add(one: str, other: str) -> dict[str, int]:
    if not (one.isdigit() and other.isdigit()):
        raise GameError("These are no numbers.")
    return {"sum": int(one) + int(other)}


QUESTIONS = {"add": Question("add", (ONE, OTHER), _add), "nothing": Question("nothing", (), dict)}


def test_a_question_is_answered_by_its_command() -> None:
    assert answer_line(QUESTIONS, "add\t2\t3") == {"sum": 5}
    assert answer_line(QUESTIONS, "add\t2") == {"sum": 3}
    assert answer_line(QUESTIONS, "nothing") == {}


def test_each_line_gets_one_answer_and_an_error_stops_nothing() -> None:
    lines = ["\n", "add\t2\t3\r\n", "add\n", "add\tx\ty\n", "ADD\t1\t1\n", "nothing\t\n", "nothing"]
    assert [json.loads(line) for line in answers(QUESTIONS, lines)] == [
        {"error": "There is no command “”: the commands are add and nothing."},
        {"sum": 5},
        {"error": "The command add takes ONE, [OTHER], separated by tabs."},
        {"error": "These are no numbers."},
        {"error": "There is no command “ADD”: the commands are add and nothing."},
        {"error": "The command nothing takes no fields."},
        {},
    ]


def test_a_command_prints_the_first_part_of_an_answer_and_names_the_others() -> None:
    found = {"position": "x", "round": None, "over": {"winners": [1, 2], "how": "points"}, "combo": "corner"}
    question = Question("apply", (), lambda: found)
    assert answer_in_lines(question, ()) == ["x", "over [1, 2] points", "combo corner"]


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ("x", ["x"]),
        (7, ["7"]),
        (["hop", "jump"], ["hop", "jump"]),
        ({"hop": 3, "jump": 4}, ["hop 3", "jump 4"]),
        ({"1": ["pass", "done"], "2": ["keep"]}, ["1 pass", "1 done", "2 keep"]),
    ],
)
def test_lists_are_printed_line_by_line(value: object, lines: list[str]) -> None:
    assert answer_in_lines(Question("ask", (), lambda: {"answer": value}), ()) == lines


@pytest.mark.parametrize("text", ["", "-1", "x", "1.5", "100", "²"])
def test_it_refuses_what_is_no_number_of_steps(text: str) -> None:
    with pytest.raises(GameError, match="from 0 to 99"):
        read_depth(text)


def test_it_reads_a_number_from_the_least_on() -> None:
    assert [read_depth("0"), read_depth("1", least=1), read_depth("99")] == [0, 1, 99]
    with pytest.raises(GameError, match="from 1 to 99"):
        read_depth("0", least=1)
