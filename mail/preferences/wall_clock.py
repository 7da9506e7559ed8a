"""Times of day on a player's own wall clock, as moments, exact where clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from timekeeping.time_zones import known_zone, utc_offset_until


def zone_of(user: User) -> ZoneInfo:
    return known_zone(user.time_zone) or ZoneInfo("UTC")


def next_at(hour: int, zone: ZoneInfo, now: datetime) -> datetime:
    """The first moment after ``now`` that is the hour of some day there: one for each day of that place's calendar."""
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=count) for count in range(-1, 4))
    return min(moment for day in days if (moment := _moment_of(day, hour, zone)) and moment > now)


def day_of(moment: datetime, zone: ZoneInfo) -> date:
    return moment.astimezone(zone).date()


def quiet_until(start: time, end: time, zone: ZoneInfo, now: datetime) -> datetime | None:
    """When the quiet hours that this moment is in are over; ``None`` outside of them. A moment is in them when the
    clock on the wall reads so; they may cross midnight."""
    if not _is_quiet(start, end, zone, now):
        return None
    moment = now
    while _is_quiet(start, end, zone, moment):
        _, changes_at = utc_offset_until(moment, zone)
        moment = min(moment + _between(_time_there(moment, zone), end), changes_at)
    return moment


def _moment_of(day: date, hour: int, zone: ZoneInfo) -> datetime | None:
    """The hour of that day, the first if there are two; where clocks are put forward past it, the moment that lies
    as far from midnight. ``None`` for a day that the place has left out."""
    for fold in (0, 1):
        moment = datetime.combine(day, time(hour, fold=fold), tzinfo=zone).astimezone(UTC)
        if day_of(moment, zone) == day:
            return moment
    return None


def _is_quiet(start: time, end: time, zone: ZoneInfo, moment: datetime) -> bool:
    return _between(start, _time_there(moment, zone)) < _between(start, end)


def _time_there(moment: datetime, zone: ZoneInfo) -> time:
    return moment.astimezone(zone).time()


def _between(start: time, end: time) -> timedelta:
    """From one time of day to the next such as the other."""
    return (_since_midnight(end) - _since_midnight(start)) % timedelta(days=1)


def _since_midnight(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute, seconds=at.second, microseconds=at.microsecond)
