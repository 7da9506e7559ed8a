"""The time controls on offer, by their names; ``limits`` says what others are allowed."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from django.utils.translation import gettext_noop

from i18n.text import Text

from .time_control import DAY, TimeControl
from .words import describe

OWN = "own"


class Pace(NamedTuple):
    """Start bank, increment and cap."""

    start: timedelta
    increment: timedelta
    cap: timedelta

    @property
    def words(self) -> Text:
        return describe(TimeControl(*self))


def _pace(start: int, increment: int, cap: int) -> Pace:
    return Pace(start * DAY, increment * DAY, cap * DAY)


FIXED = {str(days): _pace(days, days, days) for days in (1, 2, 3, 5, 7, 14)}
SAVED = {"5+1": _pace(5, 1, 5), "10+1": _pace(10, 1, 10), "14+2": _pace(14, 2, 20)}
WHOLE = {"30": _pace(30, 0, 30), "60": _pace(60, 0, 60)}
GROUPS = (
    (gettext_noop("The same for every turn"), FIXED),
    (gettext_noop("Unused time is kept for later turns"), SAVED),
    (gettext_noop("One time for the whole match"), WHOLE),
)
PRESETS = FIXED | SAVED | WHOLE
DEFAULT = "3"
