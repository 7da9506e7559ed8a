"""The lines that an email's writer wrote: no quotes, no signature, nothing that a program put around them.

This never decides about a turn. If in doubt, a line above a quote is left in: it is refused because it isn't a turn, or
is a second one. A line that may be part of a quote is left out, or listed separately as doubtful.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from .quotes import (
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
"""The shortest lines that programs wrap."""
_ADDRESS_ALONE: Final = re.compile(r"[>＞][>＞\s]*https?://\S+")
"""An address alone in a quoted line. The site's emails end with one, and nothing ever follows it in its line."""


@dataclass(frozen=True, slots=True)
class Said:
    """The writer's own ``lines``, as they are seen, and the ``doubtful`` ones.

    Those are the writer's lines below a quote, or the end of a quoted line that a program wrapped.
    """

    lines: tuple[str, ...]
    doubtful: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return *self.lines, *self.doubtful


def written_lines(text: str) -> tuple[str, ...]:
    """Return the non-empty lines outside quotes and signature, as they are seen."""
    return sorted_lines(text).lines


def sorted_lines(text: str) -> Said:
    lines = [visible(line[:LONGEST_LINE]) for line in text.splitlines()]
    own: list[str] = []
    doubtful: list[str] = []
    around = _attributions(lines)
    wrapped = _wrapped(lines)
    below = _below_quotes(lines, wrapped)
    for at, line in enumerate(lines):
        if not line or is_quoted(line) or at in around or is_armour(line) or is_sent_from(line):
            continue
        if at in wrapped:
            doubtful += [line] if at in below else []
            continue
        if begins_the_rest(lines, at):
            break
        own.append(line)
    return Said(tuple(own[:MOST_LINES]), tuple(doubtful[:MOST_LINES]))


def _attributions(lines: Sequence[str]) -> set[int]:
    """Return the positions of the lines that introduce quotes."""
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
    """Return the position of an attribution's first line, given its last one.

    It is the nearest line from which on the attribution has a date; without a date it is the last line itself.
    """
    for first in range(last, max(last - 3, -1), -1):
        if not lines[first] or is_quoted(lines[first]):
            break
        text = " ".join(lines[first : last + 1])
        if is_dated(text) and is_attribution(text):
            is_all = first == 0 or has_mail_address(text) or not has_mail_address(lines[first - 1])
            return first if is_all else first - 1
    return last


def _wrapped(lines: Sequence[str]) -> set[int]:
    """Return the positions of lines that may be the rest of a long quoted line, wrapped by a program."""
    found: set[int] = set()
    for at, line in enumerate(lines):
        if at == 0 or not line or is_quoted(line) or not (is_quoted(lines[at - 1]) or at - 1 in found):
            continue
        above = lines[at - 1]
        if len(above) + 1 + len(line.split()[0]) > WIDTH and not _ADDRESS_ALONE.fullmatch(above):
            found.add(at)
    return found


def _below_quotes(lines: Sequence[str], wrapped: Collection[int]) -> set[int]:
    """Return which of the wrapped lines end their quote, with no more of it below them."""
    found: set[int] = set()
    for at in sorted(wrapped, reverse=True):
        below = lines[at + 1] if at + 1 < len(lines) else ""
        if at + 1 in found or (at + 1 not in wrapped and not is_quoted(below)):
            found.add(at)
    return found
