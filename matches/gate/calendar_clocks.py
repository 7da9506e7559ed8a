"""Follow the calendar: a changed vacation, time zone or night on a clock, and a turn that passes on for vacation."""

from __future__ import annotations

from matches.clocks import outages, seat_clock
from matches.models import LogEntry, Seat
from matches.vacation import pauses
from matches.vacation import words as vacation_words

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
    if line is not None:  # whoever is away or back now may have, or leave, the turn to others
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
    before = vacation_words.ahead(seat.loaded_pauses, changed_at)
    after = vacation_words.ahead(pauses.pauses_for(seat.player, locked_match.match), changed_at)
    if after == before:
        return None
    seat_clock.change_pauses(seat, after, changed_at)
    words = vacation_words.what_changed(before, after, changed_at)
    line = locked_match.log(LogEntry.Kind.PAUSES, seat, LogEntry.Via.SITE, words, about=seat)
    line.stamped_at = changed_at
    return line


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
