"""The agreed terms of time of a challenge or a match, in sentences for pages and emails."""

from __future__ import annotations

from django.conf import settings

from i18n.dates import kept_day
from i18n.text import Text, say
from matches.models import TimeControl, VacationPool
from matches.time_control.words import quantity, terms


def time_terms(agreed: TimeControl) -> list[str]:
    """Return all that is agreed about time, one sentence each."""
    pool = agreed.vacation_pool
    amount, pauses, at_zero = terms(agreed.control, has_vacation=pool is not None, is_team=agreed.game.together)
    baton = [say("While a player is on vacation, their turns pass to the next player.")] if agreed.baton else []
    return [amount, pauses, *([pool_words(pool)] if pool else []), *baton, at_zero]


def friendly_words() -> str:
    """Return how much vacation each player has in matches outside events.

    If there is no pool for it yet, none is made.
    """
    pool = VacationPool.objects.filter(key=VacationPool.FRIENDLY).first()
    return pool_words(pool or VacationPool(days=settings.VACATION_DAYS))


def pool_words(pool: VacationPool) -> Text:
    """Return how much vacation each player has, as a text that an event's log can keep."""
    days, when = quantity(pool.days, "day", "days"), _season_words(pool)
    if pool.shortest <= 1:
        return say("Each player has %(days)s of vacation %(when)s.", days=days, when=when)
    return say(
        "Each player has %(days)s of vacation %(when)s; each vacation counts as at least %(shortest)s days.",
        days=days,
        when=when,
        shortest=pool.shortest,
    )


def _season_words(pool: VacationPool) -> Text:
    if pool.begins and pool.ends:
        return say("from %(first)s to %(last)s", first=kept_day(pool.begins), last=kept_day(pool.ends))
    if pool.begins:
        return say("from %(first)s", first=kept_day(pool.begins))
    if pool.ends:
        return say("to %(last)s", last=kept_day(pool.ends))
    return say("per calendar year")
