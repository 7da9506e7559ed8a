"""The organisers' pages of webhooks, of an event and of a club."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from fortify_site.api.models import Delivery, Webhook
from fortify_site.api.webhooks import owners
from tests.support.clubs import member_of, player_of
from tests.support.factories import EventFactory, UserFactory
from tests.support.locked_out import locked_out
from tests.support.people import LogIn
from tournaments.models import Club, Event, Membership

pytestmark = pytest.mark.either
OF_CLUB = "/clubs/tower/manage/webhooks/"


@pytest.fixture
def address(event: Event) -> str:
    return f"/events/{event.pk}/manage/webhooks/"


@pytest.fixture
def club_desk(log_in: LogIn, club: Club) -> Client:
    return log_in(player_of(member_of(club, Membership.Role.ORGANISER)))


def test_a_webhook_is_added_tested_and_switched(desk: Client, event: Event, address: str) -> None:
    def act(action: str, **fields: Any) -> Any:
        response = desk.post(address, {"action": action, **fields})
        assert response.status_code == 303
        return event.webhooks.first()

    webhook = act("add", format="own", url="https://club.example/hook", kinds=["match.ended", "table.changed"])
    assert (webhook.url, webhook.kinds) == ("https://club.example/hook", ["match.ended", "table.changed"])
    act("test", webhook=webhook.pk)
    assert Delivery.objects.get().kind == "test"
    page = desk.get(address).content.decode()
    assert webhook.secret in page
    assert "waiting to be sent" in page
    assert act("off", webhook=webhook.pk).off_at is not None
    assert act("on", webhook=webhook.pk).off_at is None
    assert act("secret", webhook=webhook.pk).secret != webhook.secret
    assert act("remove", webhook=webhook.pk) is None


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.1.1:8443", "169.254.169.254", "[::1]", "[fc00::1]", "[::ffff:10.0.0.1]"),
        *(
            "127.1",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "１２７.0.0.1",
            "localhost",
            "LOCALHOST.",
            "db",
            "x.localhost",
        ),
        *("printer.local", "vault.internal", "nas.home.arpa", "nas.lan"),
    ],
)
def test_an_address_inside_is_refused_by_the_form(desk: Client, event: Event, address: str, host: str) -> None:
    fields = {"action": "add", "format": "own", "url": f"https://{host}/hook", "kinds": ["match.ended"]}
    response = desk.post(address, fields)
    assert response.status_code == 422
    assert "This address is in a private network. Use a public one." in response.content.decode()
    assert not event.webhooks.exists()


@pytest.mark.parametrize("host", ["93.184.216.34", "[2606:2800:220:1::1]:8443", "club.example", "3com.example"])
def test_an_address_outside_is_taken_as_it_is_written(desk: Client, event: Event, address: str, host: str) -> None:
    desk.post(address, {"action": "add", "format": "own", "url": f"https://{host}/hook", "kinds": ["match.ended"]})
    assert event.webhooks.get().url == f"https://{host}/hook"


def test_an_address_that_is_not_taken_stays_in_the_form(desk: Client, address: str) -> None:
    response = desk.post(
        address, {"action": "add", "format": "own", "url": "http://club.example/", "kinds": ["match.ended"]}
    )
    assert response.status_code == 422
    assert "http://club.example/" in response.content.decode()
    assert list(response.context["form"].errors) == ["url"]
    assert not Webhook.objects.exists()


def test_a_missing_address_is_asked_for(desk: Client, address: str) -> None:
    answer = desk.post(address, {"action": "add", "format": "own", "url": "", "kinds": ["match.ended"]})
    assert answer.status_code == 422
    assert "Enter the address of your program or chat." in answer.text


def test_another_events_webhook_is_not_touched(desk: Client, address: str) -> None:
    other = owners.add_webhook(EventFactory(), "https://club.example/", [], by=UserFactory())
    assert desk.post(address, {"action": "remove", "webhook": other.pk}).status_code == 404
    assert Webhook.objects.filter(pk=other.pk).exists()


def test_a_webhook_of_a_club_is_added_on_the_clubs_page_and_offers_its_seasons(club_desk: Client, club: Club) -> None:
    page = club_desk.get(OF_CLUB)
    assert [value for value, _label in page.context["form"].fields["kinds"].choices] == [
        "round.published", "match.ended", "table.changed", "season.published", "season.ended",
    ]  # fmt: skip
    fields = {"action": "add", "format": "own", "url": "https://club.example/hook", "kinds": ["season.ended"]}
    assert club_desk.post(OF_CLUB, fields).status_code == 303
    webhook = club.webhooks.get()
    assert (webhook.event, webhook.kinds) == (None, ["season.ended"])
    assert webhook.secret in club_desk.get(OF_CLUB).content.decode()
    assert OF_CLUB in club_desk.get("/clubs/tower/manage/").content.decode()


def test_an_event_has_no_seasons_to_be_told_of(desk: Client, address: str) -> None:
    fields = {"action": "add", "format": "own", "url": "https://club.example/", "kinds": ["season.ended"]}
    response = desk.post(address, fields)
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["kinds"])


def test_a_clubs_page_does_not_touch_an_events_webhook(club_desk: Client, club: Club) -> None:
    other = owners.add_webhook(EventFactory(club=club), "https://club.example/", [], by=UserFactory())
    assert club_desk.post(OF_CLUB, {"action": "remove", "webhook": other.pk}).status_code == 404


def test_a_club_has_only_so_many(club_desk: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owners, "MOST_WEBHOOKS", 0)
    fields = {"action": "add", "format": "own", "url": "https://club.example/", "kinds": ["match.ended"]}
    response = club_desk.post(OF_CLUB, fields)
    assert response.status_code == 409
    assert "A club has 0 webhooks at most." in response.content.decode()


@pytest.mark.parametrize("of", ["event", "club"])
def test_while_somebody_is_in_the_way_nothing_is_lost_and_it_is_said(
    of: str, desk: Client, club_desk: Client, event: Event, club: Club, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser, path, owner = (desk, address, event) if of == "event" else (club_desk, OF_CLUB, club)
    webhook = owners.add_webhook(owner, "https://club.example/", ["match.ended"], by=UserFactory())

    def locked(*_: object) -> None:
        raise locked_out()

    monkeypatch.setattr("tournaments.locking.locks.Lock._held", locked)
    added = browser.post(
        path, {"action": "add", "format": "own", "url": "https://other.example/", "kinds": ["match.ended"]}
    )
    removed = browser.post(path, {"action": "remove", "webhook": webhook.pk})
    for response in (added, removed):
        assert response.status_code == 503
        assert f"The {of} is busy" in response.content.decode()
    assert 'value="https://other.example/"' in added.content.decode()
    assert list(owner.webhooks.all()) == [webhook]
