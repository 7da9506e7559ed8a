"""Locking: how one writer at a time changes a match, or another row.

An act on a match is a function of the locked match, under one of the decorators below: it checks, lets the game judge,
appends to the log and saves, all of it or nothing. Whatever is refused leaves nothing behind, and sending the same
thing twice is harmless: the second time answers with what the first time wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Concatenate, Literal, NoReturn, ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, transaction

from i18n.text import say
from matches.gate.refused import Refused
from matches.mails import queue
from matches.models import Match, Seat

from .locked_match import LockedMatch, SeatOf, StaleWrite

P = ParamSpec("P")
R = TypeVar("R")
Obstacle = Literal["stale", "busy"]

_DEADLOCK = "40P01"
_LOCKED_OUT = frozenset({"55P03", _DEADLOCK, "40001"})  # lock_not_available, deadlock_detected, serialization_failure


# -- acts on a match ---------------------------------------------------------------------------------------------------


def locked(act: Callable[Concatenate[LockedMatch, P], R]) -> Callable[Concatenate[Match, P], R]:
    """Call the act with a match, which it gets locked."""

    @wraps(act)
    def run(match: Match, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return with_locked_match(match.pk, lambda locked_match: act(locked_match, *args, **kwargs), _refuse_gone)

    return run


def locked_for_seat(act: Callable[Concatenate[LockedMatch, Seat, P], R]) -> Callable[Concatenate[Seat | SeatOf, P], R]:
    """Call the act with a seat: it gets the match locked, and the seat as it is now, if it is still the same player's.
    Raises ``Refused`` where another has taken it over."""

    @wraps(act)
    def run(seat: Seat | SeatOf, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return with_locked_match(
            seat.match_id, lambda locked_match: act(locked_match, locked_match.own(seat), *args, **kwargs), _refuse_gone
        )

    return run


def locked_by_seat_id(
    act: Callable[Concatenate[LockedMatch, Seat, P], R | None],
) -> Callable[Concatenate[int, P], R | None]:
    """Call the act with a seat's id, whoever has the seat. ``None`` once there is none."""
    return _by_seat_id(act, skip_locked=False)


def locked_unless_busy(
    act: Callable[Concatenate[LockedMatch, Seat, P], R | None],
) -> Callable[Concatenate[int, P], R | None]:
    """Call the act with a seat's id; ``None``, with nothing done, also where another writer has the match."""
    return _by_seat_id(act, skip_locked=True)


def _by_seat_id(
    act: Callable[Concatenate[LockedMatch, Seat, P], R | None], *, skip_locked: bool
) -> Callable[Concatenate[int, P], R | None]:
    @wraps(act)
    def run(seat_id: int, /, *args: P.args, **kwargs: P.kwargs) -> R | None:
        match_id = Seat.objects.filter(pk=seat_id).values_list("match_id", flat=True).first()
        if match_id is None:
            return None
        return with_locked_match(
            match_id,
            lambda locked_match: act(locked_match, locked_match.seat(seat_id), *args, **kwargs),
            lambda: None,
            skip_locked,
        )

    return run


def with_locked_match(
    match_id: int, act: Callable[[LockedMatch], R], if_gone: Callable[[], R], skip_locked: bool = False
) -> R:
    """Run ``act`` on the locked match; ``if_gone`` where there is none, or where another has it and ``skip_locked``
    says not to wait. Raises ``Refused``."""

    def attempt() -> R:
        locked_match = LockedMatch.lock(match_id, skip_locked=skip_locked)
        if locked_match is None:
            return if_gone()
        result = act(locked_match)
        queue.queue_news(locked_match.news)
        return result

    return try_twice(attempt, _refused)


@transaction.atomic
def with_free_matches(match_ids: Iterable[int], act: Callable[[list[LockedMatch]], R]) -> R:
    """Run ``act`` on those of the matches that no other writer has, all locked: all of it or nothing, and once."""
    locked_matches = LockedMatch.lock_free(match_ids)
    result = act(locked_matches)
    queue.queue_news(news for locked_match in locked_matches for news in locked_match.news)
    return result


def _refuse_gone() -> NoReturn:
    raise Refused(say("This match no longer exists."), "over")


def _refused(obstacle: Obstacle) -> Refused:
    if obstacle == "stale":
        return Refused(say("The match has just changed. Check it again."), "stale")
    return Refused(say("The match is busy just now. Please send it again."), "busy")


# -- any row -----------------------------------------------------------------------------------------------------------


class Deadlock(Exception):
    """Each of two waited for what the other held, and PostgreSQL has ended the waiting of this one. ``take`` takes what
    it waited for."""

    def __init__(self, take: Callable[[], object]) -> None:
        super().__init__()
        self.take = take


def try_twice(
    act: Callable[[], R], refused: Callable[[Obstacle], Exception], *, take: Callable[[], object] | None = None
) -> R:
    """Run ``act`` in a transaction, all of it or nothing, and once more if another writer was in the way the first
    time. Raises what ``refused`` makes of one that is still there.

    A deadlock met by an act within this one ends only when this one lets go of its row, too, so all of it is done
    again. ``take`` locks this one's row: where it is the inner one, it leaves its deadlock to the outermost at once,
    which takes that row before its own, and so in the other's order.
    """
    try:
        return _attempt(act)
    except Exception as error:
        if _obstacle(error) is None and not _is_deadlock(error.__cause__):
            raise
        deadlock = _deadlock(error, take)
        if deadlock and take and transaction.get_connection().in_atomic_block:
            raise refused("busy") from deadlock
    try:
        return _attempt(act, deadlock.take if deadlock else None)
    except Exception as error:
        if (obstacle := _obstacle(error)) is None:
            raise
        raise refused(obstacle) from error


@transaction.atomic
def _attempt(act: Callable[[], R], begin: Callable[[], object] | None = None) -> R:
    if begin:
        begin()
    return act()


def _obstacle(error: Exception) -> Obstacle | None:
    if isinstance(error, (StaleWrite, IntegrityError)):
        return "stale"
    return "busy" if isinstance(error, OperationalError) and is_locked_out(error) else None


def is_locked_out(error: OperationalError) -> bool:
    """A lock waited for too long or a deadlock (by PostgreSQL's SQLSTATE), or SQLite's one writer."""
    return getattr(error.__cause__, "sqlstate", None) in _LOCKED_OUT or "database is locked" in str(error)


def _deadlock(error: Exception, take: Callable[[], object] | None) -> Deadlock | None:
    """The one met here, by whoever was about to ``take`` a row, or within."""
    if isinstance(error.__cause__, Deadlock):
        return error.__cause__
    return Deadlock(take) if take and _is_deadlock(error) else None


def _is_deadlock(error: BaseException | None) -> bool:
    return isinstance(error, Deadlock) or (
        isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) == _DEADLOCK
    )
