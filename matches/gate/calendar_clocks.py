"""Follow the calendar: a changed vacation, time zone or night on a clock, and a turn that passes on for vacation."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from i18n.text import Text, say
from matches.clocks import outages, pauses, seat_clock
from matches.models import LogEntry, Seat
from matches.time_control.time_control import NOTHING, Pauses, Span
from matches.time_control.words import span

from . import lock
from .lock import lock_seat, transaction_with_retry
from .locked_match import LockedMatch


@transaction_with_retry
def follow_pauses(seat_id: int) -> LogEntry | None:
    """Work out again when a seat's clock is paused, after its player's vacation, time zone or night has changed."""
    found = lock_seat(seat_id)
    if found is None:
        return None
    locked_match, seat = found
    line = apply_pause_changes(locked_match, seat)
    if line is not None:  # a player who is away, or back, may pass the turn on or get it
        locked_match.move_on()
    lock.save(locked_match)
    return line


def apply_pause_changes(locked_match: LockedMatch, seat: Seat) -> LogEntry | None:
    """Apply a changed vacation, time zone or night, from the moment at which it changed.

    This waits while no sweep runs: the time that is given back afterwards counts from when the clock began to run.
    """
    if seat.pauses_changed_at is not None and outages.under_way_since(locked_match.now) is not None:
        return None
    changed_at, seat.pauses_changed_at = seat.pauses_changed_at, None
    if changed_at is None or locked_match.match.is_over:
        return None
    before = still_ahead(seat.loaded_pauses, changed_at)
    after = still_ahead(pauses.pauses_for(seat.player, locked_match.match), changed_at)
    if after == before:
        return None
    seat_clock.change_pauses(seat, after, changed_at)
    words = what_changed(before, after, changed_at)
    line = locked_match.log(LogEntry.Kind.PAUSES, seat, LogEntry.Via.SITE, words, about=seat)
    line.stamped_at = changed_at
    return line


def still_ahead(pauses: Pauses, moment: datetime) -> Pauses:
    """Return the pauses without the vacation that is over by then."""
    return replace(pauses, vacation=tuple(span for span in pauses.vacation if span[1] > moment))


def what_changed(before: Pauses, after: Pauses, at: datetime) -> Text:
    """Return in words what a player did to change these pauses at that moment.

    Both have only what was still ahead then.
    """
    if before.vacation == after.vacation:
        return say("Changed the time zone or night hours; the clock follows.")
    was_away, is_away = _current(before, at), _current(after, at)
    if was_away and not is_away:
        return say("Back from vacation: the clock is running again.")
    if is_away and was_away and is_away != was_away:
        return say("Changed the vacation: the clock is paused for %(time)s.", time=span(is_away[1] - at))
    if is_away and not was_away:
        return say("Went on vacation: the clock is paused for %(time)s.", time=span(is_away[1] - at))
    planned = sum((end - start for start, end in after.vacation if start > at), NOTHING)
    if not planned:
        return say("Cancelled the planned vacation.")
    return say("Planned a vacation: the clock will be paused for %(time)s.", time=span(planned))


def _current(pauses: Pauses, at: datetime) -> Span | None:
    return next((each for each in pauses.vacation if each[0] <= at < each[1]), None)


@transaction_with_retry
def pass_on(seat_id: int, number: int) -> bool | None:
    """Pass the turn of that number on, if the seat's player is on vacation and another is there.

    Return whether it was passed; ``None`` if another writer has the match, which is left for later.
    """
    found = lock_seat(seat_id, skip_locked=True)
    if found is None:
        return None
    locked_match, seat = found
    length = locked_match.match.log_length
    if seat.asked_turn == number:
        locked_match.move_on()
    if locked_match.match.log_length == length:
        return False
    lock.save(locked_match)
    return True
