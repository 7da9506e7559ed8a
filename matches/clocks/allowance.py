"""Allowances: which vacation the days of a pool pay for, so that it pauses a clock, and how much is left.

Days belong to a period: a calendar year, by UTC, or the season of an event. A vacation is paid for period by period.
Vacations pause the clock in the order in which they were made, as long as the days last; if they don't last for one,
its beginning in each period counts. A day that was used up at zero is paid for before any vacation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from matches.time_control.time_control import DAY, NOTHING, Span, joined


@dataclass(frozen=True, slots=True)
class Terms:
    """The vacation that a pool grants: ``days`` to take in the season, or without one in each calendar year.

    A vacation that was cut short costs as if it had lasted for the ``shortest`` time; one outside the season costs
    nothing.
    """

    days: int
    shortest: timedelta = DAY
    season: Span | None = None

    def period(self, moment: datetime) -> Span | None:
        """Return the period whose days pay for that moment; ``None`` outside the season, where there are none."""
        if self.season is None:
            return year_of(moment)
        begins, ends = self.season
        return self.season if begins <= moment < ends else None

    def parts(self, span: Span) -> Iterator[tuple[datetime, Span]]:
        """Return the span cut up by periods, each part with the beginning of its period."""
        start, end = span
        if self.season is not None:
            begins, ends = self.season
            if max(start, begins) < min(end, ends):
                yield begins, (max(start, begins), min(end, ends))
            return
        while start < end:
            begins, ends = year_of(start)
            yield begins, (start, min(end, ends))
            start = ends


@dataclass(frozen=True, slots=True)
class Account:
    """The vacation that one player has taken from one pool.

    ``vacations`` are in the order in which they were made, and ``used`` says when a clock used up a day at zero.
    """

    terms: Terms
    vacations: tuple[Span, ...] = ()
    used: tuple[datetime, ...] = ()

    def granted(self) -> tuple[Span, ...]:
        """Return the spans in which vacation pauses the clock, in order, none touching the next."""
        return self._settle()[0]

    def left(self, moment: datetime) -> timedelta:
        """Return how much of that moment's period is still free.

        Vacations, taken or planned, and days used up at zero have claimed the rest.
        """
        period = self.terms.period(moment)
        return NOTHING if period is None else self._rest(self._settle()[1][period[0]])

    def _settle(self) -> tuple[tuple[Span, ...], dict[datetime, timedelta]]:
        """Return what is granted, and what is spent by the beginning of each period."""
        spent: dict[datetime, timedelta] = defaultdict(timedelta)
        for moment in self.used:
            if period := self.terms.period(moment):
                spent[period[0]] += DAY
        spans: list[Span] = []
        for start, end in self.vacations:
            if self.terms.season and not overlap((self.terms.season,), (start, end)):
                continue
            for period_start, (part_start, part_end) in self.terms.parts(
                (start, max(end, start + self.terms.shortest))
            ):
                reach = min(part_end, part_start + self._rest(spent[period_start]))
                spent[period_start] += reach - part_start
                spans.append((part_start, min(end, reach)))
        return joined(spans), spent

    def _rest(self, spent: timedelta) -> timedelta:
        return max(NOTHING, self.terms.days * DAY - spent)


def year_of(moment: datetime) -> Span:
    year = moment.astimezone(UTC).year
    return datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)


def overlap(spans: tuple[Span, ...], other: Span) -> timedelta:
    """Return how much of one span the others cover; they don't overlap each other."""
    shared = (min(end, other[1]) - max(start, other[0]) for start, end in spans)
    return sum((time for time in shared if time > NOTHING), NOTHING)
