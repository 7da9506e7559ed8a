"""``python -m engine fortress``, as it is called in a terminal."""

from __future__ import annotations

import pytest

from engine.__main__ import main
from engine.fortress.notation.position import format_position
from tests.engine.fortress.lines import SEED, fortified, line, started


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["fortress", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "start", "--seed", SEED.hex(), "--players", "3") == [
        format_position(started(3, length="full").position)
    ]


def test_steps_are_named_with_their_players_and_applied_in_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    table = line("KcQc7d/Jd3d")
    assert "1:done" in run(capsys, "actions", table)
    found = run(capsys, "apply", table, "1:pass", "2:pass", "2:start 2")
    assert found[2] == "round passes 3/1"
    assert found[3].split(" ")[1:3] == ["2/2", "f"]


def test_the_end_of_a_match_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "apply", line("Kc/Kd", match="2/1/single"), "1:done")[1:] == [
        "round done 1/1",
        "over points 1/2",
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
    "arguments", [("apply", line("7c/8d"), "pass"), ("apply", line("7c/8d"), "2:pass"), ("view", "x", "1")]
)
def test_bad_input_is_refused_in_a_sentence(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    assert main(["fortress", *arguments]) == 2
    assert capsys.readouterr().err.endswith(".\n")
