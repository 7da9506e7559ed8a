"""Times as emails say them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from matches.templatetags.times import exact


def moment(when: datetime) -> str:
    """A moment in the active zone, and which zone that is: "Tue 24 Nov 2026, 14:05 CET (Europe/Berlin)"."""
    local = timezone.localtime(when)
    short, name = local.tzname() or "", timezone.get_current_timezone_name()
    if short[:1] in "+-":
        short = f"UTC{short}"
    return f"{exact(when)} {short}" + ("" if short == name else f" ({name})")
