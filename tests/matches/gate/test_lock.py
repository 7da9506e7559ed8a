"""Guards that hold without row locks, and what is done when they strike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, OperationalError
from django.utils import timezone

from jobs.try_twice import StaleWrite
from matches.gate import lock, turns
from matches.gate.lock import lock_match
from matches.gate.locked_match import LockedMatch
from matches.models import LogEntry, Match, Seat
from tests.support.locked_out import locked_out
from tests.support.matches import SITE, refusal, submit


def _read(match: Match) -> LockedMatch:
    """As where the database has no row locks."""
    return lock_match(match)


def test_a_match_that_changed_since_it_was_read_is_not_overwritten(toy_match: Match, second: Seat) -> None:
    late = _read(toy_match)
    submit(second, "pick 2")
    with pytest.raises(StaleWrite):
        lock.save(late)


def test_a_clock_that_was_moved_since_it_was_read_is_not_written_over(toy_match: Match, first: Seat) -> None:
    """As an outage does that has just ended: it takes no lock of a match."""
    late = _read(toy_match)
    moved = timezone.now() + timedelta(days=9)
    Seat.objects.filter(pk=first.pk).update(deadline=moved)
    late.close_request(late.seat(first.pk), timezone.now())
    with pytest.raises(StaleWrite):
        lock.save(late)
    first.refresh_from_db()
    assert first.deadline == moved


def test_vacation_that_is_taken_meanwhile_is_not_forgotten(toy_match: Match, first: Seat, second: Seat) -> None:
    """The player's clock is written for another reason, and still follows the vacation afterwards."""
    late = _read(toy_match)
    changed_at = timezone.now()
    Seat.objects.filter(pk=first.pk).update(pauses_changed_at=changed_at)
    late.close_request(late.seat(first.pk), timezone.now())
    lock.save(late)
    first.refresh_from_db()
    assert (first.asked_turn, first.pauses_changed_at) == (None, changed_at)


def test_it_looks_again_when_it_was_overtaken(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[int] = []
    real = lock.save

    def save(locked_match: LockedMatch) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise StaleWrite
        real(locked_match)

    monkeypatch.setattr(lock, "save", save)
    assert submit(first, "pick 4").index == 0
    assert len(tries) == 2
    assert LogEntry.objects.count() == 1


def test_it_gives_up_after_being_overtaken_twice(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(locked_match: LockedMatch) -> None:
        raise StaleWrite

    monkeypatch.setattr(lock, "save", save)
    assert refusal(first, 1, "pick 4").code == "stale"
    assert LogEntry.objects.count() == 0


def test_a_lock_that_does_not_come_free_is_said_in_words(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(locked_match: LockedMatch) -> None:
        raise locked_out()

    monkeypatch.setattr(lock, "save", save)
    refused = refusal(first, 1, "pick 4")
    assert (refused.code, refused.status) == ("busy", 503)


def test_a_database_that_is_down_is_not_explained_away(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(locked_match: LockedMatch) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(lock, "save", save)
    with pytest.raises(OperationalError):
        turns.submit_turn(first, 1, "pick 4", SITE)


def test_another_writers_row_is_told_as_a_change_of_the_match(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(locked_match: LockedMatch) -> None:
        locked_match.match.log.bulk_create([_line(locked_match), _line(locked_match)])

    monkeypatch.setattr(lock, "save", save)
    assert refusal(first, 1, "pick 4").code == "stale"


def test_a_column_that_the_code_left_empty_is_not_explained_away(first: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(locked_match: LockedMatch) -> None:
        line = _line(locked_match)
        line.at = None  # type: ignore[assignment]
        line.save()

    monkeypatch.setattr(lock, "save", save)
    with pytest.raises(IntegrityError):
        turns.submit_turn(first, 1, "pick 4", SITE)


def _line(locked_match: LockedMatch) -> LogEntry:
    return LogEntry(match=locked_match.match, index=9, kind=LogEntry.Kind.SAID, via=SITE, state={})
