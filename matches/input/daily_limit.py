"""Limits on how often a player may do something in a day."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache

from accounts.models import User
from matches.clocks.time_control import DAY


def daily_limit_reached(what: str, player: User, now: datetime, most: int) -> bool:
    """Count one more use by the player on the day of ``now``; return true, without counting, if that exceeds ``most``.

    Two at the same moment may be counted as one.
    """
    key = f"{what}:{player.pk}:{now.date()}"
    count = cache.get(key, 0) + 1
    if count > most:
        return True
    cache.set(key, count, DAY.total_seconds())
    return False
