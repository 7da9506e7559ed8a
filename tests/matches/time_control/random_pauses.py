"""Pauses and moments for properties: any zone, and most often days on which its clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import available_timezones

from hypothesis import strategies as st

from matches.time_control.time_control import NOTHING, Pauses, Span, joined

from . import by_the_minute
from .by_the_minute import MINUTE

FIRST, LAST = 2024, 2032
# Half an hour; at midnight; at midnight with a second 23:00 on the day before; two changes around Ramadan; a quarter
# hour off; far from Greenwich; and the usual.
ODD_ZONES = [
    *("Australia/Lord_Howe", "Asia/Beirut", "Africa/Cairo", "America/Havana", "America/Santiago", "America/Asuncion"),
    *(
        "Africa/Casablanca",
        "Africa/El_Aaiun",
        "Asia/Kathmandu",
        "Pacific/Chatham",
        "Pacific/Apia",
        "Pacific/Kiritimati",
    ),
    *("America/St_Johns", "America/Nuuk", "America/Scoresbysund", "Antarctica/Troll", "Asia/Gaza", "Atlantic/Azores"),
    *("Europe/London", "Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Tehran", "UTC"),
]
zones = st.sampled_from(ODD_ZONES) | st.sampled_from(sorted(available_timezones()))
nights = st.none() | st.builds(time, st.integers(0, 23), st.integers(0, 59))


@st.composite
def moments(draw: st.DrawFn, zone: str) -> datetime:
    """A whole minute: anywhere, around a change of the zone's clocks, or around the 29th of February."""
    changes = by_the_minute.clock_changes(zone, FIRST, LAST)
    leap_days = st.sampled_from([datetime(year, 2, 29, tzinfo=UTC) for year in (2024, 2028, 2032)])
    days = st.dates(date(FIRST, 1, 1), date(LAST, 12, 1)).map(lambda day: datetime.combine(day, time(), UTC))
    near = draw(days | leap_days | st.sampled_from(changes) if changes else days | leap_days)
    return near + draw(st.integers(-3 * 24 * 60, 24 * 60)) * MINUTE


@st.composite
def spans(draw: st.DrawFn, near: datetime) -> Span:
    start = near + draw(st.integers(-2 * 24 * 60, 8 * 24 * 60)) * MINUTE
    return start, start + draw(st.integers(1, 4 * 24 * 60)) * MINUTE


@st.composite
def starts(draw: st.DrawFn) -> tuple[datetime, Pauses]:
    """A whole minute at which a clock starts, and when it is paused."""
    zone = draw(zones)
    start = draw(moments(zone))
    vacation = joined(draw(st.lists(spans(start), max_size=3)))
    return start, Pauses(zone, draw(st.booleans()), draw(nights), vacation)


@st.composite
def exact_starts(draw: st.DrawFn) -> tuple[datetime, Pauses]:
    """The same, at any microsecond and with vacation from and to any."""
    start, pauses = draw(starts())
    slight = st.timedeltas(NOTHING, MINUTE)
    vacation = joined([(span[0] + draw(slight), span[1] + draw(slight)) for span in pauses.vacation])
    night = None if pauses.night is None else pauses.night.replace(second=draw(st.integers(0, 59)))
    return start + draw(slight), Pauses(pauses.zone, pauses.weekends, night, vacation)


banks = st.timedeltas(NOTHING, timedelta(days=40))
