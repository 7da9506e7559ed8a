"""What a look at one part of the site finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Literal

from django.db.models import QuerySet

from matches.clockwords import span

State = Literal["good", "warn", "bad"]

MOST = 1000  # no more than so many rows are counted


@dataclass(frozen=True, slots=True)
class Way:
    """Where the host sees more about it."""

    address: str
    words: str


@dataclass(frozen=True, slots=True)
class Check:
    """``words`` say what is, ``advice`` what to do about it where something is to be done. Anybody may read these;
    ``detail`` and ``way`` are for the host."""

    name: str
    state: State
    words: str
    advice: str = ""
    detail: str = ""
    way: Way | None = None

    @property
    def title(self) -> str:
        return self.name.replace("_", " ").capitalize()


def bad(checks: Iterable[Check]) -> list[Check]:
    return [check for check in checks if check.state == "bad"]


def count(rows: QuerySet[Any]) -> int:
    """How many rows there are, or ``MOST`` where there are that many or more."""
    return rows.order_by()[:MOST].count()


def counted(number: int, one: str, many: str) -> str:
    """``one`` or ``many``, as the number wants it: "1 mail waits", "3 mails wait", "1000 or more mails wait"."""
    return f"{number}{' or more' if number >= MOST else ''} {one if number == 1 else many}"


def length(time: timedelta) -> str:
    """In words, and in seconds what is below two minutes: "40 seconds", "5 minutes", "2 days 3 hours"."""
    seconds = max(0, round(time.total_seconds()))
    if seconds >= 120:
        return span(timedelta(seconds=seconds))
    return f"{seconds} second{'' if seconds == 1 else 's'}"
