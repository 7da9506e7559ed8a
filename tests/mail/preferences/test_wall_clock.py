"""Times of day on a wall clock: once a day, whatever is done to the clocks there."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mail.preferences.wall_clock import day_of, next_at, quiet_until
from matches.time_control.time_control import DAY, HOUR

MICROSECOND = timedelta(microseconds=1)
zones = st.sampled_from(sorted(available_timezones())).map(ZoneInfo)
moments = st.datetimes(datetime(1985, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
times = st.times().map(lambda at: at.replace(second=0, microsecond=0))


def there(zone: str, *moment: int) -> datetime:
    """The moment at which a clock there reads so, for the first time."""
    return datetime(*moment, tzinfo=ZoneInfo(zone)).astimezone(UTC)  # type: ignore[arg-type, misc]


# -- the hour of each day --------------------------------------------------------------------------------------------


@given(zone=zones, now=moments, hour=st.integers(0, 23))
def test_it_comes_once_for_each_day_of_the_calendar_there(zone: ZoneInfo, now: datetime, hour: int) -> None:
    found, moment = [], now
    for _ in range(8):
        later = next_at(hour, zone, moment)
        assert later > moment
        moment = later
        found.append(moment)
    days = [day_of(moment, zone) for moment in found]
    assert days == sorted(set(days))
    for before, after in pairwise(found):
        lived = {day_of(before + n * HOUR, zone) for n in range((after - before) // HOUR + 1)}
        assert lived <= {day_of(before, zone), day_of(after, zone)}, "no day is left out"


@given(zone=zones, now=moments, hour=st.integers(0, 23))
def test_it_comes_when_the_clock_there_reads_so_or_that_day_has_no_such_hour(
    zone: ZoneInfo, now: datetime, hour: int
) -> None:
    moment = next_at(hour, zone, now)
    local = moment.astimezone(zone)
    minutes = (day_start(local.date(), zone) + timedelta(minutes=n) for n in range(27 * 60))
    readings = {(each.date(), each.hour) for each in (moment.astimezone(zone) for moment in minutes)}
    assert local.time() == time(hour) or (local.date(), hour) not in readings or local.minute


def day_start(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(0), tzinfo=zone).astimezone(UTC) - HOUR


@pytest.mark.parametrize(
    ("zone", "hour", "now", "then"),
    [
        ("UTC", 18, (2026, 11, 21, 17, 59), (2026, 11, 21, 18)),
        ("UTC", 18, (2026, 11, 21, 18), (2026, 11, 22, 18)),
        ("Europe/Berlin", 2, (2026, 10, 24, 12), (2026, 10, 25, 2)),  # twice there: the first
        ("Europe/Berlin", 2, (2026, 3, 28, 12), (2026, 3, 29, 3)),  # not there: as far from midnight
        ("America/Nuuk", 23, (2026, 3, 28, 12), (2026, 3, 28, 22)),  # the day ends at 23:00
        ("America/Nuuk", 23, (2026, 3, 28, 22), (2026, 3, 29, 23)),
        ("Pacific/Apia", 18, (2011, 12, 29, 20), (2011, 12, 31, 18)),  # the 30th was left out
    ],
)
def test_days_on_which_the_clocks_are_changed(
    zone: str, hour: int, now: tuple[int, ...], then: tuple[int, ...]
) -> None:
    assert next_at(hour, ZoneInfo(zone), there(zone, *now)) == there(zone, *then)


# -- quiet hours -----------------------------------------------------------------------------------------------------


def reads_quiet(start: time, end: time, zone: ZoneInfo, moment: datetime) -> bool:
    at = moment.astimezone(zone).time()
    return start <= at < end if start < end else at >= start or at < end


@given(zone=zones, now=moments, start=times, end=times, part=st.floats(0, 1))
def test_they_last_as_long_as_the_clock_there_reads_so(
    zone: ZoneInfo, now: datetime, start: time, end: time, part: float
) -> None:
    if start == end:
        return
    until = quiet_until(start, end, zone, now)
    if until is None:
        assert not reads_quiet(start, end, zone, now)
        return
    assert now < until <= now + 2 * DAY
    assert not reads_quiet(start, end, zone, until)
    for moment in (now, now + part * (until - now - MICROSECOND), until - MICROSECOND):
        assert reads_quiet(start, end, zone, moment)


@pytest.mark.parametrize(
    ("start", "end", "now", "until"),
    [
        ("22:00", "07:00", (2026, 11, 21, 21, 59), None),
        ("22:00", "07:00", (2026, 11, 21, 22), (2026, 11, 22, 7)),
        ("22:00", "07:00", (2026, 11, 22, 3), (2026, 11, 22, 7)),
        ("22:00", "07:00", (2026, 11, 22, 7), None),
        ("12:00", "14:30", (2026, 11, 21, 13), (2026, 11, 21, 14, 30)),
        ("22:00", "02:30", (2026, 3, 28, 23), (2026, 3, 29, 3)),  # 02:30 is not there
        ("22:00", "03:30", (2026, 10, 24, 23), (2026, 10, 25, 3, 30)),  # an hour longer
    ],
)
def test_quiet_hours_in_berlin(start: str, end: str, now: tuple[int, ...], until: tuple[int, ...] | None) -> None:
    moment = there("Europe/Berlin", *now)
    found = quiet_until(time.fromisoformat(start), time.fromisoformat(end), ZoneInfo("Europe/Berlin"), moment)
    assert found == (None if until is None else there("Europe/Berlin", *until))


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_twice() -> None:
    zone, night = ZoneInfo("Europe/Berlin"), (time(22), time(2, 30))
    end = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)  # 02:30 for the first time
    assert quiet_until(*night, zone, end - HOUR) == end
    again = datetime(2026, 10, 25, 1, tzinfo=UTC)  # 02:00 for the second
    assert quiet_until(*night, zone, again) == again + HOUR / 2
