"""When a player is reminded of a turn: at a fifth of the time for it, and at a day."""

from __future__ import annotations

from datetime import datetime, timedelta

from .time_control import DAY, Pauses, advance

FIFTH, LAST_DAY = "fifth", "day"


def thresholds(turn_bank: timedelta) -> dict[str, timedelta]:
    """At how much time left a player is reminded, by kind, for a turn that began with that bank: at a fifth of it and
    at a day. A day is left out where it would follow on the heels of the turn's own mail."""
    fifth = {FIFTH: turn_bank / 5}
    return fifth | {LAST_DAY: DAY} if turn_bank * 4 / 5 >= DAY else fifth


def next_reminder(
    since: datetime, bank: timedelta, turn_bank: timedelta, now: datetime, pauses: Pauses
) -> datetime | None:
    """The next moment after ``now`` at which a reminder is due, of a clock that has run since ``since``."""
    moments = (advance(since, bank - left, pauses) for left in thresholds(turn_bank).values() if left < bank)
    return min((moment for moment in moments if moment > now), default=None)


def due_reminders(time_left: timedelta, turn_bank: timedelta) -> list[str]:
    """The kinds that are due when so much is left."""
    return [kind for kind, threshold in thresholds(turn_bank).items() if time_left <= threshold]
