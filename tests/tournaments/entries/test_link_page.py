"""Links in emails by which a player acts in an event without logging in."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, GuestFactory, MatchFactory
from tests.support.rows import refresh
from tournaments.models import Entry, Event
from tournaments.permissions import entry_links

Status, Stage = Entry.Status, Event.Stage
pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> User:
    made: User = GuestFactory(display_name="Guest 10001")
    return made


def at(event: Event, player: User, page: str = "link") -> str:
    return f"/events/{page}/{entry_links.token(event, player)}/"


def test_a_guest_says_how_to_be_called_and_is_in(event: Event, guest: User, client: Client) -> None:
    address = at(event, guest)
    assert "Your name on this site" in client.get(address).text
    fields = {"action": "enter", "display_name": "Dora", "time_zone": "Europe/Berlin"}
    response = client.post(address, fields)
    assert "You’re in Spring Cup." in response.text
    guest.refresh_from_db()
    assert (guest.display_name, guest.time_zone) == ("Dora", "Europe/Berlin")
    assert Entry.objects.get(player=guest).status == Status.ENTERED
    assert "Your name on this site" not in client.get(address).text


def test_a_guest_invited_to_a_full_event_joins_its_waiting_list(event: Event, guest: User, client: Client) -> None:
    Event.objects.update(places=1, stage=Stage.RUNNING, begun_at=timezone.now(), late_until=3, rounds=5)
    EntryFactory(event=event, number=1)
    EntryFactory(event=event, player=guest, status=Status.INVITED, name="dora@players.example", called="Dora")
    page = client.get(at(event, guest)).text
    assert "All places are taken: you join the waiting list" in page
    assert 'value="Dora"' in page
    assert "Guest 10001" not in page
    fields = {"action": "enter", "display_name": "Dora", "time_zone": "Europe/Berlin", "sure": "yes"}
    assert (
        "You’re number 1 on the waiting list. Places that become free before round 3"
        in client.post(at(event, guest), fields).text
    )
    assert Entry.objects.get(player=guest).status == Status.WAITING


def test_a_guest_is_written_to_in_the_language_in_which_they_entered(event: Event, guest: User, client: Client) -> None:
    german, american = {"accept-language": "de-CH,de;q=0.9"}, {"accept-language": "en-US"}
    fields = {"action": "enter", "display_name": "Dora", "time_zone": "Europe/Berlin"}
    assert '<html lang="de">' in client.get(at(event, guest), headers=german).text
    assert User.objects.get(pk=guest.pk).language == "en-gb"
    assert '<html lang="de">' in client.post(at(event, guest), fields, headers=german).text
    assert User.objects.get(pk=guest.pk).language == "de"
    assert '<html lang="de">' in client.get(at(event, guest), headers=american).text


@pytest.mark.parametrize("page", ["link", "check-in"])
def test_a_guest_chooses_language_and_zone_at_the_foot_and_does_nothing_else_by_it(
    event: Event, guest: User, client: Client, page: str
) -> None:
    Event.objects.update(check_in=True, check_in_asked_at=timezone.now())
    entry = EntryFactory(event=event, player=guest)
    address = at(event, guest, page)
    assert f'action="{address}" aria-label="Language"' in client.get(address).text
    assert client.post(address, {"language": "de", "next": address}).headers["Location"] == address
    assert '<html lang="de">' in Client().get(address).text
    assert f'href="{address}?time-zone"' in client.get(address).text
    assert client.post(f"{address}?time-zone", {"time_zone": "Asia/Tokyo"}).headers["Location"] == address
    assert User.objects.get(pk=guest.pk).time_zone == "Asia/Tokyo"
    entry.refresh_from_db()
    assert (entry.status, entry.checked_in_at) == (Status.ENTERED, None)


def test_times_are_at_once_in_the_zone_the_guest_says(event: Event, guest: User, client: Client) -> None:
    Event.objects.update(starts_at=datetime(2200, 1, 5, 12, tzinfo=UTC))
    fields = {"action": "enter", "display_name": "Dora", "time_zone": "Asia/Kolkata"}
    assert "5 Jan 2200, 17:30" in client.post(at(event, guest), fields).text


def test_a_guest_who_plays_already_keeps_the_name(event: Event, guest: User, player: User, client: Client) -> None:
    MatchFactory(players=[guest, player])
    assert "Your name on this site" not in client.get(at(event, guest)).text
    client.post(at(event, guest), {"action": "enter", "display_name": "Dora", "time_zone": "UTC", "sure": "yes"})
    assert refresh(guest).display_name == "Guest 10001"
    assert Entry.objects.get().status == Status.ENTERED


def test_a_name_that_is_taken_is_refused_and_nothing_done(
    event: Event, guest: User, client: Client, player: User
) -> None:
    fields = {"action": "enter", "display_name": "Ada", "time_zone": "UTC"}
    response = client.post(at(event, guest), fields)
    assert response.status_code == 422
    assert "already called “Ada”" in response.text
    assert not Entry.objects.exists()


def test_a_guest_who_cannot_enter_keeps_the_name(event: Event, guest: User, client: Client) -> None:
    Event.objects.update(registration=Event.Registration.INVITATION)
    fields = {"action": "enter", "display_name": "Dora", "time_zone": "UTC"}
    assert client.post(at(event, guest), fields).status_code == 403
    assert refresh(guest).display_name == "Guest 10001"


def test_opening_a_link_changes_nothing(event: Event, player: User, client: Client) -> None:
    for page in ("link", "check-in"):
        assert client.get(at(event, player, page)).status_code == 200
        assert client.head(at(event, player, page)).status_code == 200
    assert not Entry.objects.exists()


def test_all_that_is_a_players_can_be_done_by_link(event: Event, player: User, client: Client) -> None:
    address = at(event, player)
    client.post(address, {"action": "enter", "sure": "yes"})
    client.post(address, {"action": "absences", "rounds": ["2"]})
    entry = Entry.objects.get()
    assert entry.absences.get().round_number == 2
    assert "You’ve withdrawn" in client.post(address, {"action": "withdraw", "sure": "yes"}).text
    assert refresh(entry).status == Status.WITHDRAWN


def test_a_button_alone_changes_nothing_and_asks(event: Event, player: User, client: Client) -> None:
    address = at(event, player)
    assert client.post(address, {"action": "enter"}).context["question"] == f"Enter {event.name}?"
    assert not Entry.objects.exists()
    client.post(address, {"action": "enter", "sure": "yes"})
    assert client.post(address, {"action": "withdraw"}).context["question"] == f"Withdraw from {event.name}?"
    assert Entry.objects.get().status == Status.ENTERED


def test_check_in_asks_and_is_harmless_twice(event: Event, player: User, client: Client) -> None:
    Event.objects.update(check_in=True, check_in_asked_at=timezone.now())
    entry = EntryFactory(event=event, player=player)
    address = at(event, player, "check-in")
    assert ">Check in</button>" in client.get(address).text
    assert client.post(address).context["question"] == f"Check in for {event.name}?"
    for _ in range(2):
        assert "You’ve checked in" in client.post(address, {"sure": "yes"}).text
    entry.refresh_from_db()
    assert entry.checked_in_at is not None


def test_it_is_for_its_owner(event: Event, player: User, stranger: User, client: Client) -> None:
    client.force_login(stranger)
    for page in ("link", "check-in"):
        assert client.get(at(event, player, page)).status_code == 403
        assert client.post(at(event, player, page), {"action": "enter", "sure": "yes"}).status_code == 403
    assert not Entry.objects.exists()


def test_its_owner_logged_in_is_sent_on_to_the_page(event: Event, player: User, client: Client) -> None:
    client.force_login(player)
    assert client.get(at(event, player)).headers["Location"] == f"/events/{event.pk}/enter/"


@pytest.mark.parametrize("token", ["x", "1-1.abc", "1.1", "%00"])
def test_what_was_not_signed_opens_nothing(token: str, client: Client) -> None:
    for page in ("link", "check-in"):
        response = client.get(f"/events/{page}/{token}/")
        assert response.status_code == 404
        assert response.headers["Cache-Control"] == "no-store"


def test_the_link_of_one_event_opens_no_other(event: Event, player: User, client: Client) -> None:
    signed = entry_links.token(event, player)
    other = EventFactory()
    forged = signed.replace(f"{event.pk}-", f"{other.pk}-", 1)
    assert client.get(f"/events/link/{forged}/").status_code == 404


def test_it_is_not_there_once_the_account_is_closed(event: Event, player: User, client: Client) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert client.get(at(event, player)).status_code == 404
