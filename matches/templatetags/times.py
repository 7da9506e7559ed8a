"""Times as people read them: how long from now, with the exact local time beside it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from i18n import dates
from matches.clocks import terms_words
from matches.clocks import words as clockwords
from matches.models import TimeControl

register = template.Library()

SOON = timedelta(hours=24)


def exact(moment: datetime) -> str:
    """The moment in the active time zone, as the active language writes it: "Tue 24 Nov 2026, 14:05"."""
    return dates.moment(moment)


def relative(moment: datetime, now: datetime | None = None) -> str:
    """The moment as seen from now: "in 2 days 4 h", "3 h ago", "just now"."""
    return clockwords.from_now(moment - (now or timezone.now()), short=True)


@register.filter
def span(time: timedelta) -> str:
    """A length of time in words: "3 days", "1 day 12 hours"."""
    return clockwords.span(time)


@register.filter
def pace(agreed: TimeControl) -> str:
    """How much time a match or a challenge gives, in short: "10 days + 1 day a turn, at most 10 days"."""
    return clockwords.describe(agreed.control)


@register.filter
def time_terms(agreed: TimeControl) -> list[str]:
    """All that a match or a challenge has agreed about time, in sentences."""
    return terms_words.time_terms(agreed)


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
    words = _element(moment) if left > timedelta(0) else SafeString(_("ran out %(when)s") % {"when": _element(moment)})
    return format_html('<span class="deadline{}">{}{}</span>', urgency, f"{label} " if label else "", words)
