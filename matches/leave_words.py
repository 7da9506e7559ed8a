"""Leave in words: for its player by days, in the active time zone and language; in the log of a match for all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone, translation
from django.utils.formats import date_format

from .clocks import NOTHING, Pauses, Span
from .clockwords import span
from .models import Leave, LeavePool

MONTH_FIRST = {"en-us": "D, M j, Y"}
DAY_FIRST = "D j M Y"


def day(which: date) -> str:
    """“Tue 24 Nov 2026”."""
    return date_format(which, MONTH_FIRST.get(translation.get_language() or "", DAY_FIRST))


def first_day(leave: Leave) -> date:
    return timezone.localdate(leave.starts_at)


def last_day(leave: Leave) -> date:
    return timezone.localdate(leave.ends_at - timedelta(microseconds=1))


def days_of(leave: Leave) -> str:
    """“from Tue 24 Nov 2026 to Fri 27 Nov 2026”, “on Tue 24 Nov 2026”."""
    first, last = day(first_day(leave)), day(last_day(leave))
    return f"on {first}" if first == last else f"from {first} to {last}"


def period_of(pool: LeavePool, now: datetime) -> str:
    """The time for which a pool grants its days: “this year”, “until Fri 27 Nov 2026”, “from … on”."""
    today = now.astimezone(UTC).date()  # the days of a season are counted by UTC
    if pool.begins and today < pool.begins:
        return f"from {day(pool.begins)} on"
    if pool.ends:
        return f"until {day(pool.ends)}" + (", which is over" if pool.ends < today else "")
    return f"since {day(pool.begins)}" if pool.begins else "this year"


def shortfalls(taken: Leave, reached: Iterable[tuple[LeavePool, timedelta]]) -> list[str]:
    """A sentence for each pool that does not pay for the whole of a leave, with how much it does pay for."""
    whole = taken.ends_at - taken.starts_at
    return [_shortfall(pool, time) for pool, time in reached if time < whole]


def _shortfall(pool: LeavePool, time: timedelta) -> str:
    if time <= NOTHING:
        return f"{pool.name}: no days are left for this leave, so your clocks run on there."
    return f"{pool.name}: your days last for {span(time)} of this leave; then your clocks run there."


# -- in the log ----------------------------------------------------------------------------------------------------


def ahead(pauses: Pauses, moment: datetime) -> Pauses:
    """Without the leave that is over by then."""
    return replace(pauses, leave=tuple(span for span in pauses.leave if span[1] > moment))


def what_changed(before: Pauses, after: Pauses, at: datetime) -> str:
    """What a player did who changed these pauses at that moment; both are what lay ahead then."""
    if before.leave == after.leave:
        return "Changed time zone or night, and the clock follows."
    was_away, is_away = _current(before, at), _current(after, at)
    if was_away and not is_away:
        return "Came back from leave: the clock runs again."
    if is_away and is_away != was_away:
        did = "Changed the" if was_away else "Went on"
        return f"{did} leave: the clock stands still for {span(is_away[1] - at)}."
    planned = sum((end - start for start, end in after.leave if start > at), NOTHING)
    if not planned:
        return "Called off the leave that was planned."
    return f"Planned leave: the clock will stand still for {span(planned)}."


def _current(pauses: Pauses, at: datetime) -> Span | None:
    return next((each for each in pauses.leave if each[0] <= at < each[1]), None)
