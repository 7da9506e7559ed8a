"""The link in the email that offers a place."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client

from mail.models import OutboxMail
from tests.support.composed_mails import message_of, text_of
from tests.support.divisions import named, running, vacant
from tests.support.people import LogIn
from tests.support.rows import refresh
from tournaments.entries.replacements import links
from tournaments.models import PlaceOffer

pytestmark = [pytest.mark.django_db, pytest.mark.either]


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> None:
    vacant(running())


@pytest.fixture
def made() -> PlaceOffer:
    return PlaceOffer.objects.get()


@pytest.fixture
def address(made: PlaceOffer) -> str:
    return links.place_offer_url(made).removeprefix(settings.SITE_URL)


def test_the_mail_leads_to_it(made: PlaceOffer) -> None:
    assert links.place_offer_url(made) in text_of(message_of(OutboxMail.objects.get(kind="place_offered")))


def test_a_place_is_taken_by_it_without_logging_in(made: PlaceOffer, address: str, client: Client) -> None:
    assert "Accept place" in client.get(address).text
    assert refresh(made).answer == ""
    for _ in range(2):
        assert "You’re now playing in" in client.post(address, {"action": "take_place", "sure": "yes"}).text
    assert refresh(made.vacancy).taken_by == named("Emil")
    late = client.post(address, {"action": "decline_place", "sure": "yes"})
    assert late.status_code == 409
    assert "You no longer have an offer of a place." in late.text
    assert "Accept place" not in late.text


@pytest.mark.parametrize("action", ["take_place", "decline_place"])
def test_a_button_alone_does_neither(action: str, made: PlaceOffer, address: str, client: Client) -> None:
    for more in ({}, {"asked": "1"}, {"sure": "no"}):
        client.post(address, {"action": action, **more})
        assert refresh(made).answer == ""


def test_or_declined(made: PlaceOffer, address: str, client: Client) -> None:
    for _ in range(2):
        assert (
            "You’ve declined. The place is offered to the next player."
            in client.post(address, {"action": "decline_place", "sure": "yes"}).text
        )
    assert client.post(address, {"action": "take_place", "sure": "yes"}).status_code == 409
    assert refresh(made).answer == "declined"
    assert "This offer: declined." in client.get(address).text


def test_it_does_nothing_for_another_player_who_is_logged_in(made: PlaceOffer, address: str, log_in: LogIn) -> None:
    assert log_in(named("Ben")).post(address, {"action": "take_place", "sure": "yes"}).status_code == 403
    assert refresh(made).answer == ""


def test_one_that_was_changed_is_not_there(made: PlaceOffer, address: str, client: Client) -> None:
    assert client.get(address.replace(f"/{made.pk}-", f"/{made.pk + 1}-")).status_code == 404
