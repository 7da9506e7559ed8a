"""The engine's command line, in process and as a program."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from engine.__main__ import main

ROOT = Path(__file__).parents[2]
START = "4/4/4/4/4 r 1/1 I4T4B4i4t4b4 - 0"
RED_WINS = "4/4/+B+B2/+BB2/3i r 3/1 T1 - 0"


class Printed:
    """Runs commands in this process and hands back status, output and errors."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        try:
            status = main(arguments)
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        out, err = self.capsys.readouterr()
        return status, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Printed:
    return Printed(capsys)


def test_it_prints_the_start_of_a_volley(run: Printed) -> None:
    assert run("fortify", "start", "--map", "4x5") == (0, f"{START}\n", "")
    assert run("fortify", "start", "--map", "5x5", "--red", "I4T4C1A1", "--green", "t4b4c1a1") == (
        0,
        "5/5/5/5/5 r 1/1 I4T4C1A1t4b4c1a1 - 0\n",
        "",
    )


def test_it_lists_the_legal_steps_bytewise(run: Printed) -> None:
    _, out, _ = run("fortify", "actions", "--map", "4x5", "4/4/T3/4/3i r 3/1 +B1 - 0")
    assert out.split() == [
        "+B@a2", "+B@a4", "+B@b3",
        "a3-a1", "a3-a2", "a3-b1", "a3-b2", "a3-b3", "a3-c1", "a3-c2", "a3-c3", "a3-c4", "a3-d2", "a3-d3", "a3-d4",
        "end",
    ]  # fmt: skip


def test_it_prints_the_position_after_each_step(run: Printed) -> None:
    status, out, _ = run("fortify", "apply", "--map", "4x5", START, "T@a3", "i@b2 & i@c2", "end")
    assert status == 0
    assert out.splitlines() == [
        "4/4/T3/4/4 g 2/2 I4T3B4i4t4b4 - 1",
        "4/4/T3/1ii1/4 g 2/1 I4T3B4i2t4b4 - 1",
        "4/4/T3/1ii1/4 r 3/2 I4T3B4i2t4b4 - 2",
    ]


def test_the_last_line_says_how_the_volley_ended(run: Printed) -> None:
    assert run("fortify", "apply", "--map", "4x5", RED_WINS, "b2+") == (
        0,
        "4/4/+B+B2/+B+B2/3i g 4/2 T1 - 1\nover red 2x2\n",
        "",
    )


def test_it_refuses_a_step_after_the_end_and_prints_nothing_else(run: Printed) -> None:
    assert run("fortify", "apply", "--map", "4x5", RED_WINS, "b2+", "end") == (
        2,
        "",
        "end: it’s over before this step.\n",
    )


def test_it_counts_and_divides(run: Printed) -> None:
    assert run("fortify", "perft", "--map", "4x5", START, "2")[1] == "5664\n"
    lines = run("fortify", "divide", "--map", "4x5", START, "2")[1].splitlines()
    assert len(lines) == 52
    assert lines[0].startswith("B@a2 ")
    assert sum(int(line.split()[1]) for line in lines) == 5664


def test_it_scores(run: Printed) -> None:
    position = "4/4/+B+B2/+B+B2/3i g 4/2 T1 t 1"
    assert run("fortify", "score", "--map", "4x5", position, "--winner", "red", "--how", "2x2") == (
        0,
        "red 19\ngreen -2\n",
        "",
    )
    assert run("fortify", "score", "--map", "4x5", position, "--winner", "none", "--how", "none")[1] == (
        "red 12\ngreen -2\n"
    )


def test_a_playout_ends_with_the_last_position_and_how_it_ended(run: Printed) -> None:
    status, out, _ = run(
        "fortify", "playout", "--map", "5x5", "--seed", "one", "--red", "I4T4C1A1", "--green", "T4B4C1A1"
    )
    *_, last, over = out.splitlines()
    assert status == 0
    assert len(last.split(" ")) == 6
    assert over.startswith("over ")
    assert (
        out == run("fortify", "playout", "--map", "5x5", "--seed", "one", "--red", "I4T4C1A1", "--green", "T4B4C1A1")[1]
    )


def test_a_map_of_ones_own_is_given_by_its_path(run: Printed, tmp_path: Path) -> None:
    path = tmp_path / "ford.txt"
    path.write_text("name: Ford\nslots: 1\nSW\nLS\n")
    assert run("fortify", "start", "--map", str(path))[1] == "2/2 r 1/1 I4T4B4i4t4b4 - 0\n"
    assert run("fortify", "perft", "--map", str(path), "2/2 r 1/1 I4T4B4i4t4b4 - 0", "1")[1] == "7\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "The following arguments are required: COMMAND."),
        (["fortify"], "The following arguments are required: COMMAND."),
        (["fortify", "start"], "The following arguments are required: --map."),
        (
            ["fortify", "start", "--map", "6x6"],
            "There is no map “6x6”: the maps are 4x5 and 5x5, or the path of a map file.",
        ),
        (
            ["fortify", "start", "--map", "4x5", "--red", "I4T4"],
            "An army is I4T4B4, or a special one of exactly 10 units; I4T4 has 8.",
        ),
        (["fortify", "start", "--map", "4x5", "--green", "I5"], "An army has at most 4 Infantry."),
        (["fortify", "actions", "--map", "4x5", "4/4/4/4 r 1/1 I1i1 - 0"], "The board of map 4x5 has 5 rows, not 4."),
        (["fortify", "perft", "--map", "4x5", START, "x"], "The number of steps is from 0 to 99, not “x”."),
        (["fortify", "perft", "--map", "4x5", START, "-1"], "The number of steps is from 0 to 99, not “-1”."),
        (["fortify", "divide", "--map", "4x5", START, "0"], "The number of steps is from 1 to 99, not “0”."),
        (
            ["fortify", "apply", "--map", "4x5", START, "T@a1"],
            "T@a1: Red’s first unit goes onto Shore, but a1 is not Shore.",
        ),
        (["fortify", "apply", "--map", "4x5", START, "T@"], "“T@”: it does not say on which space: an Enlist is T@b3."),
        (
            ["fortify", "score", "--map", "4x5", START, "--winner", "none", "--how", "2x2"],
            "A volley that ended by 2x2 has a winner: red or green.",
        ),
        (["replay", "/no/such/file"], "The file /no/such/file cannot be read: No such file or directory."),
    ],
)
def test_bad_input_is_status_two_and_one_sentence(run: Printed, arguments: list[str], sentence: str) -> None:
    assert run(*arguments) == (2, "", f"{sentence}\n")


def test_a_refusal_stays_on_one_line_whatever_it_repeats(run: Printed) -> None:
    assert run("fortify", "perft", "--map", "4x5", START, "x\n\x1b[31m") == (
        2,
        "",
        "The number of steps is from 0 to 99, not “x\\u000a\\u001b[31m”.\n",
    )
    assert run("fortify", "start", "--map", "4x5", "a\nb") == (2, "", "Unrecognized arguments: a\\u000ab.\n")


def test_a_command_that_there_is_not_is_refused_in_one_line(run: Printed) -> None:
    status, out, err = run("chess")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "invalid choice: 'chess'" in err


def test_a_file_that_is_no_text_is_no_record(run: Printed, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_bytes(b"\xff\xfe")
    assert run("replay", str(path)) == (2, "", f"The file {path} is not text in UTF-8.\n")


def test_a_text_that_is_no_record_is_refused(run: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("once upon a time"))
    status, out, err = run("replay", "-")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_record_is_replayed_or_verified_by_the_game_it_names(run: Printed, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(
        '[Game "Fortify"]\n[Map "4x5"]\n[Format "standard"]\n\nVolley 1: Player 1 is Red\n1. B@c3\n2. B@c3\n'
    )
    fault = "Volley 1, turn 2 (Player 2, B@c3): Action 1, B@c3: c3 is not empty: Red’s Battleship is on it."
    assert run("replay", str(path)) == (1, f"{fault}\n", "")
    assert run("verify", str(path)) == (1, f"Line 7: {fault}\n", "")
    path.write_text(path.read_text().replace("2. B@c3", "2. I@a1"))
    assert run("replay", str(path)) == (0, "Result: *, volleys 0:0 (not finished)\n", "")
    status, out, _ = run("verify", str(path))
    assert (status, out.splitlines()) == (
        0,
        [
            "Seed: none, as nothing in Fortify is random.",
            "Entries: 2, all legal.",
            "Result: *, volleys 0:0 (not finished)",
        ],
    )


def test_help_lists_the_commands(run: Printed) -> None:
    status, out, _ = run("fortify", "--help")
    assert status == 0
    for command in ("start", "actions", "apply", "perft", "divide", "score", "playout", "batch"):
        assert command in out


# -- as a program --------------------------------------------------------------------------------------------------


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command, which hears Ctrl-C even where the tests run in the background, and is gone afterwards."""
    with subprocess.Popen(
        [sys.executable, "-m", "engine", *arguments],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            yield process
        except BaseException:  # whatever went wrong, the process must not be waited for
            process.kill()
            raise


def test_as_a_program_it_prints_and_refuses_alike() -> None:
    with program("fortify", "start", "--map", "4x5") as fine:
        assert fine.communicate() == (f"{START}\n", "")
    with program("fortify", "start", "--map", "x") as wrong:
        out, err = wrong.communicate()
    assert (fine.returncode, wrong.returncode, out, err.count("\n")) == (0, 2, "", 1)


def test_batch_answers_a_line_before_it_is_asked_the_next() -> None:
    with program("fortify", "batch") as batch:
        assert batch.stdin is not None
        assert batch.stdout is not None
        for depth, count in ((1, 52), (2, 5664)):
            batch.stdin.write(f"perft\t4x5\t{START}\t{depth}\n")
            batch.stdin.flush()
            assert batch.stdout.readline() == f'{{"perft": {count}}}\n'
        batch.stdin.close()
        batch.stdin = None
        assert batch.wait() == 0


def test_bytes_that_are_no_text_are_one_more_line_that_cannot_be_answered() -> None:
    asked = subprocess.run(
        [sys.executable, "-m", "engine", "fortify", "batch"],
        cwd=ROOT,
        input=b"\xff\xfe\n",
        capture_output=True,
        check=True,
    )
    assert asked.stdout.startswith(b'{"error": "')


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with program("fortify", "batch") as batch:
        assert batch.stdin is not None
        assert batch.stdout is not None
        batch.stdin.write(f"perft\t4x5\t{START}\t1\n")
        batch.stdin.flush()
        batch.stdout.readline()
        batch.stdout.close()
        batch.stdout = None
        _, err = batch.communicate(f"perft\t4x5\t{START}\t1\n")
    assert (batch.returncode, err) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_refused_in_one_sentence() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "engine", "fortify", "start", "--map", "4x5"],
            cwd=ROOT,
            text=True,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (2, "The answer cannot be written: No space left on device.\n")


@pytest.mark.parametrize(
    ("command", "status"),
    [("fortify start --map 4x5 >&-", 0), ("fortify batch <&-", 0), ("replay - <&-", 2)],
)
def test_without_standard_input_or_output_it_still_ends_well(command: str, status: int) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m engine {command}', sys.executable],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status
    assert done.stderr.count("\n") == (1 if status else 0)


def test_what_the_encoding_of_the_output_lacks_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(
        '[Game "Fortify"]\n[Map "4x5"]\n[Format "standard"]\n\nVolley 1: Player 1 is Red\n1. whatever', encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "engine", "replay", str(path)],
        cwd=ROOT,
        env={"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "\\u201cwhatever\\u201d" in done.stdout


def test_an_interrupt_ends_it_without_a_traceback() -> None:
    with program("fortify", "batch") as batch:
        assert batch.stdin is not None
        assert batch.stdout is not None
        batch.stdin.write(f"perft\t4x5\t{START}\t1\n")
        batch.stdin.flush()
        assert batch.stdout.readline() == '{"perft": 52}\n'
        batch.stdin.write(f"perft\t4x5\t{START}\t9\n")
        batch.stdin.flush()
        time.sleep(0.2)
        batch.send_signal(signal.SIGINT)
        assert batch.communicate(timeout=300) == ("", "")
    assert batch.returncode == 130
