"""The faults' command: ``python -m tests.faults [NUMBER…]`` runs all faults, or those, in many rounds.

It prints a table and, after a run of all, writes it into docs/faults.md. It ends with an error if anything was lost or
doubled, or a test failed.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.run import AT_ONCE

from .table import FAULTS, machine, table, write_into
from .tally import LONG, RESULTS, Tally, collected

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "faults.md"
RUNS = {"postgres": "", "sqlite": " and not postgres and not worker and not either"}


def main(numbers: list[int]) -> int:
    chosen = numbers or sorted(FAULTS)
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        failed = [_run(database, limits, chosen, folder) for database, limits in RUNS.items()]
        tallies = collected(Path(folder))
    words = f"{machine((time.monotonic() - start) / 60)}\n{table(tallies)}"
    print(f"\n{words}")
    missing = set(chosen) - {tally.fault for tally in tallies}
    if missing:
        print(f"Not run: {sorted(missing)}")
    if not numbers and not missing:
        write_into(PAGE, words)
    return int(any(failed) or bool(missing) or any(map(_is_bad, tallies)))


def _run(database: str, limits: str, chosen: list[int], folder: str) -> bool:
    """Run the chosen faults on a database. Return whether a test failed."""
    print(f"\nFaults on {database}", flush=True)
    which = " or ".join(f"fault(number={number})" for number in chosen)
    command = [sys.executable, "-m", "pytest", *AT_ONCE, "-v", "-m", f"({which}){limits}", str(HERE)]
    env = os.environ | {"DATABASE": database, LONG: "1", RESULTS: folder}
    return subprocess.run(command, env=env, check=False).returncode not in {0, NOTHING_CHOSEN}


NOTHING_CHOSEN = 5


def _is_bad(tally: Tally) -> bool:
    return bool(tally.lost or tally.doubled or tally.failed)


if __name__ == "__main__":
    sys.exit(main([int(word) for word in sys.argv[1:]]))
