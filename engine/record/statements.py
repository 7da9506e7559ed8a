"""The statements of a record's body: their texts, what follows each, and the lines they are on.

Text in braces is a comment, and where lines are broken does not matter, so a record survives an email.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from engine.errors import BadRecord

from .headers import line_of
from .record import Entry

_DEEDS: Final[dict[str, Literal["resignation", "time", "baton"]]] = {
    "resigns": "resignation",
    "loses on time": "time",
    "passes the baton": "baton",
}
DEED: Final = (
    r"player\s+(?P<player>[1-9])\s+(?P<deed>resigns|loses\s+on\s+time|passes\s+the\s+baton)|(?P<draw>draw\s+agreed)"
)
"""A pattern for events other than turns, in every game's records; it ignores case."""
_COMMENT: Final = re.compile(r"\{[^{}]*\}")
_LONGEST_QUOTE: Final = 40


class Statement(NamedTuple):
    """A statement that the pattern found, the text that follows up to the next, and the line (from 1) it begins on."""

    match: re.Match[str]
    rest: str
    line: int

    @property
    def text(self) -> str:
        """The statement without what follows it."""
        return fold(self.match[0])

    def check_nothing_follows(self) -> None:
        """Raise ``BadRecord`` if something follows."""
        if self.rest:
            raise BadRecord(f"“{shorten(self.rest)}” cannot follow “{self.text}”.")


def read_statements(text: str, start: int, pattern: re.Pattern[str]) -> Iterator[Statement]:
    """Yield the statements of the text from ``start`` on. Raises ``BadRecord`` for text before the first one."""
    body = _without_comments(text[start:])
    found = list(pattern.finditer(body))
    before = fold(body[: found[0].start()] if found else body)
    if before:
        raise BadRecord(f"“{shorten(before)}” is neither a header nor a turn.")
    ends = [*(match.start() for match in found[1:]), len(body)]
    first = line_of(text, start) - 1
    for match, end in zip(found, ends, strict=False):
        yield Statement(match, fold(body[match.end() : end]), first + line_of(body, match.start()))


def read_deed(statement: Statement) -> Entry:
    """Return the entry of a statement that ``DEED`` found. Raises ``BadRecord`` if anything follows it."""
    statement.check_nothing_follows()
    if statement.match["draw"]:
        return Entry("agreement")
    seat = int(statement.match["player"]) - 1
    return Entry(_DEEDS[fold(statement.match["deed"]).lower()], seat)


def write_deed(entry: Entry) -> str:
    """Write a resignation, a loss on time, a passed baton or a draw in the form that ``DEED`` finds."""
    if entry.seat is None:
        return "Draw agreed"
    return f"Player {entry.seat + 1} {next(words for words, kind in _DEEDS.items() if kind == entry.kind)}"


def fold(text: str) -> str:
    """Replace each run of blanks and line breaks by one blank."""
    return " ".join(text.split())


def shorten(text: str) -> str:
    """Shorten the text for quoting in a sentence."""
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 1] + "…"


def _without_comments(body: str) -> str:
    """Replace the comments of a body by blanks, so that lines keep their numbers."""
    plain = _COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), body)
    if "{" in plain or "}" in plain:
        raise BadRecord("A comment in braces is not closed, or closes without having begun.")
    return plain
