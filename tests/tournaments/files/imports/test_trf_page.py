"""A TRF file is sent, looked at, and taken over."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.competition.trf.files import player, text
from tests.support.factories import EntryFactory, UserFactory
from tests.support.form_data import hidden
from tests.support.pages import words
from tests.support.rows import refresh
from tests.support.tournament_notation import DATA, FILES
from tournaments.files.imports import trf_page
from tournaments.models import Entry, Event

pytestmark = pytest.mark.django_db
SMALL = text(
    "012 Club Open",
    "142 3",
    "152 W",
    player(1, "   2 w 1", name="Müller, Anna", rating="1900", points=" 1.0"),
    player(2, "   1 b 0", name="<Ben>", points=" 0.0"),
)


@pytest.fixture
def page(event: Event) -> str:
    return f"/events/{event.pk}/manage/import/trf/"


def sent(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("open.trf", content)


def carried_on(shown: str) -> dict[str, str]:
    """What a browser would post from the preview, which makes every end of line CR LF."""
    lines = hidden(shown, "text").replace("\r\n", "\n").replace("\r", "\n")
    return {"action": "import", "seen": hidden(shown, "seen"), "text": lines.replace("\n", "\r\n")}


def test_the_file_is_asked_for(desk: Client, page: str) -> None:
    assert "(optional)" not in desk.get(page).text
    response = desk.post(page, {"action": "look"})
    assert response.status_code == 422
    assert response.text.count("Choose a file.") == 1


def test_it_shows_the_table_before_it_does_anything(event: Event, desk: Client, page: str) -> None:
    answer = desk.post(page, {"action": "look", "file": sent(SMALL.encode())})
    shown = words(answer.text)
    for what in ("Club Open", "Players 2", "1 of 3 played", "Müller, Anna", "Standings after round 1"):
        assert what in shown, what
    assert not Entry.objects.exists()
    assert "&lt;Ben&gt;" in answer.text


def test_what_was_shown_is_then_done(event: Event, desk: Client, page: str) -> None:
    shown = desk.post(page, {"action": "look", "file": sent(SMALL.encode())}).text
    answer = desk.post(page, carried_on(shown))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/events/{event.pk}/manage/accounts/")
    assert refresh(event).stage == Event.Stage.RUNNING
    assert list(event.entries.order_by("number").values_list("name", "rating")) == [
        ("Müller, Anna", 1900),
        ("<Ben>", 0),
    ]
    assert "Müller, Anna" in desk.get(f"/events/{event.pk}/table/").text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_files_of_any_kind_can_be_read(event: Event, desk: Client, page: str, encoding: str, end: str) -> None:
    file = sent(SMALL.replace("\n", end).encode(encoding))
    shown = desk.post(page, {"action": "look", "file": file}).text
    assert desk.post(page, carried_on(shown)).status_code == 303
    assert event.entries.get(number=1).name == "Müller, Anna"


def test_a_reference_file_goes_all_the_way(event: Event, desk: Client, page: str) -> None:
    shown = desk.post(page, {"action": "look", "file": sent((DATA / FILES[-1]).read_bytes())}).text
    assert "All its rounds have been played" in words(shown)
    answer = desk.post(page, carried_on(shown))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/events/{event.pk}/manage/")
    assert desk.get(f"/events/{event.pk}/crosstable/").status_code == 200


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "Choose a file."),
        (b"\x00\x01\x02", "There is no player in this file"),
        (b"PK\x03\x04 nonsense", "a line of TRF begins with a code"),
        (text(player(1, "   9 w 1"), player(2)).encode(), "the opponent is player 9, who is not in this file"),
        (text("162  W 2.0    D 1.0", *SMALL.splitlines()).encode(), "points aren’t supported here"),
    ],
)
def test_it_says_what_is_wrong_with_a_file(event: Event, desk: Client, page: str, content: bytes, what: str) -> None:
    answer = desk.post(page, {"action": "look", "file": sent(content)})
    assert answer.status_code == 422
    assert what in words(answer.text)


def test_a_file_has_an_end(desk: Client, page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trf_page, "MOST_BYTES", 100)
    assert desk.post(page, {"action": "look", "file": sent(SMALL.encode())}).status_code == 422


def test_what_changed_meanwhile_is_shown_again(event: Event, desk: Client, page: str) -> None:
    shown = desk.post(page, {"action": "look", "file": sent(SMALL.encode())}).text
    EntryFactory(event=event, player=UserFactory(display_name="müller, anna"))
    answer = desk.post(page, carried_on(shown))
    assert answer.status_code == 409
    assert "The event has changed since you saw this preview." in words(answer.text)
    assert desk.post(page, carried_on(answer.text)).status_code == 303
    assert event.entries.get(number=1).player is not None


def test_pressing_twice_does_it_once(event: Event, desk: Client, page: str) -> None:
    fields = carried_on(desk.post(page, {"action": "look", "file": sent(SMALL.encode())}).text)
    assert [desk.post(page, fields).status_code for _ in range(2)] == [303, 409]
    assert event.entries.count() == 2


def test_players_are_then_given_accounts(event: Event, desk: Client, page: str) -> None:
    desk.post(page, carried_on(desk.post(page, {"action": "look", "file": sent(SMALL.encode())}).text))
    UserFactory(display_name="Ada")
    ben = UserFactory(display_name="Ben2")
    at = f"/events/{event.pk}/manage/accounts/"
    first, second = (event.entries.get(number=number).pk for number in (1, 2))
    assert desk.post(at, {f"who_{first}": " "}).status_code == 422
    refused = desk.post(at, {f"who_{first}": "Nobody <x>", f"who_{second}": "Ben2"})
    assert refused.status_code == 422
    assert event.entries.get(pk=second).player == ben
    assert 'value="Nobody &lt;x&gt;"' in refused.text
    assert f"/events/{event.pk}/manage/accounts/" in desk.get(f"/events/{event.pk}/manage/").text
    assert desk.post(at, {f"who_{first}": "Ada"}).status_code == 303
    assert "Ada" in desk.get(f"/events/{event.pk}/table/").text
    assert "Müller" not in desk.get(at).text
