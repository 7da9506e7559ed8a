"""Vacation in words, for its player: by days, in the active time zone and language."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from i18n.dates import day
from matches.clocks.pauses import FRIENDLY
from matches.models import Vacation, VacationPool
from matches.time_control.time_control import NOTHING
from matches.time_control.words import span


def name_of(pool: VacationPool) -> str:
    """Return the pool's name, translated for the pool of friendly matches as long as it has its original name."""
    return _(pool.name) if pool.name == FRIENDLY else pool.name


def first_day(vacation: Vacation) -> date:
    return timezone.localdate(vacation.starts_at)


def last_day(vacation: Vacation) -> date:
    return timezone.localdate(vacation.ends_at - timedelta(microseconds=1))


def days_of(vacation: Vacation) -> str:
    """Return the days in words: “from Tue 24 Nov 2026 to Fri 27 Nov 2026”, “on Tue 24 Nov 2026”."""
    first, last = day(first_day(vacation)), day(last_day(vacation))
    if first == last:
        return _("on %(day)s") % {"day": first}
    return _("from %(first)s to %(last)s") % {"first": first, "last": last}


def period_of(pool: VacationPool, now: datetime) -> str:
    """Return the time for which a pool grants its days: “this year”, “until Fri 27 Nov 2026”, “from … on”."""
    today = now.astimezone(UTC).date()  # the days of a season are counted by UTC
    if pool.begins and today < pool.begins:
        return _("from %(first)s on") % {"first": day(pool.begins)}
    if pool.ends and pool.ends < today:
        return _("until %(last)s, which is over") % {"last": day(pool.ends)}
    if pool.ends:
        return _("until %(last)s") % {"last": day(pool.ends)}
    return _("since %(first)s") % {"first": day(pool.begins)} if pool.begins else _("this year")


def shortfalls(taken: Vacation, reached: Iterable[tuple[VacationPool, timedelta]]) -> list[str]:
    """Return a sentence for each pool that doesn't pay for the whole of a vacation, with how much it does pay for."""
    whole = taken.ends_at - taken.starts_at
    return [_shortfall(pool, time) for pool, time in reached if time < whole]


def _shortfall(pool: VacationPool, time: timedelta) -> str:
    if time <= NOTHING:
        return _("%(pool)s: no days left for this vacation, so your clocks keep running there.") % {
            "pool": name_of(pool)
        }
    return _("%(pool)s: your days cover %(time)s of this vacation; then your clocks run there.") % {
        "pool": name_of(pool),
        "time": span(time),
    }
