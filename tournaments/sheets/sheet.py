"""A table to be exported, as plain values that every format can write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

Number = int | Fraction | Decimal
Value = str | Number | datetime | None


class Kind(StrEnum):
    """The values that a column's cells may hold, besides ``None`` for an empty one."""

    TEXT = "text"  # str
    NUMBER = "number"  # int, Fraction or Decimal, never a float: scores are exact
    MOMENT = "moment"  # datetime with a time zone, written in UTC to the second


class Column(NamedTuple):
    """A column. ``key`` is its name in JSON (letters, digits, _) and never changes; ``header`` is for people."""

    key: str
    header: str | Promise
    kind: Kind = Kind.TEXT

    @property
    def heading(self) -> str:
        """The header in spreadsheets: as they know no time zones, it says that times are in UTC."""
        header = str(self.header)
        return _("%(header)s (UTC)") % {"header": header} if self.kind is Kind.MOMENT else header


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table to export.

    ``title`` names the tab in a workbook. Every row has a value of the right kind for each column; otherwise
    ``ValueError`` is raised here, not while a file is written.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]

    def __post_init__(self) -> None:
        keys = [column.key for column in self.columns]
        if len(set(keys)) < len(keys) or not all(re.fullmatch("[a-z][a-z0-9_]*", key) for key in keys):
            raise ValueError(f"The keys of columns are words, each given once: {keys}")
        for row in self.rows:
            if len(row) != len(keys):
                raise ValueError(f"{len(row)} values for {len(keys)} columns: {row}")
            for column, value in zip(self.columns, row, strict=True):
                if value is not None and not _fits(value, column.kind):
                    raise ValueError(f"{column.key} holds {column.kind}, not {value!r}")


def _fits(value: object, kind: Kind) -> bool:
    match kind:
        case Kind.TEXT:
            return isinstance(value, str)
        case Kind.MOMENT:
            return isinstance(value, datetime) and value.tzinfo is not None
        case Kind.NUMBER:
            finite = not isinstance(value, Decimal) or value.is_finite()
            return isinstance(value, int | Fraction | Decimal) and not isinstance(value, bool) and finite
