from __future__ import annotations

import json
from functools import partial

import pytest

from engine import questions
from engine.fortify.questions import QUESTIONS

START = "4/4/4/4/4 r 1/1 I4T4B4i4t4b4 - 0"
COMMANDS = "the commands are start, actions, apply, perft, divide, score and playout."
answer = partial(questions.answer_line, QUESTIONS)


def test_actions_are_listed_bytewise() -> None:
    found = answer(f"actions\t4x5\t{START}")["steps"]
    assert len(found) == 52
    assert found == sorted(found, key=str.encode)


def test_a_step_is_applied() -> None:
    assert answer(f"apply\t4x5\t{START}\tT@a3") == {"position": "4/4/T3/4/4 g 2/2 I4T3B4i4t4b4 - 1", "over": None}


@pytest.mark.parametrize(
    ("position", "over"),
    [
        ("4/4/+T+T2/+I+I2/3i r 3/2 T1 - 0", {"winner": "red", "how": "2x2"}),
        ("4/4/+t3/4/3I g 4/2 - - 0", {"winner": "green", "how": "all-fortified"}),
        ("4/4/T3/4/3i r 61/2 - - 59", {"winner": "draw", "how": "quiet"}),
    ],
)
def test_it_says_how_the_volley_ended(position: str, over: dict[str, str]) -> None:
    assert answer(f"apply\t4x5\t{position}\tend")["over"] == over


def test_a_start_takes_both_armies() -> None:
    assert answer("start\t4x5\tI4T4B4\tI4T4B4") == {"position": START}
    assert answer("start\t4x5") == {"error": "The command start takes MAP, RED, GREEN, separated by tabs."}


def test_it_counts_and_divides() -> None:
    assert answer(f"perft\t4x5\t{START}\t2") == {"perft": 5664}
    assert sum(answer(f"divide\t4x5\t{START}\t2")["divide"].values()) == 5664


def test_a_score_is_given_for_an_ending_that_there_is() -> None:
    position = "4/4/+B+B2/+B+B2/3i g 4/2 T1 t 1"
    assert answer(f"score\t4x5\t{position}\tred\t2x2") == {"score": {"red": 19, "green": -2}}
    assert answer(f"score\t4x5\t{position}\tblue\t2x2") == {"error": "“blue” is none of red, green, none."}
    assert answer(f"score\t4x5\t{position}\tred\t3x3")["error"].startswith("“3x3” is none of 2x2, ")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", f"There is no command “”: {COMMANDS}"),
        ("view\t4x5\tx", f"There is no command “view”: {COMMANDS}"),
        ("actions\t4x5", "The command actions takes MAP, POSITION, separated by tabs."),
        (f"apply\t4x5\t{START}", "The command apply takes MAP, POSITION, STEP, separated by tabs."),
        (f"perft\t4x5\t{START}\t-1", "The number of steps is from 0 to 99, not “-1”."),
        (f"apply\t4x5\t{START}\tB@a5", "B@a5: Red’s first unit goes onto Shore, but a5 is not Shore."),
        (f"apply\t4x5\t{START}\tend", "end: Red’s first turn of a volley must be an Enlist onto Shore, such as T@a2."),
    ],
)
def test_a_line_that_cannot_be_answered_gets_its_error(line: str, error: str) -> None:
    assert answer(line) == {"error": error}


def test_it_goes_on_after_an_error_and_answers_each_line_with_one() -> None:
    lines = ["actions\t9x9\tx\n", "\n", f"perft\t4x5\t{START}\t1\r\n", f"perft\t4x5\t{START}\t0"]
    found = [json.loads(line) for line in questions.answers(QUESTIONS, lines)]
    assert [list(answer) for answer in found] == [["error"], ["error"], ["perft"], ["perft"]]
    assert found[2:] == [{"perft": 52}, {"perft": 1}]
