"""Vacation, weekends and nights of a player, as each match grants them; and a note on the clocks when they change.

``matches.vacation.plans`` has what a player plans, and what is refused; ``allowance`` how far days reach.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from i18n.text import noop
from matches.models import Match, Seat, Vacation, VacationDay, VacationPool
from matches.time_control import time_control
from matches.time_control.time_control import DAY, Pauses, Span
from timekeeping import clock
from timekeeping.time_zones import known_zone

from .allowance import Account, Terms, year_of

FRIENDLY = noop("Friendly matches")
WITH_VACATION = Q(match__vacation_pool__isnull=False)
WITH_NIGHTS = Q(match__nights=True)
WITH_LOCAL_TIME = Q(match__weekends=True) | WITH_NIGHTS


def friendly_pool() -> VacationPool:
    """Return the pool of all matches outside events, made with ``VACATION_DAYS`` at first.

    The host may change its days.
    """
    defaults = {"name": FRIENDLY, "days": settings.VACATION_DAYS}
    return VacationPool.objects.get_or_create(key=VacationPool.FRIENDLY, defaults=defaults)[0]


# -- what a match grants -------------------------------------------------------------------------------------------


def pauses_for(player: User | None, match: Match) -> Pauses:
    """Return when the player's clock is paused in that match.

    Must run inside a transaction: the player's row is locked, so that any change of what this rests on comes before it
    or after it.
    """
    if player is None or not (match.weekends or match.nights or match.vacation_pool_id):
        return time_control.NO_PAUSES
    player = lock_player(player)
    has_local_time = match.weekends or match.nights
    return Pauses(
        zone=zone_of(player) if has_local_time else "UTC",
        weekends=match.weekends,
        night=player.night_from if match.nights else None,
        vacation=account(match.vacation_pool, player, clock.now()).granted() if match.vacation_pool else (),
    )


def left_in(pool: VacationPool, player: User, now: datetime) -> timedelta:
    """Return the time neither taken nor planned in this calendar year, or in the pool's season; zero outside it."""
    return account(pool, player, now).left(now)


def use_day(pool: VacationPool, seat: Seat, now: datetime) -> bool:
    """Use up a vacation day for that seat at zero, if there is a whole one left.

    Must run inside the gate's transaction. If two matches need the last day at once, one gets it.
    """
    if seat.player is None:
        return False
    player = lock_player(seat.player)
    if left_in(pool, player, now) < DAY:
        return False
    VacationDay.objects.create(player=player, pool=pool, seat=seat, at=now)
    return True


def lock_player(player: User) -> User:
    """Return the player as stored now, with the row locked until the transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=player.pk)


def zone_of(player: User) -> str:
    """Return the player's time zone, or UTC if this machine's zone data no longer has it."""
    return player.time_zone if known_zone(player.time_zone) else "UTC"


def away_until(player_ids: Iterable[int], now: datetime) -> dict[int, datetime]:
    """Return, for players on vacation now, until when they are away; vacations that touch count as one."""
    vacations = Vacation.objects.filter(player__in=set(player_ids), ends_at__gt=now).order_by("starts_at")
    until: dict[int, datetime] = {}
    for player_id, start, end in vacations.values_list("player", "starts_at", "ends_at"):
        if start <= until.get(player_id, now):
            until[player_id] = end
    return until


# -- accounts ------------------------------------------------------------------------------------------------------


def account(pool: VacationPool, player: User, now: datetime) -> Account:
    return accounts([pool], player, now)[pool.pk]


def accounts(pools: Iterable[VacationPool], player: User, now: datetime) -> dict[int, Account]:
    """Return the player's account in each of these pools, by the pool's id. Two selects.

    Accounts begin with last year, or with the season.
    """
    terms = {pool.pk: terms_of(pool) for pool in pools}
    since = min(_since(each, now) for each in terms.values())
    vacations = tuple(vacations_since(player, since))
    used: dict[int, list[datetime]] = defaultdict(list)
    days = VacationDay.objects.filter(player=player, pool__in=terms, at__gte=since).order_by("at")
    for pool_id, at in days.values_list("pool", "at"):
        used[pool_id].append(at)
    return {pk: Account(each, vacations, tuple(used[pk])) for pk, each in terms.items()}


def vacations_since(player: User, since: datetime) -> list[Span]:
    """Return the player's vacations that end after that moment, in the order in which they were made."""
    vacations = Vacation.objects.filter(player=player, ends_at__gt=since).order_by("made_at", "pk")
    return list(vacations.values_list("starts_at", "ends_at"))


def terms_of(pool: VacationPool) -> Terms:
    """Return the pool's terms.

    A season lasts from the beginning of its first day to the end of its last, by UTC; without one of them it has no
    bound there.
    """
    season = None
    if pool.begins or pool.ends:
        begins = datetime.combine(pool.begins, time(), UTC) if pool.begins else datetime.min.replace(tzinfo=UTC)
        last = pool.ends or date.max  # after which there is no day
        ends = datetime.combine(last, time(), UTC) + DAY if last < date.max else time_control.FOREVER
        season = begins, ends
    return Terms(pool.days, pool.shortest * DAY, season)


def _since(terms: Terms, now: datetime) -> datetime:
    """Return the moment from which vacations matter: none that ended before it counts.

    With yearly terms that is before last year began, since a vacation may count as longer than it was.
    """
    if terms.season is not None:
        return terms.season[0]
    last_year, _ = year_of(year_of(now)[0] - DAY)
    return last_year - terms.shortest


# -- noting a change -----------------------------------------------------------------------------------------------


def pauses_changed(player: User, now: datetime, where: Q | None = None) -> None:
    """Note on the player's clocks, or on those ``where`` says, that vacation, time zone or night has changed.

    Must run in the transaction of that change. No clock is judged before it has followed:
    ``matches.vacation.follow`` lets it do so at once, and the sweep within a minute.
    """
    seats = Seat.objects.filter(where or Q(), player=player, finished_at=None, pauses_changed_at=None)
    seats.update(pauses_changed_at=now)


def pool_changed(pool: VacationPool, now: datetime) -> None:
    """Note on clocks that a pool has changed: those that it pays for, of players on vacation or with one planned."""
    away = Vacation.objects.filter(player=OuterRef("player"), ends_at__gt=now)
    seats = Seat.objects.filter(Exists(away), match__vacation_pool=pool, finished_at=None, pauses_changed_at=None)
    seats.update(pauses_changed_at=now)
