"""The clock read off minute by minute, as it is defined and no faster: what ``time_control`` is compared with.

A minute is paused when the player's wall clock reads Saturday or Sunday in it, or a time of day within nine hours
after the night began, or when it lies in a vacation. All of this begins and ends at whole minutes, in the years and
zones that are compared, so a minute is paused wholly or not at all.
"""

from __future__ import annotations

import functools
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from matches.time_control.time_control import Pauses

MINUTE = timedelta(minutes=1)
MINUTES_A_DAY = 24 * 60
NIGHT_MINUTES = 9 * 60
SATURDAY_AND_SUNDAY = {5, 6}


def is_paused(moment: datetime, pauses: Pauses) -> bool:
    wall_clock = moment.astimezone(ZoneInfo(pauses.zone))
    if pauses.weekends and wall_clock.weekday() in SATURDAY_AND_SUNDAY:
        return True
    if pauses.night is not None:
        begun = pauses.night.hour * 60 + pauses.night.minute
        if (wall_clock.hour * 60 + wall_clock.minute - begun) % MINUTES_A_DAY < NIGHT_MINUTES:
            return True
    return any(start <= moment < end for start, end in pauses.vacation)


def advance(start: datetime, minutes: int, pauses: Pauses) -> datetime:
    """When a clock that starts then has run for that many minutes."""
    moment = start
    while minutes:
        minutes -= not is_paused(moment, pauses)
        moment += MINUTE
    return moment


def elapsed(start: datetime, end: datetime, pauses: Pauses) -> int:
    """For how many minutes a clock ran between the two."""
    moment, minutes = start, 0
    while moment < end:
        minutes += not is_paused(moment, pauses)
        moment += MINUTE
    return minutes


@functools.cache
def clock_changes(zone: str, first: int, last: int) -> tuple[datetime, ...]:
    """The moments, to the minute, at which the clocks of a zone are changed in those years."""
    where, moment, changes = ZoneInfo(zone), datetime(first, 1, 1, tzinfo=UTC), []
    while moment.year <= last:
        next_day = moment + timedelta(days=1)
        if moment.astimezone(where).utcoffset() != next_day.astimezone(where).utcoffset():
            changes.append(_change_between(moment, next_day, where))
        moment = next_day
    return tuple(changes)


def _change_between(moment: datetime, end: datetime, where: ZoneInfo) -> datetime:
    before = moment.astimezone(where).utcoffset()
    while moment < end and moment.astimezone(where).utcoffset() == before:
        moment += MINUTE
    return moment
