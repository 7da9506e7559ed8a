"""Times and names as mails say them, and the shape of a plain text."""

from __future__ import annotations

import re
import textwrap
from datetime import datetime

from django.utils import timezone

from engine.said import say
from matches.clockwords import MINUTE, from_now
from matches.templatetags.times import exact

WIDTH = 72


def moment(when: datetime) -> str:
    """A moment in the active zone, and which zone that is: "Tue 24 Nov 2026, 14:05 CET (Europe/Berlin)"."""
    local = timezone.localtime(when)
    short, name = local.tzname() or "", timezone.get_current_timezone_name()
    if short[:1] in "+-":
        short = f"UTC{short}"
    return f"{exact(when)} {short}" + ("" if short == name else f" ({name})")


def in_how_long(when: datetime, now: datetime) -> str:
    """How long until then: “in 2 days 23 hours”, and “now” for what is past."""
    left = when - now
    return say("now") if left < MINUTE else from_now(left)


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
