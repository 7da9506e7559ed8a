"""Limits on changing the time zone or night by which clocks are paused: not so often that it stretches time."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import ClockChange, User
from matches.clocks import pauses
from matches.clocks.times import exact
from matches.models import Seat

MOST, WITHIN = 3, timedelta(days=30)
CLOCKS_BY = {"time_zone": pauses.WITH_LOCAL_TIME, "night_from": pauses.WITH_NIGHTS}


def concerned(fields: Collection[str]) -> Q | None:
    """Return the condition on seats whose clocks go by any of these fields; ``None``: no clock does."""
    found = [clocks for field, clocks in CLOCKS_BY.items() if field in fields]
    return reduce(or_, found) if found else None


def moves_clocks(user: User, fields: Collection[str]) -> bool:
    """Return whether a change of these fields matters in a running match of the player's."""
    seats = concerned(fields)
    return seats is not None and Seat.objects.filter(seats, player=user, finished_at=None).exists()


def next_possible(user: User, now: datetime) -> datetime | None:
    """Return when clocks may be moved again; ``None``: now."""
    latest = ClockChange.objects.filter(user=user, at__gt=now - WITHIN).order_by("-at").values_list("at", flat=True)
    recent = list(latest[:MOST])
    return recent[-1] + WITHIN if len(recent) == MOST else None


def why_not_now(user: User, fields: Collection[str], now: datetime) -> str:
    """Return why these fields can't be changed now; "" if they can."""
    if not moves_clocks(user, fields) or (possible := next_possible(user, now)) is None:
        return ""
    words = _(
        "You’ve changed your time zone and night %(most)s times in %(days)s days; since your clocks depend on "
        "them, the next change is possible from %(possible)s."
    )
    return words % {"most": MOST, "days": WITHIN.days, "possible": exact(possible)}


def note(user: User, fields: Collection[str], now: datetime) -> None:
    """Note a change of these fields, so that the clocks follow it.

    Must run in the transaction of the change; ``matches.vacation.follow`` comes after it.
    """
    if moves_clocks(user, fields):
        ClockChange.objects.create(user=user, at=now)
        pauses.pauses_changed(user, now, concerned(fields))
