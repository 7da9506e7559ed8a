"""Vacation in tests: a day in May, and matches whose clocks are paused on it."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine

from accounts.models import User
from matches.clocks import pauses
from matches.models import Match, Seat, Vacation, VacationPool
from matches.time_control.time_control import DAY, TimeControl

from .factories import MatchFactory, UserFactory

MONDAY = datetime(2026, 5, 4, 10, tzinfo=UTC)


def may(day: int, hour: int = 0) -> datetime:
    return datetime(2026, 5, day, hour, tzinfo=UTC)


def day_of_may(day: int) -> date:
    return date(2026, 5, day)


def on_monday(**later: float) -> time_machine.travel:
    return time_machine.travel(MONDAY + timedelta(**later), tick=False)


def taken(player: User, starts_at: datetime, ends_at: datetime, made_at: datetime = MONDAY) -> Vacation:
    """Store a vacation, without any clock that follows."""
    return Vacation.objects.create(player=player, starts_at=starts_at, ends_at=ends_at, made_at=made_at)


def event(key: str = "league", **fields: Any) -> VacationPool:
    pool = VacationPool.objects.create(key=key, **{"name": key.capitalize(), **fields})
    pool.refresh_from_db()  # dates may be given as text
    return pool


def friendly(*players: User, pool: VacationPool | None = None, **control: Any) -> Match:
    """Make a match of the toy game with vacation, in which all are asked; three days a turn."""
    match: Match = MatchFactory(
        game_slug="toy",
        players=[*players, UserFactory()][:2],
        vacation_pool=pool or pauses.friendly_pool(),
        control=TimeControl(3 * DAY, 3 * DAY, 3 * DAY, **control),
    )
    return match


def seat_of(player: User, match: Match) -> Seat:
    return match.seats.select_related("player").get(player=player)
