"""The email that says that the end of an event or a season was moved, queued in the transaction of its cause."""

from __future__ import annotations

from timekeeping import clock
from tournaments.locking.scope import Scope
from tournaments.mails.all_players import tell_all_players

KIND = "event_end_moved"


def end_moved(scope: Scope, was: str, reason: str) -> None:
    """Queue "the end was moved" to all players. ``was`` is the end before (``Scope.end_key``)."""
    about = {"ends_at": scope.end_key, "was": was, "reason": reason}
    tell_all_players(KIND, scope, about, once=f"{scope.thread}:{clock.now().isoformat()}")
