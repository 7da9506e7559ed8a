"""What a challenge or a match has agreed about time, in sentences for pages and mails."""

from __future__ import annotations

from django.conf import settings
from django.utils.formats import date_format

from .clockwords import counted, terms
from .models import LeavePool, TimeControl

DATE = "j M Y"


def time_terms(agreed: TimeControl) -> list[str]:
    """All that is agreed about time: one sentence each."""
    pool = agreed.leave_pool
    amount, pauses, at_zero = terms(agreed.control, has_leave=pool is not None)
    return [amount, pauses, *([pool_words(pool)] if pool else []), at_zero]


def friendly_words() -> str:
    """How much leave each player has in matches outside events. Looks, and makes no pool where there is none yet."""
    pool = LeavePool.objects.filter(key=LeavePool.FRIENDLY).first()
    return pool_words(pool or LeavePool(days=settings.LEAVE_DAYS))


def pool_words(pool: LeavePool) -> str:
    """How much leave each player has."""
    season = [
        *([f"from {date_format(pool.begins, DATE)}"] if pool.begins else []),
        *([f"to {date_format(pool.ends, DATE)}"] if pool.ends else []),
    ]
    shortest = f"; one leave counts as at least {pool.shortest} days" if pool.shortest > 1 else ""
    when = " ".join(season) or "a calendar year"
    return f"Each player has {counted(pool.days, 'day', 'days')} of leave {when}{shortest}."
