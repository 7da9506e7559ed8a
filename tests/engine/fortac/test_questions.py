"""The batch command, as section 9 of the rules has it."""

from __future__ import annotations

import json
from functools import partial
from random import Random

import pytest

from engine import questions
from engine.__main__ import main
from engine.fortac.board.position import Position
from engine.fortac.match.submit import play_step
from engine.fortac.notation.position import format_position, parse_position
from engine.fortac.questions import QUESTIONS, transcript
from engine.fortac.rules.playout import playout
from tests.engine.fortac.positions import SEED, START, at

answer = partial(questions.answer_line, QUESTIONS)
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
        ("", "There is no command “”: the commands are start, actions, apply, perft, divide, view and playout."),
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
    found = [json.loads(line) for line in questions.answers(QUESTIONS, lines)]
    assert found == [{"error": "A position has 9 fields separated by one blank, not 1."}, {"perft": 19}, {"perft": 1}]


# -- as commands -----------------------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[str], str]:
    try:
        status = main(["fortac", *arguments])
    except SystemExit as leaving:
        status = int(leaving.code or 0)
    out, err = capsys.readouterr()
    return status, out.splitlines(), err


def test_each_command_prints_its_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "start", SEED.hex()) == (0, [LINE], "")
    assert len(run(capsys, "actions", LINE)[1]) == 19
    assert run(capsys, "perft", LINE, "2") == (0, ["424"], "")
    assert run(capsys, "view", LINE) == (0, ["RR2/RR2/2BB/2BB r 1 JTN/HJW 34 - -/- 0 -"], "")
    divided = run(capsys, "divide", LINE, "2")[1]
    assert sum(int(line.rsplit(" ", 1)[1]) for line in divided) == 424
    status, lines, _ = run(capsys, "apply", LINE, "jump a4-a2", "hop c2-b2")
    assert (status, [line.split(" ")[0] for line in lines]) == (0, ["1R2/RR2/R1BB/2BB", "1R2/RR2/RB1B/2BB"])


def test_the_last_line_says_how_the_match_ended(capsys: pytest.CaptureFixture[str]) -> None:
    line = format_position(at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=7, combos="center/corner", quiet=1))
    assert run(capsys, "apply", line, "king b3-a4")[1][-1] == "over red combos"
    status, out, err = run(capsys, "apply", line, "king b3-a4", "hop c2-b2")
    assert (status, out, err) == (2, [], "hop c2-b2: it’s over before this step.\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["start", "1"], "The seed, “1”, is not 64 hexadecimal digits in lower case."),
        (["perft", LINE, "x"], "The number of steps is from 0 to 99, not “x”."),
        (["divide", LINE, "0"], "The number of steps is from 1 to 99, not “0”."),
        (["apply", LINE, "hop"], "“hop” doesn’t say from where to where. Write it like this: hop a3-a2."),
        ([], "The following arguments are required: COMMAND."),
    ],
)
def test_bad_input_is_status_two_and_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert run(capsys, *arguments) == (2, [], f"{sentence}\n")


def test_the_same_seed_gives_the_same_playout(capsys: pytest.CaptureFixture[str]) -> None:
    one, again, other = (run(capsys, "playout", "--seed", seed)[1] for seed in ("7", "7", "8"))
    assert one == again != other
    assert one[-1].startswith("over ")


def test_a_playout_can_be_played_again_turn_by_turn() -> None:
    first, *turns, last, over = transcript(Position.start(SEED), Random("again"))
    position, ending = parse_position(first), None
    for number, line in enumerate(turns, start=1):
        label, text = line.split(". ")
        assert int(label) == number == position.turn
        position, _, _, ending = play_step(position, text).applied
    assert (format_position(position), str(ending)) == (last, over)


def test_a_playout_comes_to_an_end() -> None:
    for seed in range(5):
        played = list(playout(Position.start(bytes([seed]) * 32), Random(seed)))
        assert [one.applied.ending is not None for one in played] == [False] * (len(played) - 1) + [True]
