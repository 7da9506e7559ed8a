"""The nights a player can choose from: nine hours, from any half hour."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils.formats import time_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

NIGHT = timedelta(hours=9)


def nights(own: time) -> list[tuple[str, str]]:
    """Return the nights as choices for a select: ``22:00`` and “22:00 to 07:00”. They include the player's own."""
    halves = {time(hour, minute) for hour in range(24) for minute in (0, 30)}
    return [(form_value(begins), _night(begins)) for begins in sorted(halves | {own})]


def _night(begins: time) -> str:
    return _("%(begin)s to %(end)s") % {"begin": time_in_words(begins), "end": time_in_words(night_end(begins))}


def form_value(begins: time) -> str:
    return begins.isoformat("minutes")


def night_end(begins: time) -> time:
    """Return the time of day at which a night ends that begins then."""
    return (datetime.combine(date.min, begins) + NIGHT).time()


def time_in_words(moment: time) -> str:
    return time_format(moment, "g:i A" if get_language() == "en-us" else "H:i")
