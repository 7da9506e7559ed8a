"""Trying again: a transaction that changes one row is begun once more if another writer was in the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from django.db import IntegrityError, OperationalError, transaction

R = TypeVar("R")
Obstacle = Literal["stale", "busy"]

_DEADLOCK = "40P01"
_LOCKED_OUT = frozenset({"55P03", _DEADLOCK, "40001"})  # lock_not_available, deadlock_detected, serialization_failure


class StaleWrite(Exception):
    """Another writer changed the row after it was read and before it was written."""


class Deadlock(Exception):
    """A deadlock, which PostgreSQL ended by making this transaction fail.

    Each of two waited for what the other held. ``take`` takes what this one waited for.
    """

    def __init__(self, take: Callable[[], object]) -> None:
        super().__init__()
        self.take = take


def try_twice(act: Callable[[], R], refused: Callable[[Obstacle], Exception], *, leaves_deadlocks: bool = False) -> R:
    """Run ``act`` in a transaction, and once more if another writer was in the way the first time.

    Each run does all of it or nothing. Raises what ``refused`` makes of an obstacle that is still there.

    A deadlock met by an act within this one ends only when this one lets go of its row, too, so all of it is done
    again. An inner act that ``leaves_deadlocks`` passes one to the outermost act at once, which then takes the row in
    question before its own, in the same order as the other transaction.
    """
    try:
        return _attempt(act)
    except Exception as error:
        if _obstacle(error) is None and not is_deadlock(error.__cause__):
            raise
        deadlock = next((each for each in (error, error.__cause__) if isinstance(each, Deadlock)), None)
        if deadlock and leaves_deadlocks and transaction.get_connection().in_atomic_block:
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
    is_busy = isinstance(error, Deadlock) or (isinstance(error, OperationalError) and is_locked_out(error))
    return "busy" if is_busy else None


def is_locked_out(error: OperationalError) -> bool:
    """Return whether the error means that a lock couldn't be had.

    That is a lock waited for too long or a deadlock (by PostgreSQL's SQLSTATE), or SQLite's one writer.
    """
    return getattr(error.__cause__, "sqlstate", None) in _LOCKED_OUT or "database is locked" in str(error)


def is_deadlock(error: BaseException | None) -> bool:
    """Return whether the error is a deadlock, whether the database raised it or an act within has found it."""
    return isinstance(error, Deadlock) or (
        isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) == _DEADLOCK
    )
