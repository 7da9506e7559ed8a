"""A turn that passes to the next player, since leave has begun or ended while it was asked for."""

from __future__ import annotations

from matches.models import Seat

from .lock.locked_match import LockedMatch
from .lock.locking import locked_unless_busy


@locked_unless_busy
def pass_on(locked_match: LockedMatch, seat: Seat, number: int) -> bool | None:
    """Pass the turn of that number on, if the seat's player is on leave and another is there: whether it was. ``None``
    where another writer has the match, which is left for later."""
    length = locked_match.match.log_length
    if seat.number == number:
        locked_match.move_on()
    if locked_match.match.log_length == length:
        return False
    locked_match.save()
    return True
