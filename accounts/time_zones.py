"""The time zones that a player can choose from, by region, and when their clocks are changed."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby

from django.utils.translation import gettext_lazy, pgettext_lazy
from django_stubs_ext import StrOrPromise

REGIONS = {
    "Africa": pgettext_lazy("region of time zones", "Africa"),
    "America": pgettext_lazy("region of time zones", "America"),
    "Antarctica": pgettext_lazy("region of time zones", "Antarctica"),
    "Asia": pgettext_lazy("region of time zones", "Asia"),
    "Atlantic": pgettext_lazy("region of time zones", "Atlantic"),
    "Australia": pgettext_lazy("region of time zones", "Australia"),
    "Europe": pgettext_lazy("region of time zones", "Europe"),
    "Indian": pgettext_lazy("region of time zones", "Indian"),
    "Pacific": pgettext_lazy("region of time zones", "Pacific"),
}

Choice = tuple[str, StrOrPromise]


@cache
def grouped_zones() -> tuple[Choice | tuple[StrOrPromise, tuple[Choice, ...]], ...]:
    """Choices for a select: UTC, then each region with its places, all in alphabetical order."""
    names = sorted(name for name in zoneinfo.available_timezones() if region(name) in REGIONS)
    groups = tuple(
        (REGIONS[key], tuple((name, place(name)) for name in group)) for key, group in groupby(names, region)
    )
    return (("UTC", gettext_lazy("UTC (no place in particular)")), *groups)


def region(name: str) -> str:
    return name.partition("/")[0]


def place(name: str) -> str:
    """“Indiana, Knox” for ``America/Indiana/Knox``."""
    return name.partition("/")[2].replace("/", ", ").replace("_", " ")


def utc_offset_until(start: datetime, zone: zoneinfo.ZoneInfo) -> tuple[timedelta, datetime]:
    """How far the local clock is ahead of UTC, and until when that holds: at most to the end of the local day."""
    offset = _utc_offset(start, zone)
    local = start + offset
    midnight = start + (local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1) - local)
    same, other = int(start.timestamp()), int((midnight - timedelta(microseconds=1)).timestamp())
    if _utc_offset(datetime.fromtimestamp(other, UTC), zone) == offset:
        return offset, midnight
    while other - same > 1:  # clocks are changed at whole seconds
        middle = (same + other) // 2
        if _utc_offset(datetime.fromtimestamp(middle, UTC), zone) == offset:
            same = middle
        else:
            other = middle
    return offset, datetime.fromtimestamp(other, UTC)


def _utc_offset(moment: datetime, zone: zoneinfo.ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta(0)
