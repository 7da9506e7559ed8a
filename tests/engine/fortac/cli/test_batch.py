"""The batch command, as section 9 of the rules has it."""

from __future__ import annotations

import json
from functools import partial

import pytest

from engine.cli import batch
from engine.fortac.board.position import Position
from engine.fortac.cli.batch import COMMANDS
from engine.fortac.notation.position import format_position
from tests.engine.fortac.positions import SEED, START, at

answer = partial(batch.answer, COMMANDS)
LINE = format_position(Position.start(SEED))
RED_WINS = at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=7, combos="center/corner", quiet=1)


def test_start() -> None:
    assert answer(f"start\t{SEED.hex()}") == {"position": LINE}


def test_actions_are_sorted_bytewise_and_none_for_a_player_who_is_stuck() -> None:
    found = answer(f"actions\t{LINE}")["steps"]
    assert len(found) == 19
    assert found == sorted(found, key=str.encode)
    assert answer(f"actions\t{format_position(at('R2R/1BB1/1BB1/R2R', red='IIP'))}") == {"steps": []}


def test_apply() -> None:
    after = (
        "1R2/RR2/R1BB/2BB b 2 TNB/HJW BRPKSPWSTKSTSTAWPNNJIWPHHNAIBRJHB J -/- 1"
        " 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
    )
    assert answer(f"apply\t{LINE}\tjump a4-a2") == {"position": after, "combo": None, "over": None}


@pytest.mark.parametrize(
    ("position", "step", "combo", "over"),
    [
        (RED_WINS, "king b3-a4", "corner", {"winner": "red", "how": "combos"}),
        (
            at("R1BR/1B2/1BB1/R2R", red="IIP", black="HSS", turn=2),
            "hop c4-c3",
            "center",
            {"winner": "black", "how": "stuck"},
        ),
        (at(START, turn=100), "hop c2-b2", None, {"winner": "none", "how": "quiet"}),
        (at("4/RRR1/3R/BBBB", red="HSS", turn=3), "hop d2-d3", "orthogonal", None),
    ],
)
def test_it_says_what_a_step_made_and_how_the_match_ended(
    position: Position, step: str, combo: str | None, over: dict[str, str] | None
) -> None:
    found = answer(f"apply\t{format_position(position)}\t{step}")
    assert (found["combo"], found["over"]) == (combo, over)


def test_perft_and_view() -> None:
    assert answer(f"perft\t{LINE}\t2") == {"perft": 424}
    assert answer(f"view\t{LINE}") == {"view": "RR2/RR2/2BB/2BB r 1 JTN/HJW 34 - -/- 0 -"}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "There is no command “”: the commands are start, actions, apply, perft and view."),
        ("start", "The command start takes SEED, separated by tabs."),
        ("start\txyz", "The seed, “xyz”, is not 64 hexadecimal digits in lower case."),
        (f"start\t{SEED.hex().upper()}", f"The seed, “{SEED.hex().upper()}”, is not 64 hexadecimal digits in"),
        ("actions\tx", "A position has 9 fields separated by one blank, not 1."),
        (f"perft\t{LINE}\t-1", "The number of steps is from 0 to 99, not “-1”."),
        (f"apply\t{LINE}\tJUMP a4-a2", "“JUMP a4-a2” is not in the canonical form, jump a4-a2."),
        (f"apply\t{LINE}\tjump  a4-a2", "“jump  a4-a2” is not in the canonical form, jump a4-a2."),
        (f"apply\t{LINE}\ttrade b4-a3", "“trade b4-a3” is not in the canonical form, trade a3-b4."),
        (f"apply\t{LINE}\tj a4-a2", "“j a4-a2” is not in the canonical form, jump a4-a2."),
        (f"apply\t{LINE}\thop a3-a2", "hop a3-a2: Hop is not in Red’s hand, which is Jump, Trade and Horse."),
        (f"apply\t{LINE}\tnonsense", "“nonsense” isn’t a turn."),
    ],
)
def test_what_cannot_be_answered_gets_a_sentence(line: str, error: str) -> None:
    found = answer(line)
    assert list(found) == ["error"]
    assert found["error"].startswith(error)


def test_the_next_line_is_read_after_an_error() -> None:
    lines = ["actions\tx\n", f"perft\t{LINE}\t1\r\n", f"perft\t{LINE}\t0\n"]
    found = [json.loads(line) for line in batch.answers(COMMANDS, lines)]
    assert found == [{"error": "A position has 9 fields separated by one blank, not 1."}, {"perft": 19}, {"perft": 1}]
