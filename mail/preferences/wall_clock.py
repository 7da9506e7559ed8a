"""Times of day on a player's own clock, as exact moments, even where clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from timekeeping.time_zones import known_zone
from timekeeping.utc_offset import utc_offset_until


def zone_of(user: User) -> ZoneInfo:
    return known_zone(user.time_zone) or ZoneInfo("UTC")


def next_at(hour: int, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the next moment at which it is that hour in the zone, once on each day of its calendar."""
    today = now.astimezone(zone).date()
    days = (today + timedelta(days=count) for count in range(-1, 4))
    return min(moment for day in days if (moment := _moment_of(day, hour, zone)) and moment > now)


def day_of(moment: datetime, zone: ZoneInfo) -> date:
    return moment.astimezone(zone).date()


def quiet_until(start: time, end: time, zone: ZoneInfo, now: datetime) -> datetime | None:
    """Return the end of the quiet hours that this moment is in; ``None`` if it is outside of them.

    The clock on the wall decides. Quiet hours may cross midnight.
    """
    if not _is_quiet(start, end, zone, now):
        return None
    moment = now
    while _is_quiet(start, end, zone, moment):
        _, changes_at = utc_offset_until(moment, zone)
        moment = min(moment + _between(_time_there(moment, zone), end), changes_at)
    return moment


def _moment_of(day: date, hour: int, zone: ZoneInfo) -> datetime | None:
    """Return the moment of that hour on that day, the first if there are two.

    If clocks skip the hour, it is the moment as long after midnight. ``None`` for a day that the place skipped.
    """
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
    """Return the time from one time of day to the next occurrence of another."""
    return (_since_midnight(end) - _since_midnight(start)) % timedelta(days=1)


def _since_midnight(at: time) -> timedelta:
    return timedelta(hours=at.hour, minutes=at.minute, seconds=at.second, microseconds=at.microsecond)
