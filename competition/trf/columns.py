"""Texts and numbers, made to fit into columns."""

from __future__ import annotations

import re
from fractions import Fraction

from i18n.text import say

# Also what no database stores (NUL) and no file can (halves of characters).
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")


class CannotWrite(ValueError):
    """TRF has no room for something; ``str()`` says for what."""


def printable(text: str) -> str:
    """With a blank for everything that would break a line or a table, so that columns stay where they are."""
    return UNPRINTABLE.sub(" ", text)


def clean(text: str, width: int | None = None) -> str:
    return printable(text).strip()[:width].rstrip()


def whole(number: int, width: int, what: str) -> str:
    if not 0 <= number < 10**width:
        raise CannotWrite(
            say(
                "TRF has %(width)s columns for %(what)s, too few for %(number)s.", width=width, what=what, number=number
            )
        )
    return f"{number:>{width}}"


def points(number: Fraction, what: str) -> str:
    """Four columns, one decimal: 11.5."""
    tenths = number * 10
    if tenths.denominator != 1:
        raise CannotWrite(
            say("TRF has one decimal for %(what)s, too few for %(number)s.", what=what, number=f"{float(number):g}")
        )
    text = f"{float(number):.1f}"
    if len(text) > 4:
        raise CannotWrite(say("TRF has four columns for %(what)s, too few for %(text)s.", what=what, text=text))
    return f"{text:>4}"
