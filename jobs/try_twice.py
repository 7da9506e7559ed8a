"""Transactions that are run once more if another writer was in the way."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Literal, TypeVar

from django.db import Error, IntegrityError, OperationalError, transaction

R = TypeVar("R")
Obstacle = Literal["stale", "busy"]

# By PostgreSQL's SQLSTATE, and by SQLite's extended or primary result code.
_DEADLOCK = "40P01"
_LOCKED_OUT = frozenset({"55P03", _DEADLOCK, "40001"})  # lock_not_available, deadlock_detected, serialization_failure
_SQLITE_LOCKED_OUT = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
# A row that another writer added first, or has deleted. Other constraints fail because of what the code wrote.
_OVERTAKEN = frozenset({"23505", "23503"})  # unique_violation, foreign_key_violation
_SQLITE_OVERTAKEN = frozenset(
    {
        sqlite3.SQLITE_CONSTRAINT_UNIQUE,
        sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
        sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY,
    }
)


class StaleWrite(Exception):
    """Raised if someone else changed the row between the reading and the writing."""


def try_twice(act: Callable[[], R], refused: Callable[[Obstacle], Exception]) -> R:
    """Run ``act`` in a transaction, and once more if another writer was in the way.

    If one is in the way again, the exception that ``refused`` makes of the obstacle is raised.
    """
    try:
        return transaction.atomic(act)()
    except Exception as error:
        if _obstacle(error) is None:
            raise
    return try_once(act, refused)


def try_once(act: Callable[[], R], refused: Callable[[Obstacle], Exception]) -> R:
    """Run ``act`` in a transaction.

    If another writer was in the way, the exception that ``refused`` makes of the obstacle is raised.
    """
    try:
        return transaction.atomic(act)()
    except Exception as error:
        if (obstacle := _obstacle(error)) is None:
            raise
        raise refused(obstacle) from error


def _obstacle(error: Exception) -> Obstacle | None:
    if isinstance(error, StaleWrite) or (isinstance(error, IntegrityError) and _is_overtaken(error)):
        return "stale"
    return "busy" if isinstance(error, OperationalError) and is_locked_out(error) else None


def _is_overtaken(error: IntegrityError) -> bool:
    return _sqlstate(error) in _OVERTAKEN or _sqlite_code(error) in _SQLITE_OVERTAKEN


def is_locked_out(error: OperationalError) -> bool:
    """Return whether a lock is to blame.

    Waiting for it took too long or led to a deadlock, or SQLite's one writer had it.
    """
    return _sqlstate(error) in _LOCKED_OUT or _sqlite_code(error) & 0xFF in _SQLITE_LOCKED_OUT


def is_deadlock(error: BaseException | None) -> bool:
    """Return whether PostgreSQL ended a deadlock by this error."""
    return isinstance(error, OperationalError) and _sqlstate(error) == _DEADLOCK


def _sqlstate(error: Error) -> str:
    return getattr(error.__cause__, "sqlstate", None) or ""


def _sqlite_code(error: Error) -> int:
    return getattr(error.__cause__, "sqlite_errorcode", 0)
