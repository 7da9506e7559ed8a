"""Values as files have them: text that a file can hold, exact numbers, moments, and text that could be a formula."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from fractions import Fraction

from .sheet import Number, Value

PLACES = 6

# What XML 1.0 and so XLSX cannot hold (CSV and JSON readers stumble over some of it too): control characters, halves of
# a surrogate pair, and two code points that are no characters.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

# The signs a formula may begin with, and every character that a compatible normalisation turns into one: Excel reads
# the full-width ones in East Asian settings.
_SIGNS = "=⁼₌﹦＝⩵⩶" + "+⁺₊﬩﹢＋" + "\\-−﹣－" + "@﹫＠"
# Where a program may see a new cell begin inside a text, whatever separator it was told: lines, ; and tab.
_BREAKS = "\n\t;\x85\u2028\u2029"
# What such a program may drop before the sign: white space, quotes, invisible marks. A break is none of it, so that
# each character is looked at once, however long a run of blank lines.
_SKIPPED = f'(?:[^\\S{_BREAKS}]|["\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb])'
_FORMULA = re.compile(f"^(?=[\n\t])|(^|[{_BREAKS}])(?={_SKIPPED}*[{_SIGNS}])")


def clean(text: str) -> str:
    """Return the text with ``�`` for each character that no file can hold, and LF for every line end."""
    return _UNWRITABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def disarmed(text: str) -> str:
    """Return the text with an apostrophe before whatever a spreadsheet could take for a formula (CWE-1236).

    That is a text that begins with = + - @ (white space before it or not, full-width or not), with a tab or with an end
    of line; and likewise after each end of line, tab or semicolon inside it, where a program that was told another
    separator, as Excel is in half of Europe, begins a new cell. Text without any of these is returned as it is.
    """
    return _FORMULA.sub(r"\1'", text)


def exact(number: Number) -> str | None:
    """Return the number in digits, ``4.5`` for nine halves; ``None`` if digits can't say it exactly, as for a third."""
    fraction = Fraction(number)
    places = 0
    while 10**places % fraction.denominator:
        places += 1
        if places > fraction.denominator.bit_length():
            return None
    digits = str(abs(fraction.numerator) * 10**places // fraction.denominator).rjust(places + 1, "0")
    whole, part = digits[: len(digits) - places], digits[len(digits) - places :]
    return ("-" if fraction < 0 else "") + whole + (f".{part}" if part else "")


def plain(value: Value) -> str:
    """Return the value as people read it; a number that digits can't say exactly is rounded to ``PLACES``."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return utc(value).isoformat(" ")
    return exact(value) or f"{float(value):.{PLACES}f}"


def utc(moment: datetime) -> datetime:
    """Return the moment in UTC, to the second, without its time zone: spreadsheets know none."""
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None)
