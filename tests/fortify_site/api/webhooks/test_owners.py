"""Organisers add and remove webhooks, and the log says so."""

from __future__ import annotations

import pytest
from django.utils import translation

from fortify_site.api.models import Webhook
from fortify_site.api.webhooks import deliveries, owners
from i18n.former_words import FORMER, Message
from tests.support.clubs import owner_of
from tests.support.factories import EventFactory, UserFactory
from tournaments.models import Club, Event

from .delivered import ALL
from .receiver import Receiver


def test_an_event_has_only_so_many(event: Event) -> None:
    organiser = UserFactory()
    for _ in range(owners.MOST_WEBHOOKS):
        owners.add_webhook(event, "https://club.example/", ALL, by=organiser)
    with pytest.raises(owners.TooManyWebhooks):
        owners.add_webhook(event, "https://club.example/", ALL, by=organiser)


def test_the_log_says_that_there_is_one_but_not_where(receiver: Receiver, db: None) -> None:
    event: Event = EventFactory()
    webhook = owners.add_webhook(event, receiver.url, ALL, by=UserFactory())
    owners.remove_webhook(webhook, by=UserFactory())
    assert [line.words for line in event.log.order_by("pk")] == [
        "A webhook was added: a program is told what happens in the event.",
        "A webhook was removed.",
    ]


def test_a_clubs_log_says_that_there_is_one_but_not_where(club: Club, of_club: Webhook) -> None:
    owners.remove_webhook(of_club, by=owner_of(club))
    assert [line.words for line in club.log.order_by("pk")] == [
        "A webhook was added: a program is told what happens in the club.",
        "A webhook was removed.",
    ]
    assert not Webhook.objects.exists()


def test_why_the_site_switched_it_off_is_said_in_the_readers_language_and_todays_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(FORMER, Message("Nothing came in there."), deliveries.GIVEN_UP)
    for stored in ("Nothing came in there.", deliveries.GIVEN_UP):
        with translation.override("de"):
            assert Webhook(off_words=stored).off_reason == "Dorthin war einen Tag lang nichts zuzustellen."
        assert Webhook(off_words=stored).off_reason == deliveries.GIVEN_UP
    assert Webhook().off_reason == ""
