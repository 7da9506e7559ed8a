"""Runs every test: all of them on PostgreSQL, then those that touch the database again on SQLite.

The last line adds up both runs. Arguments are passed on to pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

HERE = Path(__file__).resolve().parent
ON_SQLITE = [
    "-m",
    "not browser and not postgres and not worker and not either",
    "--touching-database",
    f"--ignore={HERE / 'engine'}",
]
# Many tests wait for processes, so more run at once than there are processors; who is done takes over from the others.
AT_ONCE = ["-n", "3", "--dist", "worksteal"]
RUNS: tuple[tuple[str, list[str]], ...] = (("postgres", []), ("sqlite", ON_SQLITE))


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


def main(arguments: list[str]) -> int:
    worst = 0
    totals = [0, 0, 0]
    for database, options in RUNS:
        print(f"\nTests on {database}", flush=True)
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder, "report.xml")
            command = [sys.executable, "-m", "pytest", *AT_ONCE, "-q", f"--junitxml={report}", *options, *arguments]
            worst = max(worst, subprocess.run(command, env=environment(database), check=False).returncode)
            if report.exists():
                totals = [a + b for a, b in zip(totals, counts(report), strict=True)]
    passed, failed, skipped = totals
    print(f"\ntotal: {passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
