"""Runs every test: all of them on PostgreSQL, and those that ask something of the database on SQLite, too.

Types and style are checked, and the tests on SQLite run, in the time in which those on PostgreSQL leave the processors
idle; they are told of afterwards.
The last lines name each test that failed, with its reason, and add up both runs. Arguments are passed on to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import IO, Any
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
# What SQLite may answer otherwise: who gets a lock and who waits, what counts as its own trouble, and statements that
# are not the ORM's. All else is made of rows that are read and written one by one, and the same on either. The demo and
# the whole site from one command are made on SQLite as it is.
ON_BOTH = {
    "faults": "at_once between_reads database",
    "fortify_site/pages": "database_errors",
    "matches/gate": "in_time races",
    "matches/match_view": "by_hand",
    "tournaments": "races",
    "tournaments/home": "home_page",
}
ON_SQLITE = [
    *(str(HERE / folder / f"test_{part}.py") for folder, parts in ON_BOTH.items() for part in parts.split()),
    "-m",
    "not browser and not postgres and not worker and not either",
    "--touching-database",
]
# Many tests wait for processes, so more run at once than there are processors; who is done takes over from the others.
AT_ONCE = ["-n", "4", "--dist", "worksteal"]
REPORTING = ["-o", "junit_family=xunit1"]  # it says in which file a test is
REASON_WIDTH = 300
YIELDING = partial(os.nice, 5)


def environment(database: str) -> dict[str, str]:
    """Modules are compiled once for all the processes that the tests start, whatever the outside says of it."""
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return outside | {"DATABASE": database}


def counts(report: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped tests of a JUnit report."""
    suites = list(ElementTree.parse(report).getroot().iter("testsuite"))  # noqa: S314 (pytest wrote it just now)
    total, failed, skipped = (
        sum(int(suite.get(name, "0")) for suite in suites for name in names)
        for names in (("tests",), ("failures", "errors"), ("skipped",))
    )
    return total - failed - skipped, failed, skipped


def failures(report: Path) -> Iterator[str]:
    """A line for each test of a JUnit report (of the family xunit1) that failed, with the first line of its reason."""
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314 (as above)
        for what in (*case.findall("failure"), *case.findall("error")):
            reason = (what.get("message") or "no reason was given").strip().splitlines()[0]
            yield f"FAILED {case.get('file')}::{case.get('name')} - {shorten(reason, REASON_WIDTH)}"


def compile_tests() -> None:
    """Each of the processes below would do so for itself, since they begin at the same moment. What is wrong with a
    module they will say."""
    words = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "tests.support.compile_only"]
    subprocess.run(words, env=environment("sqlite"), stdout=subprocess.DEVNULL, check=False)


class Run:
    """All tests on one database, in processes of their own."""

    def __init__(self, database: str, words: list[str], folder: Path, **how: Any) -> None:
        self.database, self.report = database, folder / f"{database}.xml"
        command = [sys.executable, "-m", "pytest", "-q", *REPORTING, f"--junitxml={self.report}", *words]
        self.process = subprocess.Popen(command, env=environment(database), **how)

    def counts(self) -> tuple[int, int, int]:
        return counts(self.report) if self.report.exists() else (0, 0, 0)

    def failures(self) -> list[str]:
        return [f"{line} ({self.database})" for line in failures(self.report)] if self.report.exists() else []


def later(words: IO[bytes]) -> dict[str, Any]:
    """How a process is started whose words are shown at the end, and which leaves the processors to others."""
    return {"stdin": subprocess.DEVNULL, "stdout": words, "stderr": subprocess.STDOUT, "preexec_fn": YIELDING}


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "lint.txt").open("w+b") as lint_words, (folder / "sqlite.txt").open("w+b") as sqlite_words:
            lint = subprocess.Popen(["make", "--no-print-directory", "lint"], **later(lint_words))
            compile_tests()
            beside = Run("sqlite", [*ON_SQLITE, *arguments], folder, **later(sqlite_words))
            print("\nTests on postgres", flush=True)
            first = Run("postgres", [*AT_ONCE, *arguments], folder)
            first.process.wait()
            beside.process.wait()
            lint.wait()
            print("\nTests on sqlite", flush=True)
            show(sqlite_words)
            print("\nTypes and style", flush=True)
            show(lint_words)
        passed, failed, skipped = (sum(both) for both in zip(first.counts(), beside.counts(), strict=True))
        failed_tests = [line for run in (first, beside) for line in run.failures()]
        silent = [run.database for run in (first, beside) if not sum(run.counts())]
    style = ", types and style: not clean" if lint.returncode else ""
    unrun = "".join(f", nothing ran on {database}" for database in silent)
    print("", *failed_tests, sep="\n")
    print(f"\ntotal: {passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "") + unrun + style)
    return int(any(process.returncode for process in (first.process, beside.process, lint)))


def show(words: IO[bytes]) -> None:
    words.seek(0)
    shutil.copyfileobj(words, sys.stdout.buffer)
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
