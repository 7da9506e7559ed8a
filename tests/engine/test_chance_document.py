"""What docs/chance.md tells readers to run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.record.check import verify

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "chance.md").read_text(encoding="utf-8")
RECORD = (ROOT / "docs" / "chance-record.txt").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)


def test_its_code_runs_and_prints_what_it_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec("\n".join(blocks("python")), {})  # noqa: S102 (the document's own lines)
    (printed,) = blocks("text")
    assert capsys.readouterr().out == printed
    assert f"Chance fortac/deck/0: {printed.strip()}" in RECORD


def test_its_record_is_sound() -> None:
    status, lines = verify(RECORD)
    assert (status, lines[3]) == (0, "Seats: drawn by lot, as the seed gives them.")
