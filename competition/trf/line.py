"""One line of a file, and the values in its columns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from i18n.text import Value, say

from .fields import POINT_KINDS, TEXT_KINDS, TrfField

MOST_ROUNDS = 999  # three columns
WHOLE = re.compile(r"[0-9]{1,4}", re.ASCII)
DECIMAL = re.compile(r"[0-9]{1,4}(?:[.,][0-9]{0,3})?|[.,][0-9]{1,3}", re.ASCII)


def whole(text: str) -> int | None:
    """Read a whole number of up to four digits; ``None`` for any other text."""
    return int(text) if WHOLE.fullmatch(text) else None


def decimal(text: str) -> Fraction | None:
    """Read points as files have them: 11.5, .5, 1 and, from some countries, 11,5; ``None`` for any other text."""
    return Fraction(text.replace(",", ".").removesuffix(".")) if DECIMAL.fullmatch(text) else None


def signed(text: str) -> Fraction | None:
    """Read points by decision, which may be below zero; ``None`` for any other text."""
    found = decimal(text.removeprefix("-"))
    return -found if found is not None and text.startswith("-") else found


class BadTrf(ValueError):
    """An error for a file that can't be read; ``str()`` names the line, what is wrong and what was expected."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else say("Line %(line)s: %(message)s", line=line, message=message))
        self.line = line


@dataclass(frozen=True, slots=True)
class TrfLine:
    """A line of a file, with its number counted from 1."""

    number: int
    text: str

    @property
    def tag(self) -> str:
        """The code of the record."""
        return self.text[:3]

    @property
    def value(self) -> str:
        """The text after the code, without blanks around it."""
        return self.text[3:].strip()

    def bad(self, message: str, **values: Value) -> BadTrf:
        """Make the error for this line from a reason and its values."""
        return BadTrf(say(message, **values), self.number)

    def text_in(self, field: TrfField) -> str:
        """Return the text in a field's columns, without blanks around it."""
        return field.text_in(self.text)

    def values(self, fields: Iterable[TrfField]) -> dict[str, Any]:
        """Return the contents of the given fields, by name."""
        return {field.name: self.value_in(field) for field in fields}

    def value_in(self, field: TrfField, what: str = "") -> Any:
        """Read text, a number or points in a field's columns; return ``None`` for a number left blank.

        ``what`` is the name of the field in error messages, its label by default.
        """
        text = self.text_in(field)
        if field.kind in TEXT_KINDS:
            return text
        if not text and not field.is_required:
            return None
        what = what or field.said
        return self._points(field, text, what) if field.kind in POINT_KINDS else self._whole(field, text, what)

    def _whole(self, field: TrfField, text: str, what: str) -> int:
        found = whole(text)
        if found is None:
            raise self.bad(
                "%(what)s should be a number in columns %(first)s to %(last)s, not “%(text)s”.",
                what=what,
                first=field.first,
                last=field.last,
                text=text,
            )
        return found

    def _points(self, field: TrfField, text: str, what: str) -> Fraction:
        found = signed(text)
        if found is None:
            raise self.bad(
                "%(what)s should be in columns %(first)s to %(last)s, like 1.5, not “%(text)s”.",
                what=what,
                first=field.first,
                last=field.last,
                text=text,
            )
        return found

    def wholes(self, texts: list[str], what: str) -> list[int]:
        """Read several whole numbers from 1 up."""
        found = [whole(text) for text in texts]
        for text, number in zip(texts, found, strict=True):
            if not number:
                raise self.bad(
                    "%(what)s should be numbers from 1 up, but “%(text)s” is among them.", what=what, text=text
                )
        return [number for number in found if number]

    def round_number(self, number: int | None, what: str = "") -> int:
        """Check the number of a round and return it."""
        if not number or number > MOST_ROUNDS:
            what = what or say("the round")
            raise self.bad("%(what)s should be a number from 1 to %(most)s.", what=what, most=MOST_ROUNDS)
        return number
