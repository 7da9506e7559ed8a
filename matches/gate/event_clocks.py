"""Stop, start or add to the clocks of a match with all others of its event.

``act`` is the number of what is done to all of them; it is done to a match once.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from i18n.text import say
from matches.clocks import seat_clock
from matches.models import LogEntry, Match
from matches.time_control.words import span

from . import lock
from .lock import lock_match, transaction_with_retry
from .locked_match import LockedMatch

Kind = LogEntry.Kind


@transaction_with_retry
def stop_all(match: Match, act: int, at: datetime, reason: str) -> LogEntry | None:
    """Stop the match's clocks with all others of its event, as of that moment; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    locked_match.match.all_stopped = True
    for seat in locked_match.seats:
        seat_clock.stop_with_all(seat, at)
    words = say("All clocks of the event were paused. Reason: %(reason)s", reason=reason)
    line = locked_match.log(Kind.CLOCK_STOPPED, None, LogEntry.Via.HOST, words)
    line.stamped_at = at
    lock.save(locked_match)
    return line


@transaction_with_retry
def start_all(match: Match, act: int, reason: str) -> LogEntry | None:
    """Start the clocks that were stopped with all others of the event; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    locked_match.match.all_stopped = False
    for seat in locked_match.seats:
        seat_clock.start_with_all(seat, locked_match.now)
    words = say("The clocks of the event were started again. Reason: %(reason)s", reason=reason)
    line = locked_match.log(Kind.CLOCK_STARTED, None, LogEntry.Via.HOST, words)
    lock.save(locked_match)
    return line


@transaction_with_retry
def add_to_all(match: Match, act: int, amount: timedelta, reason: str) -> LogEntry | None:
    """Add time to the running clocks, as to all others of the event; ``None`` if that has been done."""
    locked_match = lock_match(match)
    if not _begin_event_act(locked_match, act):
        return None
    for seat in locked_match.seats:
        seat_clock.give_with_all(seat, amount, locked_match.now)
    words = say(
        "The organisers added %(time)s to all running clocks of the event. Reason: %(reason)s",
        time=span(amount),
        reason=reason,
    )
    line = locked_match.log(Kind.TIME_GIVEN, None, LogEntry.Via.HOST, words, amount=amount)
    lock.save(locked_match)
    return line


def _begin_event_act(locked_match: LockedMatch, act: int) -> bool:
    """Note that the act has reached this match; return whether it must be done: never twice, nor once it is over."""
    if locked_match.match.is_over or locked_match.match.clock_act >= act:
        return False
    locked_match.match.clock_act = act
    return True
