"""A database with webhooks goes to where clubs have them, and back."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from pytest_django import DjangoDbBlocker

from fortify_site.api.models import Delivery, Webhook
from tests.support.empty_database import delete_all_rows
from tests.support.factories import ClubFactory, EventFactory
from tests.support.migrate import migrate

BEFORE_CLUBS = ("api", "0001_tokens_and_webhooks")


@pytest.fixture(scope="module")
def kept(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[str]:
    """Where the webhooks led that were left with their deliveries after a return: there were an event's and a club's.
    Of the whole module, so that no test's transaction is around it."""
    with django_db_blocker.unblock():
        try:
            for name, whose in (("event", EventFactory()), ("club", ClubFactory())):
                webhook = Webhook.objects.create(**{name: whose}, url=f"https://{name}.example/")
                Delivery.objects.create(webhook=webhook, kind="test")
            old = migrate(BEFORE_CLUBS)
            return list(old.get_model("api", "Delivery").objects.values_list("webhook__url", flat=True))
        finally:
            migrate()
            delete_all_rows()


def test_webhooks_of_events_stay_on_the_way_back_and_those_of_clubs_go(kept: list[str]) -> None:
    assert kept == ["https://event.example/"]


@pytest.mark.django_db
def test_a_webhook_is_either_an_events_or_a_clubs() -> None:
    for whose in ({}, {"event": EventFactory(), "club": ClubFactory()}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Webhook.objects.create(**whose, url="https://club.example/")
