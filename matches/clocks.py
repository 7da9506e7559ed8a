"""Time controls as pure functions.

A control is a start bank, an increment per turn and a cap. While a seat is asked for a turn its bank runs down; when
it plays, what is left grows by the increment and is cut at the cap. A fixed time per turn is the case where all
three are equal: the bank is then full again for every turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time a seat has. Raises ``ValueError`` for times that make no clock."""

    start: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        if self.start <= NOTHING or self.increment < NOTHING:
            raise ValueError("A clock starts with some time and never grows by less than none.")
        if self.cap < self.start:
            raise ValueError("A clock cannot start with more time than its cap.")

    @classmethod
    def fixed(cls, days: int) -> TimeControl:
        time = timedelta(days=days)
        return cls(time, time, time)

    @property
    def is_fixed(self) -> bool:
        return self.start == self.increment == self.cap

    def columns(self) -> dict[str, timedelta]:
        """The control as the columns of a model that stores one."""
        return {"clock_start": self.start, "clock_increment": self.increment, "clock_cap": self.cap}


def now() -> datetime:
    """The time by which everything in a match is stamped and judged."""
    return timezone.now()


def left(bank: timedelta, spent: timedelta) -> timedelta:
    """What a bank still holds after some time was spent: never less than nothing."""
    return max(NOTHING, bank - max(NOTHING, spent))


def settle(control: TimeControl, bank: timedelta, spent: timedelta) -> timedelta:
    """The bank after a turn that took ``spent``."""
    return min(control.cap, left(bank, spent) + control.increment)


def deadline(asked_at: datetime, bank: timedelta) -> datetime:
    """The last moment at which a turn that was asked for then still counts."""
    return asked_at + bank
