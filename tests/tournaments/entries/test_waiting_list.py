"""The waiting list."""

from __future__ import annotations

from functools import partial

import pytest

from tests.support.concurrently import at_once
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tournaments.entries import enter, waiting_list
from tournaments.entries.withdrawals import withdraw
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
Status = Entry.Status


def full(places: int = 1) -> Event:
    event: Event = EventFactory(places=places)
    EntryFactory.create_batch(places, event=event)
    return event


def waiting(event: Event, count: int) -> list[Entry]:
    return [enter.enter(event, UserFactory()) for _ in range(count)]


def statuses(entries: list[Entry]) -> list[str]:
    return [Entry.objects.get(pk=entry.pk).status for entry in entries]


def test_they_stand_in_the_order_in_which_they_came() -> None:
    assert [waiting_list.place_of(entry) for entry in waiting(full(), 3)] == [1, 2, 3]


def test_more_places_are_given_to_who_has_waited_longest() -> None:
    event = full()
    entries = waiting(event, 3)
    Event.objects.update(places=3)
    assert waiting_list.fill_all() == 2
    assert statuses(entries) == [Status.ENTERED, Status.ENTERED, Status.WAITING]
    assert waiting_list.fill_all() == 0


def test_without_a_limit_nobody_waits() -> None:
    entries = waiting(full(), 2)
    Event.objects.update(places=None)
    assert waiting_list.fill_all() == 2
    assert statuses(entries) == [Status.ENTERED] * 2


def test_nobody_moves_up_once_the_event_runs() -> None:
    event = full()
    entries = waiting(event, 1)
    Event.objects.update(stage=Event.Stage.RUNNING, places=5)
    assert waiting_list.fill_all() == 0
    assert statuses(entries) == [Status.WAITING]


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_given_once() -> None:
    event = EventFactory(places=1)
    entered = at_once(*(partial(enter.enter, event, UserFactory()) for _ in range(4)))
    assert sorted(entry.status for entry in entered) == [Status.ENTERED, *[Status.WAITING] * 3]


@pytest.mark.django_db(transaction=True)
def test_one_place_that_becomes_free_is_given_to_one() -> None:
    event = full(2)
    leaver = event.entries.first()
    assert leaver is not None
    entries = waiting(event, 2)
    at_once(partial(withdraw.withdraw, leaver, by=leaver.player), waiting_list.fill_all)
    assert statuses(entries) == [Status.ENTERED, Status.WAITING]
