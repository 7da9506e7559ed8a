from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.competition.trf.files import GAME, player, text
from tests.competition.trf.test_round_trip import CASES
from tests.support.tournament_notation import DATA, FILES, expected_tie_breaks

ROOT = Path(__file__).parents[3]


class Run:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self._capsys, self._monkeypatch = capsys, monkeypatch
        self.notes = ""

    def __call__(self, what: str, file: str | Path, *keys: str, stdin: str = "") -> str:
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        try:
            call_command("trf", what, str(file), *keys)
        finally:
            out, self.notes = self._capsys.readouterr()
            self.out = out
        return out

    def fails(self, what: str, file: str | Path, *keys: str, stdin: str = "") -> tuple[str, int]:
        with pytest.raises(CommandError) as caught:
            self(what, file, *keys, stdin=stdin)
        return str(caught.value), caught.value.returncode


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def test_it_pairs_the_next_round(run: Run) -> None:
    for case in CASES[::33]:
        name = f"{case['source']}-{case['round']}"
        printed = run("pair", "-", stdin=case["trf"]).splitlines()
        assert sorted(printed) == sorted(f"{white} {black}" for white, black in case["pairs_in_board_order"]), name
        assert run.notes == f"Pairing round {case['round']} of {case['total_rounds']}.\n", name


@pytest.mark.parametrize("file", FILES[::12])
def test_a_file_that_is_paired_by_the_rules_checks_out(run: Run, file: str) -> None:
    assert run("check", DATA / file) == ""
    assert re.fullmatch(r"As the rules have it: \d+ rounds checked\.\n", run.notes)


def test_rounds_that_differ_are_printed(run: Run) -> None:
    right = (DATA / "d01_n12_r7.trf").read_text()
    wrong = right.replace("4.5    3     7 b 1", "4.5    3     7 w 1").replace(
        "3.0    7     1 w 0", "3.0    7     1 b 0"
    )
    message, status = run.fails("check", "-", stdin=wrong)
    assert status == 1
    assert message.endswith(" of 7 rounds differ.")
    assert run.out.startswith("Round 1\n  expected: 7 1\n  found:    1 7\nRound 2\n")


@pytest.mark.parametrize("file", ["d01_n12_r7.trf", "d20_n90_r9_fp_baku.trf", "g07_n14_r9_310.trf", "g10_n18_r9.trf"])
def test_it_prints_tie_breaks_as_in_the_reference_table(run: Run, file: str) -> None:
    expected = expected_tie_breaks()[file]
    codes = list(expected[1])
    lines = run("tiebreaks", DATA / file, *codes).splitlines()
    assert lines[0] == "\t".join(["tpn", *codes])
    assert lines[1:] == ["\t".join([str(number), *row.values()]) for number, row in expected.items()]


def test_keys_stand_in_the_header_as_they_were_typed(run: Run) -> None:
    assert run("tiebreaks", "-", "pts", "bh-c1", stdin=text(*GAME)).splitlines() == [
        "tpn\tpts\tbh-c1",
        "1\t1.0\t0.0",
        "2\t0.0\t0.0",
    ]


def test_a_round_robin_has_no_buchholz(run: Run) -> None:
    message, status = run.fails("tiebreaks", "-", "BH", stdin=text(*GAME, "192 FIDE_ROUNDROBIN"))
    assert "must not be used in a round robin" in message
    assert status == 2


def test_an_unknown_key_is_answered_with_those_there_are(run: Run) -> None:
    message, status = run.fails("tiebreaks", "-", "PTS", "BX", stdin=text(*GAME))
    assert message.startswith("There is no tie-break “BX”. There are PTS, BH, ")
    assert status == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "There is no player in this file: no line begins with 001."),
        (["001 x"], "Line 1: the player’s starting number should be a number in columns 5 to 8, not “x”."),
        ([*GAME], "The file does not say how many rounds there are (record 142 or XXR), which the pairing depends on."),
        ([*GAME, "142 1"], "All 1 rounds are paired already."),
        ([*GAME, "142 5", "192 BERGER_ROUNDROBIN"], "This is a round robin; its rounds stand from the beginning."),
    ],
)
def test_what_cannot_be_paired_is_one_sentence(run: Run, lines: list[str], message: str) -> None:
    assert run.fails("pair", "-", stdin=text(*lines)) == (message, 2)


def test_no_legal_pairing_says_why(run: Run) -> None:
    message, status = run.fails("pair", "-", stdin=text("142 5", *GAME))
    assert message.startswith("Player 1 has no possible opponent left")
    assert status == 2


def test_a_file_that_is_not_there(run: Run) -> None:
    assert run.fails("pair", "/nowhere/at-all.trf") == (
        "/nowhere/at-all.trf cannot be read: No such file or directory.",
        2,
    )


def test_a_file_that_does_not_agree_with_itself_is_worked_on_with_a_note(run: Run) -> None:
    rows = player(1, "   2 w 1", points="3.0"), player(2, "   1 b 0", points="0.0")
    assert run("tiebreaks", "-", "PTS", stdin=text(*rows)).splitlines()[1] == "1\t1.0"
    assert run.notes == "The points of player 1 are given as 3, but the results are worth 1.\n"


def test_white_is_taken_where_nobody_says_the_initial_colour(run: Run) -> None:
    assert run("pair", "-", stdin=text("142 5", player(1), player(2))) == "1 2\n"
    assert "white is taken" in run.notes
    assert run("pair", "-", stdin=text("142 5", "152 B", player(1), player(2))) == "2 1\n"
    assert run.notes == "Pairing round 1 of 5.\n"


def test_running_games_count_as_drawn_for_the_pairing(run: Run) -> None:
    rows = player(1, "   2 w  "), player(2, "   1 b  "), player(3, "0000 - U")
    assert run("pair", "-", stdin=text("142 5", *rows)).splitlines() == ["3 1", "2 0"]
    assert run.notes == "Pairing round 2 of 5.\nGames without a result count as drawn for the pairing.\n"


def test_a_pairing_bye_given_ahead_does_not_hide_the_round(run: Run) -> None:
    rows = [player(1), player(2), player(3), player(4), player(5, "0000 - U")]
    assert run("pair", "-", stdin=text("142 5", "152 W", *rows)).splitlines() == ["1 3", "4 2"]
    assert run.notes == "Pairing round 1 of 5.\n"


def test_it_needs_no_database_and_ends_with_the_status(tmp_path: Path) -> None:
    environment = os.environ | {
        "DATABASE_URL": "postgres://nobody@nowhere.invalid:1/none",
        "DJANGO_SETTINGS_MODULE": "fortify_site.settings",
        "VAR_DIR": str(tmp_path),
    }

    def manage(*words: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "manage.py", "trf", *words]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)

    file = str(DATA / "g01_n8_r5.trf")
    good, bad = manage("tiebreaks", file, "PTS"), manage("tiebreaks", file, "XX")
    assert (good.returncode, good.stdout.splitlines()[1], good.stderr) == (0, b"1\t4.0", b"")
    assert (bad.returncode, bad.stdout) == (2, b"")
    assert len(bad.stderr.splitlines()) == 1
