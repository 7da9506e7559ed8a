"""Text from people, made fit to be stored and shown on one line."""

from __future__ import annotations

import unicodedata

from accounts.names.lookalikes import shows_nothing
from i18n.text import say

# Marks that turn the direction of the text after them (Unicode, UAX #9): a message must not mirror the page around it.
_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
MESSAGE_LENGTH = 500


def one_line(text: str) -> str:
    """Return the text with runs of blanks and line ends as one blank, and without control and direction marks.

    Lone surrogates are left out, too.
    """
    kept = (" " if letter.isspace() else letter for letter in text if _may_stay(letter))
    return " ".join("".join(kept).split())


def visible_line(text: str) -> str:
    """Return the text of a name on one line, cleaned like ``one_line``; "" if nothing of it could be seen."""
    line = one_line(text)
    return "" if shows_nothing(line) else line


def _may_stay(letter: str) -> bool:
    if letter.isspace():
        return True
    return letter not in _DIRECTION_MARKS and unicodedata.category(letter) not in {"Cc", "Cs"}


def cut(text: str, length: int) -> str:
    """Shorten the text to fit a column."""
    return text if len(text) <= length else text[: length - 1] + "…"


def too_long(message: str, length: int = MESSAGE_LENGTH) -> str | None:
    """Return why a message of this length can't be sent, or ``None``."""
    if len(message) <= length:
        return None
    return say("Your message has %(length)s characters; the limit is %(most)s.", length=len(message), most=length)
