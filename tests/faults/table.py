"""The table of a run, for people."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from .tally import Tally

FAULTS = {
    1: "Redis refuses",
    2: "Redis hangs",
    3: "Redis forgets everything",
    4: "Redis is full, or throws jobs away",
    5: "a worker is killed",
    6: "an email always kills its worker",
    7: "a deployment under load",
    8: "a job is done five times at once",
    9: "a crash between commit and publish",
    10: "a crash after an email was accepted",
    11: "the mail server refuses, hangs, is slow or away",
    12: "no mail server for 24 hours",
    13: "PostgreSQL restarts within a request",
    14: "a match is locked, or in a deadlock",
    15: "no database while email comes in",
    16: "six processes write at once",
    17: "a turn against its time-out",
    18: "double click, back button, tabs and links",
    19: "stamped before the deadline, looked at after it",
    20: "nothing sweeps for an hour, for 3 days",
    21: "two beats, two sweepers",
    22: "a worker's clock is two hours off",
    23: "clocks are changed, zones are changed, leap day",
    24: "a scanner opens every link of an email",
    25: "tokens that are stale, foreign, forged, cut or wrapped",
    26: "SECRET_KEY is changed, the old one dropped",
    27: "the same email twice, or another with its id",
    28: "answering machines, reports, lists, ourselves",
    29: "forged senders, and wrong addresses",
    30: "email that is broken, or made to break its reader",
    31: "a provider posts again, in disorder, too much",
    32: "an address is gone in the middle of a match",
    33: "the disk is full",
    34: "an old worker beside new code",
    35: "last night's dump is restored",
    36: "200 people in the last hour before a deadline",
    37: "a flood of email to made-up addresses",
    38: "forged reports of bounced emails",
    39: "a busy server in the last second",
    41: "the thinking queue is full, its worker killed",
    43: "bounces told in words alone",
    44: "a picture in a reply's signature",
    45: "10,000 emails are due at once, workers idle",
    46: "one person asks the same again and again",
    47: "the code of the last release on a newer database",
    48: "another turn between two reads of a page",
}
HEAD = ("", "fault", "database", "rounds", "lost", "doubled", "repeats", "worst delay", "of")
NAMES = {"postgresql": "PostgreSQL", "sqlite": "SQLite"}
BEGIN, END = "<!-- the last run -->\n", "<!-- end of the last run -->\n"


def table(tallies: Iterable[Tally]) -> str:
    """Return the table in Markdown, with padded columns so that its source is readable."""
    rows = [HEAD, *map(_row, tallies)]
    widths = [max(3, *(len(row[column]) for row in rows)) for column in range(len(HEAD))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    rule = "| " + " | ".join("-" * width for width in widths) + " |"
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def _row(tally: Tally) -> tuple[str, ...]:
    counts = (tally.lost, tally.doubled, tally.repeated)
    name = FAULTS[tally.fault] + (" (FAILED)" if tally.failed else "")
    worst = "" if tally.worst is None else f"{tally.worst:.2f} s"
    return str(tally.fault), name, NAMES[tally.database], str(tally.rounds), *map(str, counts), worst, tally.delay_of


def machine(minutes: float) -> str:
    """Say when the faults were run, on what machine, and for how long."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = platform.python_version()
    return (
        f"{datetime.now(UTC):%-d %B %Y}, {os.cpu_count()} cores, {memory:.0f} GB, Linux {platform.release()}, "
        f"Python {python}; {minutes:.0f} minutes.\n"
    )


def write_into(page: Path, words: str) -> None:
    """Replace the text between the page's two marks, which stay."""
    before, rest = page.read_text().split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n{words}\n{END}{after}")
