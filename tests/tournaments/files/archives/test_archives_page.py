"""A club's archive is taken away, sent, looked at and brought in, on the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.models import User
from mail.models import OutboxMail
from matches.models import Match
from tests.support.club_archives import files, packed, small_archive, small_club
from tests.support.composed_mails import message_of, text_of
from tests.support.factories import UserFactory
from tests.support.people import LogIn
from tournaments.files.archives import archives_page, claim
from tournaments.files.archives.file_names import OWNERS
from tournaments.files.archives.imports import job, uploads
from tournaments.models import Arrival, Club, Event, Membership, Upload

pytestmark = [pytest.mark.django_db, pytest.mark.either]
CLUB, EVENT = "club.json", "events/001/event.json"
MATCH = "events/001/matches/round-01-board-001.json"
IN, LOOK = "/clubs/new/archive/", "/clubs/new/archive/look/"


@pytest.fixture
def told(db: None) -> dict[str, str]:
    """The archive of a club on another site."""
    return files(small_archive(OWNERS))


@pytest.fixture
def player() -> User:
    made: User = UserFactory(display_name="Olga")
    return made


@pytest.fixture
def browser(told: dict[str, str], player: User, log_in: LogIn) -> Client:
    del told
    return log_in(player)


def send(browser: Client, content: bytes) -> Any:
    return browser.post(IN, {"file": SimpleUploadedFile("a.zip", content, "application/zip")})


def make(browser: Client, **fields: Any) -> Any:
    seen = Upload.objects.get().digest
    return browser.post(LOOK, {"action": "bring", "seen": seen, "name": "Dale", "person": "", **fields})


def test_an_owner_takes_the_archive_and_members_read_so_in_the_log(log_in: LogIn) -> None:
    club = small_club()
    owner = User.objects.get(display_name="Olga")
    response: Any = log_in(owner).post(f"/clubs/{club.slug}/manage/archive/")
    assert response.streaming
    found = files(b"".join(response.streaming_content))
    assert json.loads(found["manifest.json"])["edition"] == OWNERS
    assert club.log.latest("pk").words == "Downloaded the whole club as an archive."


def test_what_is_sent_is_looked_at_and_then_becomes_a_club(browser: Client, told: dict[str, str], player: User) -> None:
    assert send(browser, packed(told))["Location"] == LOOK
    page = browser.get(LOOK).content.decode()
    assert "2 members" in page
    assert "1 match with its record" in page
    assert "begins again" in page
    assert '<option value="1" selected>Olga</option>' in page
    assert not Club.objects.exists()

    assert make(browser, person="1")["Location"] == LOOK
    assert "Waiting for a worker" in browser.get(LOOK).content.decode()
    assert job.take_up_again() == 1
    assert browser.get(LOOK)["Location"] == "/clubs/dale/manage/arrivals/"
    club = Club.objects.get()
    assert club.memberships.get(player=player).role == Membership.Role.OWNER
    assert player.entries.get().event.name == "Cup"
    assert bytes(Upload.objects.get().content) == b""
    assert "Ann" in browser.get("/clubs/dale/manage/arrivals/").content.decode()
    event = Event.objects.get()
    for address in ("", "table/", "crosstable/", "log/", "entries/", "round/1/", "round/2/", "manage/"):
        assert browser.get(f"/events/{event.pk}/{address}").status_code in (200, 301, 404), address
    assert browser.get(Match.objects.get().get_absolute_url()).status_code == 200


def test_a_name_that_is_taken_asks_for_another(browser: Client, told: dict[str, str]) -> None:
    Club.objects.create(name="dale", slug="d")
    send(browser, packed(told))
    response = make(browser)
    assert response.status_code == 409
    assert "Another club is already called “Dale”." in response.content.decode()
    assert make(browser, name="Dale two").status_code == 303


def test_it_is_what_was_looked_at(browser: Client, told: dict[str, str]) -> None:
    send(browser, packed(told))
    assert make(browser, seen="another").status_code == 409
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "damaged or incomplete"),
        (b"PK", "damaged or incomplete"),
        (b"0" * (uploads.MOST_BYTES + 1), "larger than 10 MB"),
    ],
)
def test_what_is_no_archive_is_refused_beside_the_field(browser: Client, content: bytes, words: str) -> None:
    response = send(browser, content)
    assert response.status_code == 422
    assert words in response.content.decode()


def test_one_is_dropped_unless_it_is_being_brought_in(browser: Client, told: dict[str, str]) -> None:
    send(browser, packed(told))
    assert browser.post(LOOK, {"action": "drop"})["Location"] == IN
    assert not Upload.objects.exists()

    send(browser, packed(told))
    make(browser)
    assert browser.post(LOOK, {"action": "drop"}).status_code == 200
    assert Upload.objects.get().is_at_work


def test_one_is_kept_for_a_day(browser: Client, told: dict[str, str]) -> None:
    send(browser, packed(told))
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert browser.get(LOOK)["Location"] == IN
        assert uploads.forget_old() == 1


def test_nobody_keeps_the_site_busy_with_archives(browser: Client, player: User, log_in: LogIn) -> None:
    with time_machine.travel("2026-03-02T12:00:00+00:00", tick=False) as clock:
        for _ in range(uploads.MOST_A_DAY):
            assert send(browser, b"PK").status_code == 422
        response = send(browser, b"PK")
        assert response.status_code == 429
        assert "20 times today" in response.content.decode()
        assert send(log_in(UserFactory()), b"PK").status_code == 422
        clock.shift(timedelta(days=1))
        assert send(log_in(player), b"PK").status_code == 422


def test_the_owner_has_the_link_mailed_and_keeps_what_was_typed_where_it_cannot_be(log_in: LogIn) -> None:
    club = small_club()
    arrival = Arrival.objects.create(club=club, name="Zoë")
    owner = log_in(User.objects.get(display_name="Olga"))
    at = f"/clubs/{club.slug}/manage/arrivals/"
    fields = {"action": "send", "arrival": str(arrival.pk)}
    refused = owner.post(at, {**fields, "who": "Nobody here"})
    assert refused.status_code == 422
    assert 'value="Nobody here"' in refused.content.decode()

    assert owner.post(at, {**fields, "who": "Ann"})["Location"] == at
    mail = OutboxMail.objects.get(kind="club_place")
    assert str(mail.user) == "Ann"
    text = message_of(mail)
    assert claim.url_of(arrival) in text_of(text)
    for _ in range(5):
        last = owner.post(at, {**fields, "who": "Ann"})
    assert last.status_code == 429


def after_login(address: str, fields: dict[str, str]) -> str:
    """The address to which the login leads of someone whose form came when theirs had ended."""
    answer: Any = Client().post(address, fields)
    (there,) = parse_qs(urlsplit(str(answer["Location"])).query)["next"]
    return there


def test_the_name_and_who_one_is_stay_over_a_login_that_ended(browser: Client, told: dict[str, str]) -> None:
    send(browser, packed(told))
    there = after_login(LOOK, {"action": "bring", "seen": "", "name": "Dale & Vale", "person": ""})
    page = browser.get(there).content.decode()
    assert 'value="Dale &amp; Vale"' in page
    assert '<option value="" selected>' in page, "Olga is no longer taken for the Olga of the archive"
    assert not Upload.objects.get().is_at_work


def test_an_address_for_a_link_stays_over_a_login_that_ended_on_its_page_of_the_list(
    log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives_page, "ARRIVALS_ON_A_PAGE", 1)
    club = small_club()
    Arrival.objects.create(club=club, name="Ann")
    arrival = Arrival.objects.create(club=club, name="Zoë")
    owner = log_in(User.objects.get(display_name="Olga"))
    at = f"/clubs/{club.slug}/manage/arrivals/"
    assert 'name="page" value="2"' in owner.get(f"{at}?page=2").content.decode()
    fields = {"action": "send", "page": "2", "arrival": str(arrival.pk), "who": "zoe@far.example"}

    there = after_login(f"{at}?page=2", fields)
    page = owner.get(there).content.decode()
    assert "<b>Zoë</b>" in page
    assert "<details open>" in page
    assert 'value="zoe@far.example"' in page
    assert not OutboxMail.objects.filter(kind="club_place").exists()
    assert owner.post(there, fields)["Location"] == f"{at}?page=2", "and then it is typed no more"
    assert OutboxMail.objects.get(kind="club_place").user is not None


def test_what_is_being_brought_in_is_not_replaced_and_not_asked_for_twice(
    browser: Client, told: dict[str, str]
) -> None:
    send(browser, packed(told))
    make(browser, name="Dale")
    assert make(browser, name="Vale").status_code == 200
    response = send(browser, packed(told))
    assert response.status_code == 409
    assert "is being imported" in response.content.decode()
    assert job.take_up_again() == 1
    assert [club.name for club in Club.objects.all()] == ["Dale"]
    assert send(browser, packed(told))["Location"] == LOOK


def test_nobody_fills_the_site_with_clubs(browser: Client, told: dict[str, str], player: User) -> None:
    for number in range(10):
        club = Club.objects.create(name=f"Club {number}", slug=f"c{number}")
        Membership.objects.create(club=club, player=player, role=Membership.Role.OWNER)
    send(browser, packed(told))
    assert make(browser).status_code == 429


class TestWhatDoesNotFitTogether:
    """Checksums are right, so it was made to look like an archive: nothing of it is stored, and the reason is said."""

    @pytest.fixture(autouse=True)
    def _nothing_is_stored(self, browser: Client) -> Iterator[None]:
        del browser
        before = self.stored()
        yield
        assert self.stored() == before

    def stored(self) -> tuple[int, ...]:
        return tuple(model.objects.count() for model in (Club, Event, Match, Membership))

    def why_not(self, told: dict[str, str], browser: Client, name: str, *path: Any, to: Any) -> str:
        data = json.loads(told[name])
        place = data
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to
        response = send(browser, packed({**told, name: json.dumps(data)}))
        if response.status_code == 422:
            return str(response.content.decode())
        assert make(browser)["Location"] == LOOK
        job.take_up_again()
        assert Upload.objects.get().work == Upload.Work.FAILED
        page = browser.get(LOOK)
        assert page.status_code == 200
        return str(page.content.decode())

    @pytest.mark.parametrize(
        ("name", "path", "to"),
        [
            (CLUB, ("name",), 7),
            (CLUB, ("name",), "a\nb"),
            (CLUB, ("slug",), "../.."),
            (CLUB, ("made_at",), "yesterday"),
            (CLUB, ("made_at",), "9999-12-31T23:59:59+00:00"),
            (CLUB, ("joining",), "always"),
            (CLUB, ("members",), {}),
            (CLUB, ("members", 0, "player"), 99),
            (CLUB, ("members", 0, "role"), "host"),
            (CLUB, ("members", 0, "address"), "no address"),
            (CLUB, ("log", 0, "words"), ["say", "%(name)999999999s", {"name": "a"}]),
            (CLUB, ("log", 0, "by"), "1"),
            (EVENT, ("game_slug",), "chess"),
            (EVENT, ("options",), {}),
            (EVENT, ("tie_breaks",), [["BH"]]),
            (EVENT, ("rounds",), 30000),
            (EVENT, ("clock_start",), "P99999D"),
            (EVENT, ("playoffs_of",), 1),
            (EVENT, ("organisers",), [0]),
            (EVENT, ("entries", 0, "number"), 10**9),
            (EVENT, ("round_list", 0, "pairings", 0, "white"), 0),
            (EVENT, ("round_list", 0, "pairings", 0, "black"), 1),
            (EVENT, ("round_list", 0, "pairings", 0, "white_code"), "!"),
            (EVENT, ("round_list", 0, "pairings", 0, "match"), "README"),
            (EVENT, ("round_list", 0, "proposed"), [[1, 2, 3]]),
            (MATCH, ("seats", 0, "share"), "0.5000"),
            (MATCH, ("seats",), []),
            (MATCH, ("turns", 0, "kind"), "play"),
            (MATCH, ("turns", 0, "seat"), 0),
            (MATCH, ("turns", 0, "undoes"), 0),
            (MATCH, ("turns",), []),
            (MATCH, ("seed",), "0"),
            (MATCH, ("finished_at",), "2026-01-01T00:00:00+00:00"),
        ],
    )
    def test_it_is_refused(
        self, told: dict[str, str], browser: Client, name: str, path: tuple[Any, ...], to: Any
    ) -> None:
        """Of a match the result is what the turns lead to, whatever the file says."""
        assert name in self.why_not(told, browser, name, *path, to=to)


def test_a_zip_of_any_bytes_is_no_fault_of_the_site(
    browser: Client, told: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One byte in every few is turned: what comes of it is refused, or is the archive as it was."""
    monkeypatch.setattr(uploads, "MOST_A_DAY", 100)
    content = packed(told)
    for place in range(0, len(content), max(1, len(content) // 60)):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        assert send(browser, bytes(damaged)).status_code in (303, 422)
    assert not Club.objects.exists()
