"""The last lines that ``make test`` prints."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.run import REPORTING, counts, failures

TESTS = """
import pytest

@pytest.fixture
def broken():
    raise OSError("no such harbour")

def test_good(): pass
def test_with_a_broken_fixture(broken): pass

class TestIsland:
    @pytest.mark.parametrize("sails", ["two"])
    def test_bad(self, sails):
        assert sails == "three", "too few"
"""


def test_each_test_that_failed_is_named_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "test_sea.py").write_text(TESTS)
    (tmp_path / "empty.ini").touch()
    command = [sys.executable, "-m", "pytest", *REPORTING, "-p", "no:django", "-p", "no:valkey", "-c", "empty.ini"]
    subprocess.run([*command, "--junitxml=report.xml", "."], cwd=tmp_path, capture_output=True, check=False)
    report = tmp_path / "report.xml"

    assert counts(report) == (1, 2, 0)
    fixture, compared = failures(report)
    assert fixture.startswith("FAILED test_sea.py::test_with_a_broken_fixture - ")
    assert "no such harbour" in fixture
    assert compared.startswith("FAILED test_sea.py::test_bad[two] - ")
    assert "too few" in compared
