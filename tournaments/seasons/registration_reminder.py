"""The reminder before registration closes, sent once to players of the last season who haven't registered."""

from __future__ import annotations

import logging
from datetime import datetime

from matches.time_control.time_control import DAY
from timekeeping import clock
from tournaments.locking.locks import SEASON
from tournaments.locking.refused import TournamentRefused
from tournaments.models import Season

from . import season_causes
from .line_up import previous_season

log = logging.getLogger(__name__)

BEFORE = 3 * DAY  # or half of the time for which registration is open, where that is shorter


def remind_due() -> int:
    """Remind players of every season that closes soon; return how many emails."""
    now = clock.now()
    soon = Season.objects.filter(
        stage=Season.Stage.REGISTRATION, reminded_at=None, closes_at__gt=now, closes_at__lte=now + BEFORE
    )
    return sum(_reminded(season) for season in list(soon) if is_due(season, now))


def is_due(season: Season, now: datetime) -> bool:
    if season.closes_at is None or season.opened_at is None or season.reminded_at is not None:
        return False
    return season.closes_at - min(BEFORE, (season.closes_at - season.opened_at) / 2) <= now < season.closes_at


def _reminded(season: Season) -> int:
    try:
        return _remind(season)
    except TournamentRefused as refused:
        log.warning("the players of %s could not be reminded now (%s); the sweep will see to it", season, refused)
        return 0


@SEASON.transaction_with_retry
def _remind(season: Season) -> int:
    season = SEASON.lock(season.pk)
    now = clock.now()
    if season.stage != Season.Stage.REGISTRATION or not is_due(season, now):
        return 0
    season.reminded_at = now
    season.save(update_fields=["reminded_at"])
    last = previous_season.last_played(season)
    return season_causes.closing(season, last) if last else 0
