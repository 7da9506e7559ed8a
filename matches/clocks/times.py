"""Times as people read them: relative or exact, with the other form for readers who point at, focus or tap them."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from i18n import dates
from i18n.memo import memoized
from matches.clocks import terms_words
from matches.clocks.display import ClockFace
from matches.models import TimeControl
from matches.time_control import words as clockwords

register = template.Library()

SOON = timedelta(hours=24)


@register.filter
def exact(moment: datetime) -> str:
    """Return the moment in the active time zone, as the active language writes it: "Tue 24 Nov 2026, 14:05"."""
    return dates.moment(moment)


def relative(moment: datetime, now: datetime | None = None) -> str:
    """Return the moment as seen from now: "in 2 days", "3 hours ago", "just now"."""
    return _from_now(_in_minutes(moment - (now or timezone.now())))


@memoized(1024)
def _from_now(time: timedelta) -> str:
    return clockwords.from_now(time)


def _in_minutes(time: timedelta) -> timedelta:
    """Round towards now to whole minutes, but never to zero."""
    return (
        timedelta.resolution
        if timedelta(0) < time < clockwords.MINUTE
        else clockwords.MINUTE * int(time / clockwords.MINUTE)
    )


@register.filter
def span(time: timedelta) -> str:
    """Return a length of time in words: "3 days", "1 day 12 hours"."""
    return clockwords.span(time)


@register.filter
def pace(agreed: TimeControl) -> str:
    """Return the time that a match or a challenge gives, in short: "10 days + 1 day a turn, at most 10 days"."""
    return clockwords.describe(agreed.control)


@register.filter
def time_terms(agreed: TimeControl) -> list[str]:
    """Return all that was agreed about time, and until when a turn counts, in sentences."""
    return [*terms_words.time_terms(agreed), clockwords.grace_words()]


@register.simple_tag
def when(moment: datetime | None) -> str:
    """Draw a moment to come: "in 2 days (Tue 24 Nov 2026, 14:05)" in the reader's zone."""
    return _element(moment)


@register.simple_tag
def ago(moment: datetime | None) -> str:
    """Draw a moment in the past: "3 hours ago (Tue 24 Nov 2026, 14:05)" in the reader's zone."""
    return _element(moment)


@register.simple_tag
def logged(moment: datetime) -> str:
    """Draw a moment in the past with both forms visible, for lists in which moments are compared."""
    return SafeString(_element(moment).replace(' tabindex="0"', ""))


@register.simple_tag
def until(moment: datetime) -> str:
    """Draw the moment after the word "until": "Tue 24 Nov 2026, 14:05 (in 2 days)" in the reader's zone."""
    return _beside(moment, exact(moment), relative(moment))


@register.filter
def end_of_day(moment: datetime) -> str:
    """Draw an end after the word "until", in the reader's zone.

    It is "the end of Tue 24 Nov 2026" for the midnight after that day.
    """
    local = timezone.localtime(moment)
    if local.time() != time():
        return exact(moment)
    return _("the end of %(day)s") % {"day": dates.day(local.date() - timedelta(days=1))}


@register.simple_tag
def due(moment: datetime) -> str:
    """Draw a deadline after the word "by": "Tue 24 Nov 2026, 14:05 (2 days left)" in the reader's zone."""
    left = moment - timezone.now()
    return _due(moment, _in_minutes(left))


@memoized(4096)
def _due(moment: datetime, left: timedelta) -> str:
    words = clockwords.from_now(left) if left <= timedelta(0) else clockwords.left(left)
    return _beside(moment, exact(moment), words)


@register.simple_tag
def paused_until(clock: ClockFace, *, in_link: bool = False) -> str:
    """Draw the moment until which a clock is paused, and why; "" for one that runs.

    ``in_link``: with nothing in it to focus.
    """
    if clock.paused_until is None or clock.why is None:
        return ""
    end = exact(clock.paused_until) if in_link else until(clock.paused_until)
    return format_html(clockwords.paused_words(clock.why, "{}"), end)


def chip_of(clock: ClockFace) -> tuple[bool, str, str]:
    """Return whether a clock runs, how urgent that is, and its time in short, "2 d 4 h"; "" for a computer's."""
    runs = clock.deadline is not None and clock.paused_until is None
    left = time_left(clock)
    brief = "" if left is None else clockwords.brief(left)
    return runs, _urgency(clock.deadline) if runs and clock.deadline else "", brief


def time_left(clock: ClockFace) -> timedelta | None:
    """Return the time that a clock holds; ``None`` for a computer's."""
    left = clock.full if clock.left is None else clock.left
    if clock.deadline is not None and left is None:
        left = clock.deadline - timezone.now()
    return None if left is None else max(left, timedelta(0))


def _urgency(moment: datetime) -> str:
    left = moment - timezone.now()
    return " late" if left <= timedelta(0) else " soon" if left < SOON else ""


def _element(moment: datetime | None) -> str:
    return "" if moment is None else _with_distance(moment, _in_minutes(moment - timezone.now()))


@memoized(4096)
def _with_distance(moment: datetime, time: timedelta) -> str:
    return _beside(moment, clockwords.from_now(time), exact(moment))


def _beside(moment: datetime, words: str, more: str) -> str:
    iso = timezone.localtime(moment).isoformat(timespec="seconds")
    return format_html('<time datetime="{}" tabindex="0">{}<span class="exact"> ({})</span></time>', iso, words, more)


@register.simple_tag
def deadline(moment: datetime | None) -> str:
    """Draw a deadline, "by Tue 24 Nov 2026, 14:05 (2 days left)" in the reader's zone.

    It is marked when less than a day is left, or when it has passed.
    """
    if moment is None:
        return ""
    urgency = _urgency(moment)
    if urgency == " late":
        words = _("ran out %(when)s") % {"when": _element(moment)}
    else:
        words = _("by %(when)s") % {"when": due(moment)}
    return format_html('<span class="deadline{}">{}</span>', urgency, SafeString(words))
