"""Times in the words of emails."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from i18n import dates


def moment(when: datetime) -> str:
    """Return a moment in the active zone, and which zone that is: "Tue 24 Nov 2026, 14:05 CET (Europe/Berlin)"."""
    short, name = _zone_of(when), timezone.get_current_timezone_name()
    return f"{dates.moment(when)} {short}" + ("" if short == name else f" ({name})")


def moment_soon(when: datetime) -> str:
    """Return a moment of the next months, short enough for a headline: "Tue 24 Nov, 14:05 CET"."""
    return f"{dates.moment_soon(when)} {_zone_of(when)}"


def _zone_of(when: datetime) -> str:
    short = timezone.localtime(when).tzname() or ""
    return f"UTC{short}" if short[:1] in "+-" else short
