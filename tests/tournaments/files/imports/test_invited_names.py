"""A name beside an address greets whoever reads it, and is filled in where they say how to be called."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from mail.models import OutboxMail
from mail.outbox.compose import compose
from tests.support.factories import UserFactory
from tournaments.clubs import links
from tournaments.clubs import manage_members as club_admitting
from tournaments.clubs.edit import make
from tournaments.entries import invite
from tournaments.files.imports.entries_csv import read_entries
from tournaments.files.imports.import_entries import How, carry_out, plan_entries
from tournaments.models import Entry, Event
from tournaments.permissions import entry_links

pytestmark = pytest.mark.django_db
ADDRESS = "dora@elsewhere.example"


def imported(event: Event, organiser: User, name: str) -> Entry:
    carry_out(event, plan_entries(event, read_entries(f"name,email\n{name},{ADDRESS}").rows, How.INVITE), by=organiser)
    entry: Entry = event.entries.get()
    return entry


def greeting(kind: str) -> str:
    message = compose(OutboxMail.objects.filter(kind=kind).latest("pk"))
    assert message is not None
    assert message.body.splitlines()[0] in str(message.alternatives[0][0])
    return str(message.body).splitlines()[0]


def test_the_name_of_a_list_greets_and_is_filled_in(event: Event, organiser: User, client: Client) -> None:
    entry = imported(event, organiser, "Dora Fox")
    assert entry.name_for_organisers == f"Dora Fox ({ADDRESS})"
    assert greeting("event_invitation") == "Hello Dora Fox,"
    assert entry.player is not None
    address = f"/events/link/{entry_links.token(event, entry.player)}/"
    page = client.get(address)
    assert 'value="Dora Fox"' in page.text
    client.post(address, {"action": "enter", "display_name": "Dora Fox", "time_zone": "UTC", "sure": "yes"})
    entry = event.entries.select_related("player").get()
    assert (entry.shown_name, entry.status, entry.called) == ("Dora Fox", Entry.Status.ENTERED, "")
    assert greeting("event_entered") == "Hello Dora Fox,"


def test_a_second_list_corrects_the_name(event: Event, organiser: User) -> None:
    imported(event, organiser, "Dora Fx")
    [again] = plan_entries(event, read_entries(f"name,email\nDora Fox,{ADDRESS}").rows, How.INVITE)
    invite.invite_address(event, again.address, by=organiser, name=again.row.name)
    assert event.entries.get().called == "Dora Fox"


@pytest.mark.parametrize("name", ["x", "Guest 12", "D" * 41])
def test_what_nobody_can_be_called_here_greets_nobody_and_is_said(event: Event, organiser: User, name: str) -> None:
    [planned] = plan_entries(event, read_entries(f"name,email\n{name},{ADDRESS}").rows, How.INVITE)
    assert "without this name" in planned.words
    assert imported(event, organiser, name).called == ""
    assert greeting("event_invitation") == "Hello,"


def test_a_member_is_greeted_by_their_own_name(event: Event, organiser: User) -> None:
    UserFactory(display_name="Dora the Great", email=ADDRESS)
    imported(event, organiser, "Dora Fox")
    assert greeting("event_invitation") == "Hello Dora the Great,"


@pytest.mark.parametrize("typed", [f"Dora Fox <{ADDRESS.upper()}>", f" Dora Fox {ADDRESS}"])
def test_a_name_can_be_written_before_an_address(event: Event, organiser: User, typed: str) -> None:
    entry = invite.invite_address(event, typed, by=organiser)
    assert (entry.called, entry.name) == ("Dora Fox", ADDRESS)


def test_an_invitation_to_a_club_greets_and_fills_in_the_name(organiser: User, client: Client) -> None:
    club = make(organiser, "Hill")
    membership = club_admitting.invite(club, ADDRESS, by=organiser, name="Dora Fox")
    assert greeting("club_invitation") == "Hello Dora Fox,"
    door = client.get(links.invitation_url(membership).removeprefix("http://testserver"))
    assert "display_name=Dora%20Fox" in door.text
    assert 'value="Dora Fox"' in client.get(reverse("account_signup"), {"display_name": "Dora Fox"}).text
