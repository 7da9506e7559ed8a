"""Times and names as mails say them, and the shape of a plain text."""

from __future__ import annotations

import re
import textwrap
from datetime import datetime, timedelta

from django.utils import timezone

from matches.templatetags.times import exact

WIDTH = 72
MINUTES_A_DAY = 24 * 60


def moment(when: datetime) -> str:
    """A moment in the active zone, and which zone that is: "Tue 24 Nov 2026, 14:05 CET (Europe/Berlin)"."""
    local = timezone.localtime(when)
    short, name = local.tzname() or "", timezone.get_current_timezone_name()
    if short[:1] in "+-":
        short = f"UTC{short}"
    return f"{exact(when)} {short}" + ("" if short == name else f" ({name})")


def in_how_long(when: datetime, now: datetime) -> str:
    """How long until then, in its two largest units: “in 2 days 23 hours”."""
    minutes = int((when - now) / timedelta(minutes=1))
    if minutes < 1:
        return "now"
    days, rest = divmod(minutes, MINUTES_A_DAY)
    hours, rest = divmod(rest, 60)
    units = [(days, "day"), (hours, "hour"), (rest, "minute")]
    while units[0][0] == 0:
        units.pop(0)
    return "in " + " ".join(_counted(number, unit) for number, unit in units[:2] if number)


def span(time: timedelta) -> str:
    """A length of time: “3 days”, “1 day 12 hours”."""
    start = datetime(2000, 1, 1)  # noqa: DTZ001 (only a difference matters)
    return in_how_long(start + time, start).removeprefix("in ")


def listed(names: list[str]) -> str:
    """Names in a sentence: “Ann”, “Ann and Ben”, “Ann, Ben and Cleo”."""
    return " and ".join(part for part in (", ".join(names[:-1]), names[-1]) if part)


def one_line(text: str) -> str:
    """Text that may stand in a header: without line ends or other control characters (RFC 5322, 2.2)."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def tidy(text: str) -> str:
    """A rendered text: at most one blank line at a time, and no line over 72 columns that has a blank to break it."""
    text = re.sub(r"\n{3,}", "\n\n", text.strip("\n"))
    return "\n".join(_wrapped(line) for line in text.split("\n")) + "\n"


def _wrapped(line: str) -> str:
    if len(line) <= WIDTH:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    options = textwrap.TextWrapper(
        WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
    return options.fill(line)


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}" + ("" if number == 1 else "s")
