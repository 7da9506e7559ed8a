"""Locking: how one writer at a time changes a match.

An act is a function under ``transaction_with_retry``. It locks the match by one of the functions below, checks, lets
the game judge, appends to the log, and saves (``store``): all of it or nothing. Whatever is refused leaves nothing
behind, and sending the same thing twice is harmless: the second time answers with what the first time wrote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db.models import QuerySet

from i18n.text import say
from jobs.try_twice import Obstacle, try_twice
from matches.gate.refused import MatchRefused
from matches.models import Match, Seat
from timekeeping import clock

from .locked_match import LockedMatch

P = ParamSpec("P")
R = TypeVar("R")


def transaction_with_retry(act: Callable[P, R]) -> Callable[P, R]:
    """Run the act in a transaction; if another writer was in the way, run it once more.

    An act may have no effect outside the database. Raises ``MatchRefused`` if a writer is still in the way.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        return try_twice(lambda: act(*args, **kwargs), _refused)

    return run


def _refused(obstacle: Obstacle) -> MatchRefused:
    if obstacle == "stale":
        return MatchRefused(say("The match has just changed. Check it again."), "stale")
    return MatchRefused(say("The match is busy just now. Please send it again."), "busy")


# -- locking: in a transaction, until whose end the row stays locked --------------------------------------------------


def lock_match(match: Match) -> LockedMatch:
    """Lock the match, and return it as it is now. Raises ``MatchRefused`` if it no longer exists."""
    return _or_gone(_lock(match.pk))


def lock_own_seat(seat: Seat) -> tuple[LockedMatch, Seat]:
    """Lock the seat's match for the player who had the seat when it was read; return match and seat as they are now.

    Raises ``MatchRefused`` if the match no longer exists, or another player has taken the seat over.
    """
    locked_match = _or_gone(_lock(seat.match_id))
    for each in locked_match.seats:
        if (each.pk, each.player_id) == (seat.pk, seat.player_id):
            return locked_match, each
    raise _taken_over()


def lock_seat_of_player(match_id: int, player_id: int) -> tuple[LockedMatch, Seat]:
    """Lock the match, and return it with the player's seat: the one that is asked, if the player has several.

    Raises ``MatchRefused`` if the match no longer exists, or the player has no seat in it.
    """
    locked_match = _or_gone(_lock(match_id))
    own = [seat for seat in locked_match.seats if seat.player_id == player_id]
    if not own:
        raise _taken_over()
    return locked_match, min(own, key=lambda seat: seat.asked_turn is None)


def _taken_over() -> MatchRefused:
    return MatchRefused(say("Another player has taken over this place."), "stale")


def lock_seat(seat_id: int, *, skip_locked: bool = False) -> tuple[LockedMatch, Seat] | None:
    """Lock the seat's match, whoever has the seat; return the match and the seat as they are now.

    ``None`` if the seat no longer exists, or if another writer has the match and ``skip_locked`` says not to wait.
    """
    match_id = Seat.objects.filter(pk=seat_id).values_list("match_id", flat=True).first()
    locked_match = None if match_id is None else _lock(match_id, skip_locked=skip_locked)
    return None if locked_match is None else (locked_match, locked_match.seat(seat_id))


def lock_free_matches(match_ids: Iterable[int]) -> list[LockedMatch]:
    """Lock the matches that no other writer has, and return them as they are at one moment."""
    matches = list(Match.objects.select_for_update(no_key=True, skip_locked=True).filter(pk__in=match_ids))
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in _seats(matches):
        seats[seat.match_id].append(seat)
    now = clock.now()
    return [LockedMatch(match, now, seats[match.pk]) for match in matches]


def _lock(match_id: int, *, skip_locked: bool = False) -> LockedMatch | None:
    match = Match.objects.select_for_update(no_key=True, skip_locked=skip_locked).filter(pk=match_id).first()
    if match is None:
        return None
    seats = list(_seats([match]).annotate(read_at=clock.ClockTimestamp()))
    return LockedMatch(match, clock.time_of(seats[0].read_at), seats)


def _or_gone(locked_match: LockedMatch | None) -> LockedMatch:
    if locked_match is None:
        raise MatchRefused(say("This match no longer exists."), "over")
    return locked_match


def _seats(matches: Iterable[Match]) -> QuerySet[Seat]:
    return Seat.objects.filter(match__in=matches).select_related("player").order_by()
