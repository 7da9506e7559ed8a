"""The transaction in which a match is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError, OperationalError, transaction

from engine.said import say

from .refusal import Refused
from .table import Overtaken, Table

T = TypeVar("T")
_DEADLOCK = "40P01"
_LOCKED_OUT = frozenset({"55P03", _DEADLOCK, "40001"})  # lock_not_available, deadlock_detected, serialization_failure


def decide(match_id: int, act: Callable[[Table], T], *, skip_locked: bool = False) -> T | None:
    """Run ``act`` on the locked match, all of it or nothing, and once more if somebody was in the way the first time.

    ``None`` when the match is not there, or is locked and ``skip_locked`` says not to wait. Raises ``Refused``.
    """
    try:
        return _attempt(match_id, act, skip_locked)
    except (Overtaken, IntegrityError):
        pass
    except OperationalError as error:
        if not is_locked_out(error):
            raise
    try:
        return _attempt(match_id, act, skip_locked)
    except (Overtaken, IntegrityError) as error:
        raise Refused(say("The match changed while this was on its way; look at it again."), "stale") from error
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        busy = say("The match is busy at this moment; nothing was lost, please send it again.")
        raise Refused(busy, "busy") from error


def _attempt(match_id: int, act: Callable[[Table], T], skip_locked: bool) -> T | None:
    with transaction.atomic():
        table = Table.open(match_id, skip_locked=skip_locked)
        return None if table is None else act(table)


def is_locked_out(error: OperationalError) -> bool:
    """A lock waited for too long or a deadlock (by PostgreSQL's SQLSTATE), or SQLite's one writer."""
    return getattr(error.__cause__, "sqlstate", None) in _LOCKED_OUT or "database is locked" in str(error)


def is_deadlock(error: BaseException | None) -> bool:
    """Each of two waited for what the other held, and PostgreSQL has ended the waiting of this one."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) == _DEADLOCK
