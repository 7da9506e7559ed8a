"""The offset of local clocks from UTC, and when it changes."""

from __future__ import annotations

import zoneinfo
from datetime import UTC, datetime, timedelta


def utc_offset_until(start: datetime, zone: zoneinfo.ZoneInfo) -> tuple[timedelta, datetime]:
    """Return how far the local clock is ahead of UTC, and until when: at most until the end of the local day."""
    offset = _utc_offset(start, zone)
    local = start + offset
    midnight = start + (local.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1) - local)
    same, other = int(start.timestamp()), int((midnight - timedelta(microseconds=1)).timestamp())
    if _utc_offset(datetime.fromtimestamp(other, UTC), zone) == offset:
        return offset, midnight
    while other - same > 1:  # clocks change at whole seconds
        middle = (same + other) // 2
        if _utc_offset(datetime.fromtimestamp(middle, UTC), zone) == offset:
            same = middle
        else:
            other = middle
    return offset, datetime.fromtimestamp(other, UTC)


def _utc_offset(moment: datetime, zone: zoneinfo.ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta(0)
