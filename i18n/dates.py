"""Days and moments as written in the active language."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import NamedTuple

from django.utils import timezone, translation
from django.utils.dates import MONTHS
from django.utils.formats import date_format, time_format

from .choices import said
from .memo import memoized
from .text import Text, joined, say


class _Patterns(NamedTuple):
    weekday: str
    day: str
    day_of_year: str
    time: str


# People remember deadlines by the day of the week, which Django's own patterns leave out.
_ENGLISH = _Patterns("D ", "j M Y", "j M", "H:i")
_OF_THE_STATES = _Patterns("D, ", "M j, Y", "M j", "g:i A")
_ELSEWHERE = _Patterns("D, ", "DATE_FORMAT", "MONTH_DAY_FORMAT", "TIME_FORMAT")


def day(which: date) -> str:
    """Write a day: “Tue 24 Nov 2026”, “Di, 24. November 2026”."""
    patterns = _patterns()
    return date_format(which, patterns.weekday) + date_format(which, patterns.day)


@memoized(4096)
def moment(at: datetime) -> str:
    """Write a moment in the active time zone: “Tue 24 Nov 2026, 14:05”, “Di, 24. November 2026, 14:05”."""
    local = timezone.localtime(at)
    return f"{day(local)}, {date_format(local, _patterns().time)}"


@memoized(4096)
def moment_soon(at: datetime) -> str:
    """Write a moment of the next months, without its year: “Tue 24 Nov, 14:05”, “Di, 24. November, 14:05”."""
    local, patterns = timezone.localtime(at), _patterns()
    day = date_format(local, patterns.weekday) + date_format(local, patterns.day_of_year)
    return f"{day}, {date_format(local, patterns.time)}"


def time_of_day(at: time) -> str:
    """Write a time of day: “14:05”, “2:05 PM”."""
    return time_format(at, _patterns().time)


def kept_day(which: date) -> Text:
    """Return a day for a stored sentence: “24 November 2026”, “24. November 2026”. There is no day of the week."""
    return say("%(day)s %(month)s %(year)s", day=which.day, month=said(MONTHS[which.month]), year=which.year)


def kept_moment(at: datetime) -> Text:
    """Return a moment for a stored sentence, with the active time zone: “24 November 2026 14:05 CET”."""
    local = timezone.localtime(at)
    return joined([kept_day(local), f"{local:%H:%M} {local:%Z}"])


def _patterns() -> _Patterns:
    if translation.get_language() == "en-us":
        return _OF_THE_STATES
    return _ENGLISH if _is_english() else _ELSEWHERE


def _is_english() -> bool:
    return (translation.get_language() or "en").startswith("en")
