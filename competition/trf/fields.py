"""The columns of TRF's records: one table, by which lines are both read and written.

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
    """TRF has no room for something; ``str()`` says for what."""


class Kind(Enum):
    TEXT = auto()  # from the left
    CODE = auto()  # text, at the right
    NUMBER = auto()  # at the right
    PADDED_NUMBER = auto()  # with zeros before it
    OPPONENT = auto()  # a number at the right, or 0000 for none
    POINTS = auto()  # with one decimal, at the right
    PADDED_POINTS = auto()  # with one decimal and zeros before it


POINTS = frozenset((Kind.POINTS, Kind.PADDED_POINTS))
TEXTS = frozenset((Kind.TEXT, Kind.CODE))


class Field(NamedTuple):
    """One value of a record. ``label`` is what messages call it."""

    name: str
    first: int
    last: int
    kind: Kind
    label: str = ""
    is_required: bool = False

    @property
    def width(self) -> int:
        return self.last - self.first + 1

    @property
    def said(self) -> Text:
        """The label in the reader's language."""
        return say(self.label)

    def moved(self, columns: int) -> Field:
        """The same field further to the right."""
        return self._replace(first=self.first + columns, last=self.last + columns)

    def text_in(self, line: str) -> str:
        """What a line has in these columns, without blanks around it."""
        return line[self.first - 1 : self.last].strip()

    def written(self, value: FieldValue) -> str:
        """The value in as many characters as there are columns. Raises ``CannotWrite`` for numbers with no room."""
        if isinstance(value, str):
            text = clean(value, self.width)
            return text.ljust(self.width) if self.kind is Kind.TEXT else text.rjust(self.width)
        text = self._points(Fraction(value)) if self.kind in POINTS else self._whole(int(value))
        is_padded = self.kind in (Kind.PADDED_NUMBER, Kind.PADDED_POINTS) or (self.kind is Kind.OPPONENT and not value)
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
class Record:
    """The fields of a line, and a group of fields that comes again every ``step`` columns, like a player's rounds."""

    tag: str
    fields: tuple[Field, ...] = ()
    group: tuple[Field, ...] = ()
    step: int = 0

    def __getitem__(self, name: str) -> Field:
        return next(field for field in (*self.fields, *self.group) if field.name == name)

    def group_at(self, index: int) -> tuple[Field, ...]:
        """The fields of one group; they count from 1."""
        return tuple(field.moved((index - 1) * self.step) for field in self.group)

    def groups_in(self, line: str) -> int:
        """How many groups a line has columns of."""
        return -(-max(0, len(line.rstrip()) - self.group[0].first + 1) // self.step)

    def blanks(self) -> dict[int, tuple[Field, Field]]:
        """The blank columns up to the first group, and the fields before and after each."""
        return _gaps((*self.fields, *self.group[:1]))

    def blanks_of_group(self, index: int) -> dict[int, tuple[Field, Field]]:
        """The blank columns within one group and up to the next, and the fields before and after each."""
        return _gaps((*self.group_at(index), *self.group_at(index + 1)[:1]))

    def written(self, values: Mapping[str, FieldValue], groups: Iterable[Mapping[str, FieldValue]] = ()) -> str:
        """The line, up to its last field; a field without a value stays blank."""
        line = _with(self.tag, self.fields, values)
        for index, each in enumerate(groups, 1):
            line = _with(line, self.group_at(index), each)
        return line


def _gaps(fields: Iterable[Field]) -> dict[int, tuple[Field, Field]]:
    return {
        column: (before, after) for before, after in pairwise(fields) for column in range(before.last + 1, after.first)
    }


def _with(line: str, fields: Iterable[Field], values: Mapping[str, FieldValue]) -> str:
    for field in fields:
        if field.name in values:
            line = line.ljust(field.first - 1) + field.written(values[field.name])
    return line


def printable(text: str) -> str:
    """The text with a blank for everything that would break a line or a table, so that columns stay where they are."""
    return UNPRINTABLE.sub(" ", text)


def clean(text: str, width: int | None = None) -> str:
    """The printable text without blanks around it, cut to the width."""
    return printable(text).strip()[:width].rstrip()


PLAYER = Record(
    "001",
    (
        Field("number", 5, 8, Kind.NUMBER, noop("the player’s starting number"), is_required=True),
        Field("sex", 10, 10, Kind.TEXT, noop("the sex")),
        Field("title", 11, 13, Kind.CODE, noop("the title")),
        Field("name", 15, 47, Kind.TEXT, noop("the name")),
        Field("rating", 49, 52, Kind.NUMBER, noop("the rating")),
        Field("federation", 54, 56, Kind.TEXT, noop("the federation")),
        Field("fide_id", 58, 68, Kind.CODE, noop("the FIDE number")),
        Field("birth_date", 70, 79, Kind.TEXT, noop("the date of birth")),
        Field("points", 81, 84, Kind.POINTS, noop("the points")),
        Field("rank", 86, 89, Kind.NUMBER, noop("the rank")),
    ),
    group=(
        Field("opponent", 92, 95, Kind.OPPONENT, noop("the opponent")),
        Field("colour", 97, 97, Kind.TEXT),
        Field("result", 99, 99, Kind.TEXT),
    ),
    step=10,
)
ROUND_DATES = Record("132", group=(Field("date", 92, 101, Kind.TEXT),), step=10)
POINTS_OF_RESULTS = Record(
    "162",
    group=(
        Field("letter", 6, 6, Kind.TEXT),
        Field("points", 7, 10, Kind.POINTS, noop("the points of a result")),
    ),
    step=9,
)
BYES = Record(
    "240",
    (Field("code", 5, 5, Kind.TEXT), Field("round", 7, 9, Kind.PADDED_NUMBER, noop("the round"))),
    group=(Field("player", 11, 14, Kind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
ACCELERATION = Record(
    "250",
    (
        Field("match_points", 5, 8, Kind.TEXT),  # of teams
        Field("points", 10, 13, Kind.PADDED_POINTS, noop("the virtual points"), is_required=True),
        Field("first_round", 15, 17, Kind.PADDED_NUMBER, noop("the first round"), is_required=True),
        Field("last_round", 19, 21, Kind.PADDED_NUMBER, noop("the last round")),
        Field("first_player", 23, 26, Kind.PADDED_NUMBER, noop("the first player"), is_required=True),
        Field("last_player", 28, 31, Kind.PADDED_NUMBER, noop("the last player")),
    ),
)
FORBIDDEN_PAIRS = Record(
    "260",
    (
        Field("first_round", 5, 7, Kind.PADDED_NUMBER, noop("the first round")),
        Field("last_round", 9, 11, Kind.PADDED_NUMBER, noop("the last round")),
    ),
    group=(Field("player", 13, 16, Kind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
POINTS_BY_DECISION = Record(
    "299",
    (
        Field("letter", 5, 5, Kind.TEXT),
        Field("match_points", 8, 11, Kind.TEXT),  # of teams
        Field("points", 14, 17, Kind.POINTS, noop("the points by decision"), is_required=True),
        Field("round", 20, 22, Kind.PADDED_NUMBER, noop("the round")),
    ),
    group=(Field("player", 24, 27, Kind.NUMBER, noop("the player’s starting number")),),
    step=5,
)
VIRTUAL_POINTS = Record(
    "XXA",
    (Field("player", 5, 8, Kind.NUMBER, noop("the player’s starting number"), is_required=True),),
    group=(Field("points", 10, 13, Kind.POINTS, noop("the virtual points"), is_required=True),),
    step=5,
)
