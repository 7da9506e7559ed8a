from __future__ import annotations

import json

from engine.cli.batch import Command, answer, answers
from engine.errors import GameError


def _add(one: str, other: str) -> dict[str, int]:
    if not (one.isdigit() and other.isdigit()):
        raise GameError("These are no numbers.")
    return {"sum": int(one) + int(other)}


COMMANDS = {"add": Command(("ONE", "OTHER"), _add), "nothing": Command((), dict)}


def test_a_question_is_answered_by_its_command() -> None:
    assert answer(COMMANDS, "add\t2\t3") == {"sum": 5}
    assert answer(COMMANDS, "nothing") == {}


def test_each_line_gets_one_answer_and_an_error_stops_nothing() -> None:
    lines = ["\n", "add\t2\t3\r\n", "add\t2\n", "add\tx\ty\n", "ADD\t1\t1\n", "nothing\t\n", "nothing"]
    assert [json.loads(line) for line in answers(COMMANDS, lines)] == [
        {"error": "There is no command “”: the commands are add and nothing."},
        {"sum": 5},
        {"error": "The command add takes ONE, OTHER, separated by tabs."},
        {"error": "These are no numbers."},
        {"error": "There is no command “ADD”: the commands are add and nothing."},
        {"error": "The command nothing takes no fields."},
        {},
    ]
