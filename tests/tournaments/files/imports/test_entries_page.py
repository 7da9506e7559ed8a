"""A list of players is sent, looked at, and imported."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from tests.support.factories import EntryFactory
from tests.support.form_data import hidden
from tournaments.events import start
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
LIST = "name,email,seed\nAda,,1\n,dora@elsewhere.example,2\nNobody Here,,3\n"


@pytest.fixture
def page(event: Event) -> str:
    return f"/events/{event.pk}/manage/import/"


def test_a_file_is_looked_at_first_and_then_imported(event: Event, desk: Client, page: str, player: User) -> None:
    file = SimpleUploadedFile("players.csv", LIST.encode())
    shown = desk.post(page, {"action": "look", "file": file, "how": "enter"}).text
    assert "1 to invite, 1 to add, 1 with errors." in shown
    assert not Entry.objects.exists()
    fields = {"action": "import", "text": hidden(shown, "text"), "how": "enter", "seen": hidden(shown, "seen")}
    assert desk.post(page, fields).status_code == 303
    assert dict(event.entries.values_list("player__email", "seed")) == {
        "ada@players.example": 1,
        "dora@elsewhere.example": 2,
    }


def test_nothing_is_done_that_was_not_shown(event: Event, desk: Client, page: str, player: User) -> None:
    shown = desk.post(page, {"action": "look", "text": "Ada", "how": "invite"}).text
    EntryFactory(event=event, player=player)
    fields = {"action": "import", "text": "Ada", "how": "invite", "seen": hidden(shown, "seen")}
    response = desk.post(page, fields)
    assert response.status_code == 409
    assert "Something has changed since you looked." in response.text
    assert "already in" in response.text


@pytest.mark.parametrize(("text", "words"), [("", "Choose a file or paste the list."), ("name,email\n", "headings")])
def test_what_is_no_list_is_refused_beside_its_field(desk: Client, page: str, text: str, words: str) -> None:
    response = desk.post(page, {"action": "look", "text": text, "how": "invite"})
    assert response.status_code == 422
    assert words in response.text


def test_a_spreadsheet_is_told_to_become_a_list(desk: Client, page: str) -> None:
    file = SimpleUploadedFile("players.xlsx", b"PK\x03\x04 and so on")
    response = desk.post(page, {"action": "look", "file": file, "how": "invite"})
    assert response.status_code == 422
    assert "Save it as CSV" in response.text


def test_columns_that_mean_nothing_are_named(desk: Client, page: str) -> None:
    response = desk.post(page, {"action": "look", "text": "name,club\nAda,Hill", "how": "invite"})
    assert "The column club is ignored." in response.text


def test_lines_that_fail_are_told(event: Event, desk: Client, page: str, player: User) -> None:
    shown = desk.post(page, {"action": "look", "text": "Ada", "how": "invite"}).text
    Event.objects.update(stage=Event.Stage.FINISHED)
    fields = {"action": "import", "text": "Ada", "how": "invite", "seen": hidden(shown, "seen")}
    response = desk.post(page, fields)
    assert response.status_code == 422
    assert "This event is over." in response.text


def test_ratings_of_a_running_event_are_corrected_with_a_reason(event: Event, desk: Client, page: str) -> None:
    entry = EntryFactory(event=event, player__display_name="Ada", rating=1900)
    EntryFactory(event=event, rating=1950)
    Event.objects.update(rounds=1)
    start.begin(event)
    text = "name,seed,rating\nAda,1,2000"
    shown = desk.post(page, {"action": "look", "text": text, "how": "invite"}).text
    assert "already in; rated 1900 so far" in shown
    assert "<p>1 with another rating.</p>" in shown
    assert "places in the list have no effect" in shown
    fields = {"action": "import", "text": text, "how": "invite", "seen": hidden(shown, "seen")}
    refused = desk.post(page, fields)
    assert (refused.status_code, Entry.objects.get(pk=entry.pk).rating) == (422, 1900)
    assert hidden(refused.text, "seen") == fields["seen"]
    assert "Give a reason: players see it in the log." in refused.text
    assert desk.post(page, fields | {"reason": "The list of May."}).status_code == 303
    assert (Entry.objects.get(pk=entry.pk).rating, Entry.objects.get(pk=entry.pk).number) == (2000, 1)
