from __future__ import annotations

import pytest
import time_machine

from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.kept import version_of
from tournaments.locking.log import Kind, note
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_it_stays_while_nothing_happens() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    assert version_of(event) == version_of(Event.objects.get(pk=event.pk))


def test_a_line_in_the_log_changes_it_even_while_the_clock_stands() -> None:
    with time_machine.travel("2026-03-01 12:00", tick=False):
        event = stored(FOUR, FOUR_NAMES)
        note(event, Kind.EVENT, "One.")
        before = version_of(Event.objects.get(pk=event.pk))
        note(event, Kind.EVENT, "Two.")
        assert version_of(Event.objects.get(pk=event.pk)) != before


def test_a_turn_in_one_of_its_matches_changes_it() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    before = version_of(event)
    match = Match.objects.get()
    seat = match.seats.get(asked_turn__isnull=False)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)

    after = version_of(event)
    assert after != before
    match.refresh_from_db()
    assert after.modified_at == match.last_turn_at
