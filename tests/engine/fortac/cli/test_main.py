from __future__ import annotations

from random import Random

import pytest

from engine.__main__ import main
from engine.fortac.board.position import Position
from engine.fortac.cli.main import transcript
from engine.fortac.match.submit import play_step
from engine.fortac.notation.position import format_position, parse_position
from engine.fortac.rules.playout import playout
from tests.engine.fortac.positions import SEED, at

LINE = format_position(Position.start(SEED))


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
    status, lines, _ = run(capsys, "apply", LINE, "JUMP a4-a2", "hop c2-b2")
    assert (status, [line.split(" ")[0] for line in lines]) == (0, ["1R2/RR2/R1BB/2BB", "1R2/RR2/RB1B/2BB"])


def test_the_last_line_says_how_the_match_ended(capsys: pytest.CaptureFixture[str]) -> None:
    line = format_position(at("1B1R/1RB1/2B1/R1BR", red="KHS", turn=7, combos="center/corner", quiet=1))
    assert run(capsys, "apply", line, "king b3-a4")[1][-1] == "over red combos"
    status, out, err = run(capsys, "apply", line, "king b3-a4", "hop c2-b2")
    assert (status, out, err) == (2, [], "hop c2-b2: the match is over before this step.\n")


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
