"""Locking a match and saving it: how one writer at a time changes it, all of it or nothing.

An act is a function under ``transaction_with_retry``. It locks the match by one of the functions below, checks, lets
the game judge, appends to the log, and saves. Whatever is refused leaves nothing behind, and sending the same thing
twice is harmless: the second time answers with what the first time wrote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db.models import QuerySet

from i18n.text import say
from jobs.try_twice import Obstacle, StaleWrite, try_twice
from matches import hooks
from matches.clocks import seat_clock
from matches.live.change_tokens import announce_change
from matches.mails import causes
from matches.models import ConditionalTurns, LogEntry, Match, Seat
from timekeeping import clock

from .locked_match import AsRead, LockedMatch
from .refused import MatchRefused

P = ParamSpec("P")
R = TypeVar("R")

_MOVED_BY_OUTAGES = ("bank", "running_since", "deadline")


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


# -- saving -----------------------------------------------------------------------------------------------------------


def save(*locked_matches: LockedMatch) -> None:
    """Write everything that changed: the matches, their seats, the new lines, and the emails about them as rows.

    A match is saved only if its log is as long as when it was read: this guard holds even if the database has no row
    locks. Raises ``StaleWrite``; the caller then has to give up its transaction.
    """
    for each in locked_matches:
        _save_match(each)
        _save_seats(each)
    LogEntry.objects.bulk_create(line for each in locked_matches for line in _timed_lines(each))
    if no_longer_ahead := [seat for each in locked_matches for seat in _no_longer_ahead(each)]:
        ConditionalTurns.objects.filter(seat__in=no_longer_ahead).delete()
    news = [news for each in locked_matches for news in each.news]
    for told in news:
        if told.kind == "your_turn":
            hooks.turn_asked.send(None, seat=told.seat, is_at_it=told.is_at_it)
    causes.queue_news(news)
    for each in locked_matches:
        each.lines, each.news = [], []
        each.as_read = AsRead.of(each.match, each.seats)
        announce_change(each.match.pk, [seat.player_id for seat in each.seats])


def _save_match(locked_match: LockedMatch) -> None:
    match, lines, before = locked_match.match, locked_match.lines, locked_match.as_read
    match.state = lines[-1].state if lines else locked_match.game.dump(locked_match.state)
    changed = _changed(match, before.match)
    unchanged = Match.objects.filter(pk=match.pk, log_length=before.log_length)
    if not unchanged.update(state=match.state, **changed):
        raise StaleWrite


def _save_seats(locked_match: LockedMatch) -> None:
    """Write only the fields that have changed. Raises ``StaleWrite``.

    Two things may change a seat although the match is locked: ``pauses_changed_at`` may be set, and the end of an
    outage may move a clock, which isn't written over then.
    """
    for seat, before in zip(locked_match.seats, locked_match.as_read.seats, strict=True):
        if changed := _changed(seat, before):
            unmoved = Seat.objects.filter(pk=seat.pk, **{field: before[field] for field in _MOVED_BY_OUTAGES})
            if not unmoved.update(**changed):
                raise StaleWrite


def _changed(row: Match | Seat, before: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields whose values have changed."""
    return {field: getattr(row, field) for field, value in before.items() if getattr(row, field) != value}


def _timed_lines(locked_match: LockedMatch) -> list[LogEntry]:
    clocks_now = seat_clock.dump(locked_match.seats)
    for line in locked_match.lines:
        line.clocks = clocks_now
    return locked_match.lines


def _no_longer_ahead(locked_match: LockedMatch) -> Iterable[Seat]:
    for seat, before in zip(locked_match.seats, locked_match.as_read.seats, strict=True):
        if before["ahead"] == Seat.Ahead.SET and seat.ahead != Seat.Ahead.SET:
            yield seat
