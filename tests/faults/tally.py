"""Counts of what a fault did in how many rounds, stored for the table in docs/faults.md."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

# more seconds than the list of faults allows, for the few rounds beside other tests on any machine
AT_EASE = 20.0
LONG = "FAULTS_LONG"  # if set in the environment, as many rounds as ``make faults`` runs
RESULTS = "FAULTS_RESULTS"  # a folder for the tallies


@dataclass
class Tally:
    """The counts of one fault on one database.

    ``lost``: turns, decisions or emails that were promised and are missing. ``doubled``: those that happened twice.
    ``repeated``: emails that arrived again under the same Message-ID, so that their reader's program shows them once.
    ``worst``: the longest of the delays in seconds; ``delay_of`` says of what.
    """

    fault: int
    database: str
    rounds: int = 0
    lost: int = 0
    doubled: int = 0
    repeated: int = 0
    worst: float | None = None
    delay_of: str = ""
    failed: bool = False

    @staticmethod
    def is_long() -> bool:
        return bool(os.environ.get(LONG))

    def repeat(self, quick: int, long: int) -> Iterator[int]:
        """Yield the numbers of a test's rounds, and count them."""
        for number in range(long if self.is_long() else quick):
            self.rounds += 1
            yield number

    def delay(self, seconds: float) -> None:
        self.worst = seconds if self.worst is None else max(self.worst, seconds)

    def within(self, seconds: float, bound: float) -> bool:
        """Return whether the seconds are fewer than the list of faults allows."""
        return seconds < bound + (0.0 if os.environ.get(LONG) else AT_EASE)

    @contextmanager
    def timing(self) -> Iterator[None]:
        start = time.monotonic()
        yield
        self.delay(time.monotonic() - start)

    def add(self, other: Tally) -> None:
        self.rounds += other.rounds
        self.lost += other.lost
        self.doubled += other.doubled
        self.repeated += other.repeated
        self.failed |= other.failed
        if other.worst is not None:
            self.delay(other.worst)
        words = [words for words in self.delay_of.split("; ") if words]
        self.delay_of = "; ".join(words + [other.delay_of] * (other.delay_of not in {"", *words}))

    def keep(self) -> None:
        """Write the counts to a file for the process that makes the table, if there is one."""
        if folder := os.environ.get(RESULTS):
            name = f"{self.fault}-{self.database}-{os.getpid()}-{time.monotonic_ns()}.json"
            Path(folder, name).write_text(json.dumps(asdict(self)))


def collected(folder: Path) -> list[Tally]:
    """Return one tally for each fault and database, in order."""
    return merged(Tally(**json.loads(path.read_text())) for path in sorted(folder.glob("*.json")))


def merged(tallies: Iterable[Tally]) -> list[Tally]:
    found: dict[tuple[int, str], Tally] = {}
    for tally in tallies:
        found.setdefault((tally.fault, tally.database), Tally(tally.fault, tally.database)).add(tally)
    return [found[key] for key in sorted(found)]
