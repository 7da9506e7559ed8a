"""The times at which a player is reminded of a turn: when a fifth of the bank is left, and when a day is left."""

from __future__ import annotations

from datetime import datetime, timedelta

from .time_control import DAY, Pauses, advance

FIFTH, LAST_DAY = "fifth", "day"


def thresholds(turn_bank: timedelta) -> dict[str, timedelta]:
    """Return at how much time left a player is reminded, by kind: at a fifth of the bank, and at a day.

    ``turn_bank`` is the bank that the turn began with. The day is left out if that would be too soon after the email
    about the turn.
    """
    fifth = {FIFTH: turn_bank / 5}
    return fifth | {LAST_DAY: DAY} if turn_bank * 4 / 5 >= DAY else fifth


def next_reminder(
    since: datetime, bank: timedelta, turn_bank: timedelta, now: datetime, pauses: Pauses
) -> datetime | None:
    """Return when the next reminder after ``now`` is due, for a clock that has run since ``since``."""
    moments = (advance(since, bank - left, pauses) for left in thresholds(turn_bank).values() if left < bank)
    return min((moment for moment in moments if moment > now), default=None)


def due_reminders(time_left: timedelta, turn_bank: timedelta) -> list[str]:
    """Return the kinds of reminders that are due when this much time is left."""
    return [kind for kind, threshold in thresholds(turn_bank).items() if time_left <= threshold]
