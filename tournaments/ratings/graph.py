"""A rating over the months as values for an SVG: the line, the band of the 95 % interval, and the ticks.

The same is there in words and as a table, for readers who can't see it. All coordinates are whole numbers in the
graph's own units, so that no locale can write them otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import NamedTuple

from competition.ratings.glicko import Rating
from competition.ratings.months import Month
from i18n.text import joined, noop, say

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 72, 608, 16, 284  # the plot; the ticks' labels stand left of it and below
MOST_TICKS = 7  # on either axis
SHORT_NAMES = (
    *(noop("Jan"), noop("Feb"), noop("Mar"), noop("Apr"), noop("May"), noop("Jun")),
    *(noop("Jul"), noop("Aug"), noop("Sep"), noop("Oct"), noop("Nov"), noop("Dec")),
)
MONTH_STEPS = (1, 2, 3, 6, 12)


class Point(NamedTuple):
    x: int
    y: int


class Tick(NamedTuple):
    """A mark on an axis: ``at`` is an x for months, a y for ratings."""

    at: int
    label: str


class MonthRow(NamedTuple):
    month: str
    rating: str  # "1512 ± 61"
    interval: str  # "1451 to 1573"
    provisional: bool


@dataclass(frozen=True, slots=True)
class Graph:
    """A drawn graph.

    ``line`` and ``band`` are the ``points`` of a polyline and of a polygon, ``dots`` are the months on the line.
    """

    line: str
    band: str
    dots: tuple[Point, ...]
    months: tuple[Tick, ...]
    ratings: tuple[Tick, ...]
    summary: str
    rows: tuple[MonthRow, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def draw(history: Mapping[Month, Rating]) -> Graph | None:
    """Draw the graph of these months, which may have gaps; ``None`` if there are none."""
    if not history:
        return None
    months = sorted(history)
    ratings = [history[month] for month in months]
    across = _Axis(months[0].ordinal, months[-1].ordinal, LEFT, RIGHT)
    levels = _levels(min(r.points - r.margin for r in ratings), max(r.points + r.margin for r in ratings))
    up = _Axis(levels[0], levels[-1], BOTTOM, TOP)
    xs = [across.at(month.ordinal) for month in months]
    dots = [Point(x, up.at(r.points)) for x, r in zip(xs, ratings, strict=True)]
    upper = [Point(x, up.at(r.points + r.margin)) for x, r in zip(xs, ratings, strict=True)]
    lower = [Point(x, up.at(r.points - r.margin)) for x, r in zip(xs, ratings, strict=True)]
    return Graph(
        line=_points(dots),
        band=_points([*upper, *reversed(lower)]),
        dots=tuple(dots),
        months=tuple(Tick(across.at(index), label) for index, label in _calendar(months[0], months[-1])),
        ratings=tuple(Tick(up.at(level), str(level)) for level in levels),
        summary=_summary(months, ratings),
        rows=tuple(_row(month, rating) for month, rating in zip(months, ratings, strict=True)),
    )


class _Axis(NamedTuple):
    """A mapping of the values from ``low`` to ``high`` to the coordinates from ``start`` to ``end``."""

    low: int
    high: int
    start: int
    end: int

    def at(self, value: int) -> int:
        if self.low == self.high:
            return (self.start + self.end) // 2
        return round(self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low))


def _levels(low: int, high: int) -> range:
    """Return round numbers at equal steps, the first not above ``low``, the last not below ``high``."""
    steps = chain.from_iterable((10**k, 2 * 10**k, 5 * 10**k) for k in count(1))
    step = next(step for step in steps if -(-high // step) - low // step < MOST_TICKS)
    return range(low // step * step, -(-high // step) * step + 1, step)


def _calendar(first: Month, last: Month) -> list[tuple[int, str]]:
    """Return the months to label, by their index, with their labels; the first and every January with the year."""
    steps = chain(MONTH_STEPS, (12 * years for years in count(2)))
    span = last.ordinal - first.ordinal
    step = next(step for step in steps if span // step < MOST_TICKS)
    marked = range(-(-first.ordinal // step) * step, last.ordinal + 1, step) or range(first.ordinal, first.ordinal + 1)
    return [(index, _label(Month.at(index), with_year=index == marked[0])) for index in marked]


def _label(month: Month, with_year: bool) -> str:
    name = say(SHORT_NAMES[month.number - 1])
    year = str(month.year)
    return say("%(month)s %(year)s", month=name, year=year) if with_year or month.number == 1 else name


def _points(points: list[Point]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _row(month: Month, rating: Rating) -> MonthRow:
    low, high = rating.points - rating.margin, rating.points + rating.margin
    return MonthRow(str(month), rating.shown, say("%(low)s to %(high)s", low=low, high=high), not rating.established)


def _summary(months: list[Month], ratings: list[Rating]) -> str:
    first, last = ratings[0], ratings[-1]
    best = max(range(len(months)), key=lambda index: ratings[index].points)
    if len(months) == 1:
        words = say("%(rating)s in %(month)s.", rating=first.shown, month=str(months[0]))
    else:
        words = say(
            "From %(first)s in %(first_month)s to %(last)s in %(last_month)s; highest: %(best)s in %(best_month)s.",
            first=first.shown,
            first_month=str(months[0]),
            last=last.shown,
            last_month=str(months[-1]),
            best=ratings[best].points,
            best_month=str(months[best]),
        )
    return words if last.established else joined([words, say("It is still provisional.")], " ")
