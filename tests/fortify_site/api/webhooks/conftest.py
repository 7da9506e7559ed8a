"""A program that is told of an event, and of a club."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from fortify_site.api.models import Webhook
from fortify_site.api.webhooks import owners
from tests.support import running_events
from tests.support.clubs import club_of, owner_of
from tournaments.models import Club, Event

from .delivered import ALL
from .receiver import Receiver, listening


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    settings.WEBHOOKS_ANYWHERE = True
    with listening() as found:
        yield found


@pytest.fixture
def event(db: None) -> Event:
    """With round 1 drafted, and no one told of anything yet."""
    return running_events.begun(4, name="Spring Cup", publishes_itself=False)


@pytest.fixture
def webhook(event: Event, receiver: Receiver) -> Webhook:
    return owners.add_webhook(event, receiver.url, ALL, by=running_events.organiser_of(event))


@pytest.fixture
def club(event: Event) -> Club:
    """Whose event it is, with an owner."""
    found = club_of(name="Tower", slug="tower")
    Event.objects.filter(pk=event.pk).update(club=found)
    event.refresh_from_db()
    return found


@pytest.fixture
def of_club(club: Club, receiver: Receiver) -> Webhook:
    return owners.add_webhook(club, receiver.url, ALL, by=owner_of(club))
