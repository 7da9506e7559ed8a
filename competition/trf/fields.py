"""The columns of TRF's records: one table for both reading and writing lines.

Columns count from 1 and both ends are included, as in FIDE's description.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from i18n.text import Text, begun, noop, say

# Also what no database stores (NUL) and no file can (halves of characters).
UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff]")
FieldValue = str | int | Fraction


class CannotWrite(ValueError):
    """An error for a value that TRF has no room for; ``str()`` names it."""


class FieldKind(Enum):
    """A way of writing a value into its columns."""

    TEXT = auto()  # from the left
    CODE = auto()  # text, at the right
    NUMBER = auto()  # at the right
    PADDED_NUMBER = auto()  # with zeros before it
    OPPONENT = auto()  # a number at the right, or 0000 for none
    POINTS = auto()  # with one decimal, at the right
    PADDED_POINTS = auto()  # with one decimal and zeros before it


POINT_KINDS = frozenset((FieldKind.POINTS, FieldKind.PADDED_POINTS))
TEXT_KINDS = frozenset((FieldKind.TEXT, FieldKind.CODE))


class TrfField(NamedTuple):
    """One value of a record. ``label`` is its name in messages."""

    name: str
    first: int
    last: int
    kind: FieldKind
    label: str = ""
    is_required: bool = False

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @property
    def said(self) -> Text:
        """The label in the reader's language."""
        return say(self.label)

    def moved(self, columns: int) -> TrfField:
        """Return the same field, that many columns further to the right."""
        return self._replace(first=self.first + columns, last=self.last + columns)

    def text_in(self, line: str) -> str:
        """Return the text of a line in this field's columns, without blanks around it."""
        return line[self.first - 1 : self.last].strip()

    def written(self, value: FieldValue) -> str:
        """Write the value in as many characters as there are columns.

        Raises ``CannotWrite`` for numbers that don't fit.
        """
        if isinstance(value, str):
            text = clean(value, self.width)
            return text.ljust(self.width) if self.kind is FieldKind.TEXT else text.rjust(self.width)
        text = self._points(Fraction(value)) if self.kind in POINT_KINDS else self._whole(int(value))
        is_padded = self.kind in (FieldKind.PADDED_NUMBER, FieldKind.PADDED_POINTS) or (
            self.kind is FieldKind.OPPONENT and not value
        )
        return text.zfill(self.width) if is_padded else text.rjust(self.width)

    def _whole(self, number: int) -> str:
        if not 0 <= number < 10**self.width:
            raise CannotWrite(
                say(
                    "%(what)s %(number)s doesn’t fit into TRF’s %(width)s columns.",
                    what=begun(self.said),
                    number=number,
                    width=self.width,
                )
            )
        return str(number)

    def _points(self, points: Fraction) -> str:
        if (points * 10).denominator != 1:
            raise CannotWrite(
                say(
                    "%(what)s %(points)s don’t fit into TRF, which has room for one decimal.",
                    what=begun(self.said),
                    points=f"{float(points):g}",
                )
            )
        text = f"{float(points):.1f}"
        if len(text) > self.width:
            raise CannotWrite(
                say(
                    "%(what)s %(points)s don’t fit into TRF’s %(width)s columns.",
                    what=begun(self.said),
                    points=text,
                    width=self.width,
                )
            )
        return text


@dataclass(frozen=True, slots=True)
class TrfRecord:
    """The fields of a line, and a group of fields that repeats every ``step`` columns, like a player's rounds."""

    tag: str
    fields: tuple[TrfField, ...] = ()
    group: tuple[TrfField, ...] = ()
    step: int = 0

    def __getitem__(self, name: str) -> TrfField:
        return next(field for field in (*self.fields, *self.group) if field.name == name)

    def group_at(self, index: int) -> tuple[TrfField, ...]:
        """Return the fields of one group; groups count from 1."""
        return tuple(field.moved((index - 1) * self.step) for field in self.group)

    def groups_in(self, line: str) -> int:
        """Return how many groups a line has, counting one that is cut off."""
        return -(-max(0, len(line.rstrip()) - self.group[0].first + 1) // self.step)

    def blanks(self) -> dict[int, tuple[TrfField, TrfField]]:
        """Return the blank columns up to the first group, each with the fields before and after it."""
        return _gaps((*self.fields, *self.group[:1]))

    def blanks_of_group(self, index: int) -> dict[int, tuple[TrfField, TrfField]]:
        """Return the blank columns within one group and up to the next, each with the fields before and after it."""
        return _gaps((*self.group_at(index), *self.group_at(index + 1)[:1]))

    def written(self, values: Mapping[str, FieldValue], groups: Iterable[Mapping[str, FieldValue]] = ()) -> str:
        """Write the line up to its last field; a field without a value stays blank."""
        line = _with(self.tag, self.fields, values)
        for index, each in enumerate(groups, 1):
            line = _with(line, self.group_at(index), each)
        return line


def _gaps(fields: Iterable[TrfField]) -> dict[int, tuple[TrfField, TrfField]]:
    return {
        column: (before, after) for before, after in pairwise(fields) for column in range(before.last + 1, after.first)
    }


def _with(line: str, fields: Iterable[TrfField], values: Mapping[str, FieldValue]) -> str:
    for field in fields:
        if field.name in values:
            line = line.ljust(field.first - 1) + field.written(values[field.name])
    return line


def printable(text: str) -> str:
    """Replace everything that would break a line or a table by a blank, so that columns stay where they are."""
    return UNPRINTABLE.sub(" ", text)


def clean(text: str, width: int | None = None) -> str:
    """Return the printable text without blanks around it, cut to the width."""
    return printable(text).strip()[:width].rstrip()


PLAYER = TrfRecord(
    "001",
    (
        TrfField("number", 5, 8, FieldKind.NUMBER, noop("the player’s starting number"), is_required=True),
        TrfField("sex", 10, 10, FieldKind.TEXT, noop("the sex")),
        TrfField("title", 11, 13, FieldKind.CODE, noop("the title")),
        TrfField("name", 15, 47, FieldKind.TEXT, noop("the name")),
        TrfField("rating", 49, 52, FieldKind.NUMBER, noop("the rating")),
        TrfField("federation", 54, 56, FieldKind.TEXT, noop("the federation")),
        TrfField("fide_id", 58, 68, FieldKind.CODE, noop("the FIDE number")),
        TrfField("birth_date", 70, 79, FieldKind.TEXT, noop("the date of birth")),
        TrfField("points", 81, 84, FieldKind.POINTS, noop("the points")),
        TrfField("rank", 86, 89, FieldKind.NUMBER, noop("the rank")),
    ),
    group=(
        TrfField("opponent", 92, 95, FieldKind.OPPONENT, noop("the opponent")),
        TrfField("colour", 97, 97, FieldKind.TEXT),
        TrfField("result", 99, 99, FieldKind.TEXT),
    ),
    step=10,
)
ROUND_DATES = TrfRecord("132", group=(TrfField("date", 92, 101, FieldKind.TEXT),), step=10)
POINTS_OF_RESULTS = TrfRecord(
    "162",
    group=(
        TrfField("letter", 6, 6, FieldKind.TEXT),
        TrfField("points", 7, 10, FieldKind.POINTS, noop("the points of a result")),
    ),
    step=9,
)
PLANNED_BYES = TrfRecord(
    "240",
    (TrfField("code", 5, 5, FieldKind.TEXT), TrfField("round", 7, 9, FieldKind.PADDED_NUMBER, noop("the round"))),
    group=(TrfField("player", 11, 14, FieldKind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
ACCELERATION = TrfRecord(
    "250",
    (
        TrfField("match_points", 5, 8, FieldKind.TEXT),  # of teams
        TrfField("points", 10, 13, FieldKind.PADDED_POINTS, noop("the virtual points"), is_required=True),
        TrfField("first_round", 15, 17, FieldKind.PADDED_NUMBER, noop("the first round"), is_required=True),
        TrfField("last_round", 19, 21, FieldKind.PADDED_NUMBER, noop("the last round")),
        TrfField("first_player", 23, 26, FieldKind.PADDED_NUMBER, noop("the first player"), is_required=True),
        TrfField("last_player", 28, 31, FieldKind.PADDED_NUMBER, noop("the last player")),
    ),
)
FORBIDDEN_PAIRS = TrfRecord(
    "260",
    (
        TrfField("first_round", 5, 7, FieldKind.PADDED_NUMBER, noop("the first round")),
        TrfField("last_round", 9, 11, FieldKind.PADDED_NUMBER, noop("the last round")),
    ),
    group=(TrfField("player", 13, 16, FieldKind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
POINTS_BY_DECISION = TrfRecord(
    "299",
    (
        TrfField("letter", 5, 5, FieldKind.TEXT),
        TrfField("match_points", 8, 11, FieldKind.TEXT),  # of teams
        TrfField("points", 14, 17, FieldKind.POINTS, noop("the points by decision"), is_required=True),
        TrfField("round", 20, 22, FieldKind.PADDED_NUMBER, noop("the round")),
    ),
    group=(TrfField("player", 24, 27, FieldKind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
VIRTUAL_POINTS = TrfRecord(
    "XXA",
    (TrfField("player", 5, 8, FieldKind.NUMBER, noop("the player’s starting number"), is_required=True),),
    group=(TrfField("points", 10, 13, FieldKind.POINTS, noop("the virtual points"), is_required=True),),
    step=5,
)
