"""Times as people read them: how long from now, with the exact local time beside it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

TWELVE_HOURS = {"en-us": "D, M j, Y, g:i A"}
DAY_FIRST = "D j M Y, H:i"
SOON = timedelta(hours=24)


def exact(moment: datetime) -> str:
    """The moment in the active time zone, as the active language writes it: "Tue 24 Nov 2026, 14:05"."""
    pattern = TWELVE_HOURS.get(translation.get_language() or "", DAY_FIRST)
    return date_format(timezone.localtime(moment), pattern)


def zone(moment: datetime) -> str:
    """The active time zone's name, for a reader who cannot be sure which one is meant."""
    return timezone.localtime(moment).tzname() or timezone.get_current_timezone_name()


def duration(span: timedelta) -> str:
    """A span of time in its two largest units: "2 days 4 h", "3 h 20 min", "5 min"."""
    minutes = int(abs(span).total_seconds()) // 60
    days, minutes = divmod(minutes, 24 * 60)
    hours, minutes = divmod(minutes, 60)
    if days >= 14:
        return f"{days} days"
    if days:
        return _joined(f"{days} day{'s' if days > 1 else ''}", f"{hours} h" if hours else "")
    if hours:
        return _joined(f"{hours} h", f"{minutes} min" if minutes and hours < 6 else "")
    return f"{minutes} min" if minutes else "less than a minute"


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def relative(moment: datetime, now: datetime | None = None) -> str:
    """The moment as seen from now: "in 2 days 4 h", "3 h ago", "just now"."""
    span = moment - (now or timezone.now())
    if abs(span) < timedelta(minutes=1):
        return "in less than a minute" if span > timedelta(0) else "just now"
    return f"in {duration(span)}" if span > timedelta(0) else f"{duration(span)} ago"


@register.filter
def days(span: timedelta) -> str:
    """A whole span in words: "3 days", "1 day", "12 h"."""
    return duration(span)


@register.simple_tag
def when(moment: datetime | None) -> str:
    """A moment to come: "in 2 days 4 h (Tue 24 Nov 2026, 14:05)" in the reader's zone."""
    return _element(moment)


@register.simple_tag
def ago(moment: datetime | None) -> str:
    """A moment gone by: "3 h ago (Tue 24 Nov 2026, 14:05)" in the reader's zone."""
    return _element(moment)


def _element(moment: datetime | None) -> str:
    if moment is None:
        return ""
    return format_html(
        '<time datetime="{}">{} <span class="exact">({})</span></time>',
        timezone.localtime(moment).isoformat(timespec="seconds"),
        relative(moment),
        exact(moment),
    )


@register.simple_tag
def deadline(moment: datetime | None, label: str = "") -> str:
    """A deadline as ``when`` shows it, marked when less than a day is left or when it has passed."""
    if moment is None:
        return ""
    left = moment - timezone.now()
    urgency = " late" if left <= timedelta(0) else " soon" if left < SOON else ""
    words = _element(moment) if left > timedelta(0) else SafeString(f"ran out {_element(moment)}")
    return format_html('<span class="deadline{}">{}{}</span>', urgency, f"{label} " if label else "", words)
