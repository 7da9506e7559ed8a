"""Limits on how often a player may do something in a day."""

from __future__ import annotations

from datetime import datetime

from django.core.cache import cache

from accounts.models import User
from matches.time_control.time_control import DAY


def daily_limit_reached(what: str, player: User, now: datetime, most: int) -> bool:
    """Return whether the player has done it ``most`` times on the day of ``now``."""
    return int(cache.get(_key(what, player, now), 0)) >= most


def count_against_daily_limit(what: str, player: User, now: datetime) -> None:
    """Count one more on the day of ``now``. Two at the same moment may be counted as one.

    The cache is a table of the database: what a transaction counted is taken back with the rest of it.
    """
    key = _key(what, player, now)
    cache.set(key, cache.get(key, 0) + 1, DAY.total_seconds())


def _key(what: str, player: User, now: datetime) -> str:
    return f"{what}:{player.pk}:{now.date()}"
