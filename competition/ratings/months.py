"""The rating periods: calendar months in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import NamedTuple

from i18n.text import noop, say

_NAMES = (
    *(noop("January"), noop("February"), noop("March"), noop("April"), noop("May"), noop("June"), noop("July")),
    *(noop("August"), noop("September"), noop("October"), noop("November"), noop("December")),
)


class Month(NamedTuple):
    """A calendar month. ``number`` is from 1 to 12. Months compare by time."""

    year: int
    number: int

    @classmethod
    def of(cls, moment: datetime) -> Month:
        if moment.tzinfo is None:
            raise ValueError("A month is that of a moment with a time zone.")
        there = moment.astimezone(UTC)
        return cls(there.year, there.month)

    @classmethod
    def on(cls, day: date) -> Month:
        return cls(day.year, day.month)

    @classmethod
    def at(cls, ordinal: int) -> Month:
        """Return the month with the given ordinal."""
        year, number = divmod(ordinal, 12)
        return cls(year, number + 1)

    @property
    def ordinal(self) -> int:
        """The number of months since the beginning of year 0; a January's is a multiple of 12."""
        return self.year * 12 + self.number - 1

    @property
    def following(self) -> Month:
        return Month.at(self.ordinal + 1)

    @property
    def previous(self) -> Month:
        return Month.at(self.ordinal - 1)

    @property
    def first_day(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def begins_at(self) -> datetime:
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    def __str__(self) -> str:
        return say("%(month)s %(year)s", month=say(_NAMES[self.number - 1]), year=str(self.year))
