"""Tests of the table that a run leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from .table import BEGIN, END, FAULTS, table, write_into
from .tally import LONG, RESULTS, Tally, collected

HERE = Path(__file__).parent


def test_tallies_of_one_fault_and_database_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RESULTS, str(tmp_path))
    Tally(5, "postgresql", rounds=2, lost=1, repeated=3, worst=0.5, delay_of="mail").keep()
    Tally(5, "postgresql", rounds=3, doubled=2, worst=1.5, delay_of="turn", failed=True).keep()
    Tally(5, "sqlite", rounds=1).keep()
    assert collected(tmp_path) == [
        Tally(5, "postgresql", 5, lost=1, doubled=2, repeated=3, worst=1.5, delay_of="mail; turn", failed=True),
        Tally(5, "sqlite", 1),
    ]


def test_nothing_is_kept_where_nobody_asks_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RESULTS, raising=False)
    Tally(5, "postgresql").keep()
    assert not list(tmp_path.iterdir())


def test_rounds_are_counted_as_they_are_run(monkeypatch: pytest.MonkeyPatch) -> None:
    quick, long = Tally(5, ""), Tally(5, "")
    monkeypatch.delenv(LONG, raising=False)
    assert list(quick.repeat(2, 100)) == [0, 1]
    monkeypatch.setenv(LONG, "1")
    assert list(long.repeat(2, 4)) == [0, 1, 2, 3]
    assert (quick.rounds, long.rounds) == (2, 4)


def test_the_worst_delay_is_kept() -> None:
    tally = Tally(5, "")
    for seconds in (0.2, 3.0, 1.0):
        tally.delay(seconds)
    assert tally.worst == 3.0


def test_the_table_says_what_happened_and_what_failed() -> None:
    lines = table([Tally(5, "postgresql", 100, 1, 2, 3, 4.5, "mail"), Tally(16, "sqlite", failed=True)]).splitlines()
    assert [cell.strip() for cell in lines[2].split("|")[1:-1]] == [
        *("5", "a worker is killed", "PostgreSQL", "100", "1", "2", "3", "4.50 s", "mail")
    ]
    assert "six processes write at once (FAILED)" in lines[3]
    assert len({line.rindex("|") for line in lines}) == 1


def test_it_is_written_between_the_marks(tmp_path: Path) -> None:
    page = tmp_path / "faults.md"
    page.write_text(f"before\n{BEGIN}old\n{END}after\n")
    write_into(page, "new")
    write_into(page, "newer")
    assert page.read_text() == f"before\n{BEGIN}\nnewer\n{END}after\n"


def test_every_fault_of_the_table_is_caused_somewhere() -> None:
    tests = "".join(path.read_text() for path in HERE.glob("test_*.py"))
    assert [number for number in FAULTS if f"fault(number={number})" not in tests] == []
