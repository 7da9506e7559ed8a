from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
import time_machine
from django.db import transaction

from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.factories import EntryFactory
from tests.support.marked_changes import Watch
from tests.support.patience import PATIENCE
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.entries.pairing_numbers import give_numbers
from tournaments.locking.kept import VersionedCache, mark_changed, version_of
from tournaments.locking.log import Kind, note
from tournaments.models import Entry, Event

# -- the version -----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_version_stays_while_nothing_happens() -> None:
    event = stored(FOUR, FOUR_NAMES, with_matches=True)
    assert version_of(event) == version_of(Event.objects.get(pk=event.pk))


@pytest.mark.django_db
def test_a_line_in_the_log_changes_it_even_while_the_clock_stands() -> None:
    with time_machine.travel("2026-03-01 12:00", tick=False):
        event = stored(FOUR, FOUR_NAMES)
        note(event, Kind.EVENT, "One.")
        before = version_of(Event.objects.get(pk=event.pk))
        note(event, Kind.EVENT, "Two.")
        assert version_of(Event.objects.get(pk=event.pk)) != before


@pytest.mark.django_db
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


@pytest.mark.django_db
def test_who_forgets_to_mark_a_change_is_found(changes_are_marked: Watch) -> None:
    entry: Entry = EntryFactory()
    give_numbers([entry])
    assert {told.partition(" ")[0] for told in changes_are_marked.forgotten} == {
        "tournaments/entries/pairing_numbers.py:give_numbers:"
    }
    changes_are_marked.forget()
    for mark in (lambda: mark_changed(entry.event_id), lambda: note(entry.event, Kind.ENTRY, "Numbered.")):
        _number_and(entry, mark)
    assert changes_are_marked.forgotten == []


@transaction.atomic
def _number_and(entry: Entry, mark: Callable[[], object]) -> None:
    """In one transaction, as an act of the site does."""
    give_numbers([entry])
    mark()


# -- the cache -------------------------------------------------------------------------------------------------------


class Maker:
    """Counts how often it was asked to make something."""

    def __init__(self, wait: Callable[[], object] = lambda: None) -> None:
        self.made = 0
        self.wait = wait

    def __call__(self) -> int:
        self.wait()
        self.made += 1
        return self.made


def test_it_makes_a_value_once() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()

    assert [kept.get("a", 1, make) for _ in range(5)] == [1] * 5


def test_it_makes_a_new_value_for_a_new_version() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()

    assert [kept.get("a", version, make) for version in (1, 1, 2, 2)] == [1, 1, 2, 2]


def test_it_makes_a_value_again_when_it_is_old() -> None:
    now = 100.0
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60, clock=lambda: now)
    make = Maker()
    kept.get("a", 1, make)
    now = 159.0
    assert kept.get("a", 1, make) == 1
    now = 161.0
    assert kept.get("a", 1, make) == 2


def test_it_forgets_what_was_asked_for_least_lately() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()
    for key in ("a", "b", "a", "c"):
        kept.get(key, 1, make)

    assert make.made == 3
    kept.get("a", 1, make)
    assert make.made == 3
    kept.get("b", 1, make)
    assert make.made == 4


def test_a_crowd_that_comes_at_once_waits_for_one() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    here = threading.Event()
    make = Maker(lambda: here.wait(PATIENCE))
    found: list[int] = []
    crowd = [threading.Thread(target=lambda: found.append(kept.get("a", 1, make))) for _ in range(8)]
    for each in crowd:
        each.start()
    here.set()
    for each in crowd:
        each.join()

    assert found == [1] * 8


def test_one_value_does_not_wait_for_another() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    here, found = threading.Event(), []
    slow = threading.Thread(target=lambda: kept.get("slow", 1, Maker(lambda: here.wait(PATIENCE))))
    slow.start()
    found.append(kept.get("quick", 1, Maker()))
    assert slow.is_alive()
    here.set()
    slow.join()

    assert found == [1]


def test_a_value_that_cannot_be_made_is_tried_again() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)

    def fail() -> int:
        raise ValueError("not now")

    with pytest.raises(ValueError, match="not now"):
        kept.get("a", 1, fail)
    assert kept.get("a", 1, Maker()) == 1


def test_all_can_be_emptied() -> None:
    kept: VersionedCache[int] = VersionedCache(size=2, seconds=60)
    make = Maker()
    kept.get("a", 1, make)
    VersionedCache.empty_all()

    assert kept.get("a", 1, make) == 2
