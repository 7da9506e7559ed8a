"""A club's webhooks hear of everything in it."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from fortify_site.api.models import Webhook
from fortify_site.api.webhooks import deliveries
from tests.support.clubs import owner_of
from tests.support.factories import ClubFactory, EventFactory, UserFactory
from tournaments.locking.log import note
from tournaments.locking.webhook_events import WebhookEvent
from tournaments.models import Club, Event, LogLine

from .delivered import Status, data_of, mailed, publish, state
from .receiver import Receiver


def test_a_clubs_webhook_hears_of_every_event_of_the_club_and_of_no_other(
    event: Event, club: Club, of_club: Webhook, receiver: Receiver
) -> None:
    other: Event = EventFactory(club=club, name="Autumn Cup")
    for each in (event, other, EventFactory(), EventFactory(club=ClubFactory())):
        note(each, LogLine.Kind.RESULT, "Somebody won.")
    deliveries.deliver_due()
    told_of = [(each["event"]["name"], each["event"]["club"]) for each in data_of(receiver, "table.changed")]
    assert told_of == [("Spring Cup", "tower"), ("Autumn Cup", "tower")]


def test_an_events_webhook_and_its_clubs_hear_of_the_same(
    event: Event, webhook: Webhook, of_club: Webhook, receiver: Receiver
) -> None:
    publish(event)
    assert state(webhook) == state(of_club) == [("round.published", "queued"), ("table.changed", "queued")]


def test_tables_of_two_events_do_not_overtake_each_other(
    event: Event, club: Club, of_club: Webhook, receiver: Receiver
) -> None:
    other: Event = EventFactory(club=club)
    for each in (event, other, event):
        note(each, LogLine.Kind.RESULT, "Somebody won.")
    deliveries.deliver_due()
    assert {each["event"]["id"] for each in data_of(receiver, "table.changed")} == {event.pk, other.pk}
    assert [status for _, status in state(of_club)] == [Status.DROPPED, Status.SENT, Status.SENT]


def test_all_who_run_the_club_are_told_where_its_maker_left(of_club: Webhook, club: Club, receiver: Receiver) -> None:
    owner = owner_of(club)
    Webhook.objects.update(made_by=UserFactory())
    receiver.status = 410
    deliveries.write_deliveries(EventFactory(club=club), WebhookEvent.TABLE_CHANGED, {})
    deliveries.deliver_due()
    assert mailed() == [(owner.email, "Webhook switched off: Tower")]


def test_a_webhook_is_either_an_events_or_a_clubs() -> None:
    for whose in ({}, {"event": EventFactory(), "club": ClubFactory()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Webhook.objects.create(**whose, url="https://club.example/")
