"""The layout of plain texts and of values in headers."""

from __future__ import annotations

import re
import textwrap

WIDTH = 72


def one_line(text: str) -> str:
    """Return the text fit for a header: without line ends or other control characters (RFC 5322, 2.2)."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def tidy(text: str) -> str:
    """Tidy a rendered text: one blank line at most between others, and lines wrapped at 72 columns where possible."""
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
