"""Storing a locked match that was changed: the match, its seats, the new lines, and the emails about it as rows.

A match is saved only if its log is as long as when it was read: this guard holds even if the database has no row locks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from jobs.try_twice import StaleWrite
from matches.clocks import seat_clock
from matches.live.change_tokens import announce_change
from matches.mails import causes
from matches.models import ConditionalTurns, LogEntry, Match, Seat

from .locked_match import AsRead, LockedMatch

_MOVED_BY_OUTAGES = ("bank", "running_since", "deadline")


def save(*locked_matches: LockedMatch) -> None:
    """Write everything that changed. Raises ``StaleWrite``; the caller then has to give up its transaction."""
    for each in locked_matches:
        _save_match(each)
        _save_seats(each)
    LogEntry.objects.bulk_create(line for each in locked_matches for line in _timed_lines(each))
    if no_longer_ahead := [seat for each in locked_matches for seat in _no_longer_ahead(each)]:
        ConditionalTurns.objects.filter(seat__in=no_longer_ahead).delete()
    causes.queue_news(news for each in locked_matches for news in each.news)
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

    ``pauses_changed_at`` may have been set meanwhile, since no lock here prevents that. Nor does one keep off the end
    of an outage, so a clock that it has moved isn't written over.
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
