"""Players' vacation plans: taking one, from now or from a day on, changing it, cutting it short, calling it off.

A vacation begins at once or with a day, and ends with a day, by the player's time zone. Each function is one
transaction, in which the player's row is locked; the clocks follow afterwards (``follow.follow_player``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import wraps
from typing import Literal, ParamSpec, TypeVar
from zoneinfo import ZoneInfo

from django.utils.translation import gettext, ngettext

from accounts.models import User
from i18n.dates import day
from jobs.try_twice import Obstacle, try_twice
from matches.clocks import pauses
from matches.clocks.allowance import overlap
from matches.input.daily_limit import count_against_daily_limit, daily_limit_reached
from matches.models import Match, Vacation, VacationPool
from matches.time_control.time_control import DAY, NOTHING, Span

from . import words as vacation_words

P = ParamSpec("P")
R = TypeVar("R")
Field = Literal["first_day", "last_day", ""]

AHEAD = timedelta(days=365)
MOST_A_DAY = 10  # vacations taken, changed and called off: each is a line in the log of every match


class VacationRefused(Exception):
    """Something about a vacation that was refused, without any change.

    ``message`` is one sentence for the player, ``status`` an HTTP status, and ``field`` the input at fault if there is
    one.
    """

    def __init__(self, message: str, field: Field = "", status: int = 422) -> None:
        super().__init__(message)
        self.message = message
        self.field: Field = field
        self.status = status


def _in_turn(act: Callable[P, R]) -> Callable[P, R]:
    """Run the act in a transaction, and once more if another writer was in the way the first time."""

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return try_twice(lambda: act(*args, **kwargs), _busy)

    return run


def _busy(_obstacle: Obstacle) -> VacationRefused:
    words = gettext("The site is busy with your matches just now. Please send it again.")
    return VacationRefused(words, status=503)


@_in_turn
def take(player: User, first_day: date | None, last_day: date, now: datetime) -> Vacation:
    """Be away from a day on, or (``None``) from now on, until another day is over. Raises ``VacationRefused``.

    Asking for the same twice does it once.
    """
    player = pauses.lock_player(player)
    begins, ends = _span(player, first_day, last_day, now)
    same = Vacation.objects.filter(player=player, ends_at=ends)
    earlier = (same.filter(starts_at__lte=now) if begins == now else same.filter(starts_at=begins)).first()
    return earlier or _place(Vacation(player=player, starts_at=begins, ends_at=ends, made_at=now), now)


@_in_turn
def change_vacation(player: User, vacation_id: int, first_day: date | None, last_day: date, now: datetime) -> Vacation:
    """Give other days to a vacation that hasn't begun; it counts as made now. Raises ``VacationRefused``."""
    planned = _planned(player, vacation_id, now)
    planned.starts_at, planned.ends_at = _span(planned.player, first_day, last_day, now)
    planned.made_at = now
    return _place(planned, now)


@_in_turn
def cut_short(player: User, vacation_id: int, now: datetime) -> Vacation:
    """End a vacation that has begun; one that is over stays as it was. Raises ``VacationRefused``."""
    current = _own(player, vacation_id)
    if current.starts_at >= now:
        raise VacationRefused(gettext("This vacation hasn’t begun; you can cancel it."), status=409)
    if current.ends_at > now:
        current.ends_at = now
        current.save(update_fields=["ends_at"])
        pauses.pauses_changed(current.player, now, pauses.WITH_VACATION)
    return current


@_in_turn
def call_off(player: User, vacation_id: int, now: datetime) -> None:
    """Delete a vacation that hasn't begun; it costs nothing. Raises ``VacationRefused``."""
    planned = _planned(player, vacation_id, now)
    _refuse_too_often(planned.player, now)
    planned.delete()
    pauses.pauses_changed(planned.player, now, pauses.WITH_VACATION)


def pools_of(player: User) -> list[VacationPool]:
    """Return the pools that matter to the player: that of friendly matches, and those of the matches being played."""
    friendly = pauses.friendly_pool()
    running = Match.objects.filter(seats__player=player, seats__finished_at=None, vacation_pool__isnull=False)
    others = VacationPool.objects.filter(pk__in=running.values("vacation_pool")).exclude(pk=friendly.pk)
    return [friendly, *others.order_by("name")]


def reached(taken: Vacation, pools: Sequence[VacationPool], now: datetime) -> list[tuple[VacationPool, timedelta]]:
    """Return, for each pool, how much of a vacation its days pay for."""
    accounts = pauses.accounts(pools, taken.player, now)
    span = (taken.starts_at, taken.ends_at)
    return [(pool, overlap(accounts[pool.pk].granted(), span)) for pool in pools]


# -- its parts -----------------------------------------------------------------------------------------------------


def _planned(player: User, vacation_id: int, now: datetime) -> Vacation:
    found = _own(player, vacation_id)
    if found.starts_at < now:
        raise VacationRefused(gettext("This vacation has begun; you can only end it."), status=409)
    return found


def _own(player: User, vacation_id: int) -> Vacation:
    player = pauses.lock_player(player)
    found = Vacation.objects.filter(pk=vacation_id, player=player).first()
    if found is None:
        raise VacationRefused(gettext("This vacation no longer exists; you may have cancelled it already."), status=409)
    found.player = player
    return found


def _place(new: Vacation, now: datetime) -> Vacation:
    """Store a vacation if it doesn't overlap the player's others, and some pool has days for it."""
    others = Vacation.objects.filter(player=new.player, starts_at__lt=new.ends_at, ends_at__gt=new.starts_at)
    if other := others.exclude(pk=new.pk).first():
        taken = gettext("You already have vacation %(days)s. Choose days before or after it.")
        raise VacationRefused(taken % {"days": vacation_words.days_of(other)}, "first_day")
    new.save()
    if not any(time > NOTHING for _, time in reached(new, pools_of(new.player), now)):
        raise VacationRefused(
            gettext("You have no vacation days left for these days: all are used or planned."), "last_day"
        )
    _refuse_too_often(new.player, now)
    pauses.pauses_changed(new.player, now, pauses.WITH_VACATION)
    return new


def _refuse_too_often(player: User, now: datetime) -> None:
    """Count this change, and raise ``VacationRefused`` if there were too many today; the player's row is locked."""
    if daily_limit_reached("vacation_changes", player, now, MOST_A_DAY):
        often = gettext("You’ve changed your vacation %(number)s times today. Try again tomorrow.")
        raise VacationRefused(often % {"number": MOST_A_DAY}, status=429)
    count_against_daily_limit("vacation_changes", player, now)


# -- days ----------------------------------------------------------------------------------------------------------


def _span(player: User, first_day: date | None, last_day: date, now: datetime) -> Span:
    """Return the vacation as moments. Raises ``VacationRefused``."""
    zone = ZoneInfo(pauses.zone_of(player))
    local_now = now.astimezone(zone).replace(tzinfo=None)
    today = local_now.date()
    begins_now = first_day is None or first_day == today
    first_day = first_day or today
    if first_day < today:
        raise VacationRefused(gettext("That day is over. Vacation can begin today at the earliest."), "first_day")
    if last_day < first_day:
        raise VacationRefused(gettext("The last day comes before the first."), "last_day")
    if last_day > today + AHEAD:
        ahead = gettext("You can plan vacation up to a year ahead, until %(day)s.") % {"day": day(today + AHEAD)}
        raise VacationRefused(ahead, "last_day")
    # By the clocks on the wall, so that a day is a day also when they are changed.
    begins = local_now if begins_now else datetime.combine(first_day, time())
    ends = datetime.combine(last_day, time()) + DAY
    _refuse_if_short(player, ends - begins)
    return now if begins_now else _moment(begins, zone), _moment(ends, zone)


def _moment(local: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment at which clocks in that zone read this; if they skip it, the moment at which they do."""
    return local.replace(tzinfo=zone).astimezone(UTC)


def _refuse_if_short(player: User, length: timedelta) -> None:
    shortest = min(pool.shortest for pool in pools_of(player))
    if length < shortest * DAY:
        short = ngettext(
            "A vacation lasts at least %(number)s day. Choose a later last day.",
            "A vacation lasts at least %(number)s days. Choose a later last day.",
            shortest,
        )
        raise VacationRefused(short % {"number": shortest}, "last_day")
