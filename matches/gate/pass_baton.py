"""Passing a turn to the next player, because vacation has begun or ended while it was asked for."""

from __future__ import annotations

from . import lock
from .lock import lock_seat, transaction_with_retry


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
