"""The lines of a mail that its writer wrote: no quotes, nothing that a program writes around them, no signature.

This never decides about a turn. What it leaves in is refused as not being one, or as a second one; what it takes out
is only missed. So in doubt a line above is left in, and a line that may be a piece of a quote is taken out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .quoting import (
    begins_the_rest,
    ends_attribution,
    has_mail_address,
    is_armour,
    is_attribution,
    is_dated,
    is_quoted,
    is_sent_from,
)
from .spelling import visible

MOST_LINES: Final = 200
LONGEST_LINE: Final = 2000
WIDTH: Final = 64
"""No program wraps lines that are shorter."""


def said(text: str) -> tuple[str, ...]:
    """The unquoted, unsigned lines that are not empty, as they are seen."""
    lines = [visible(line[:LONGEST_LINE]) for line in text.splitlines()]
    own: list[str] = []
    around = _attributions(lines)
    for at, line in enumerate(lines):
        if not line or is_quoted(line) or at in around or _is_wrapped_quote(lines, at):
            continue
        if is_armour(line) or is_sent_from(line):
            continue
        if begins_the_rest(lines, at):
            break
        own.append(line)
    return tuple(own[:MOST_LINES])


def _attributions(lines: Sequence[str]) -> set[int]:
    """Where the lines above quotes stand."""
    found: set[int] = set()
    above = -1  # the last line that is neither empty nor quoted
    for at, line in enumerate(lines):
        if is_quoted(line):
            if above >= 0 and ends_attribution(lines[above]):
                found.update(range(_beginning(lines, above), above + 1))
            above = -1
        elif line:
            above = at
    return found


def _beginning(lines: Sequence[str], last: int) -> int:
    """The first line of an attribution: the nearest above its last one with which it has a date, if there is any."""
    for first in range(last, max(last - 3, -1), -1):
        if not lines[first] or is_quoted(lines[first]):
            break
        text = " ".join(lines[first : last + 1])
        if is_dated(text) and is_attribution(text):
            is_all = first == 0 or has_mail_address(text) or not has_mail_address(lines[first - 1])
            return first if is_all else first - 1
    return last


def _is_wrapped_quote(lines: Sequence[str], at: int) -> bool:
    """Whether the line may be the end of a long quoted one, which a program has broken in two."""
    if at == 0 or not is_quoted(lines[at - 1]):
        return False
    return len(lines[at - 1]) + 1 + len(lines[at].split()[0]) > WIDTH
