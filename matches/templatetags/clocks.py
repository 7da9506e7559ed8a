"""Clocks that stand still, and moments up to which something lasts."""

from __future__ import annotations

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.html import format_html

from matches.clocks.display import ClockFace
from matches.clocks.words import stands_words

from .times import exact, relative

register = template.Library()
register.filter("exact", exact)


@register.simple_tag
def until(moment: datetime) -> str:
    """The moment after the word "until": "Tue 24 Nov 2026, 14:05 (in 2 days 4 h)" in the reader's zone."""
    return format_html(
        '<time datetime="{}">{} <span class="exact">({})</span></time>',
        timezone.localtime(moment).isoformat(timespec="seconds"),
        exact(moment),
        relative(moment),
    )


@register.simple_tag
def stands(clock: ClockFace) -> str:
    """Until when a clock stands still, and why; "" for one that runs."""
    if clock.stands_until is None or clock.why is None:
        return ""
    return format_html(stands_words(clock.why, "{}"), until(clock.stands_until))
