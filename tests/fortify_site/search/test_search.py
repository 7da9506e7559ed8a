"""The search: what is found, best first, of what the reader may see."""

from __future__ import annotations

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from accounts.names.search_key import has_trigrams
from fortify_site.search import find, page
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.clubs import club_of
from tests.support.factories import EventFactory, GuestFactory, MatchFactory, UserFactory
from tests.support.people import LogIn
from tournaments.models import Entry, Event, Pairing, Round

pytestmark = pytest.mark.django_db
Found = dict[str, list[str]]


def found(client: Client, typed: str, **more: Any) -> Found:
    """By kind, what the rows are called."""
    response = client.get("/search/", {"q": typed, **more})
    assert response.status_code == 200
    return {group["kind"]: [_name(row) for row in group["rows"]] for group in response.context.get("groups", [])}


def _name(row: Any) -> str:
    return str(row["names"] if isinstance(row, dict) else row)


def ended(*players: User) -> Match:
    match: Match = MatchFactory(players=list(players))
    turns.resign(match.seats.get(index=1), LogEntry.Via.SITE)
    return match


@pytest.fixture
def reader(log_in: LogIn) -> Client:
    return log_in(UserFactory(display_name="Rita"))


@pytest.fixture
def names() -> None:
    for name in ("Jörg Weiß", "Weißbart", "Hans Jörgensen", "Magnus"):
        UserFactory(display_name=name)


@pytest.mark.usefixtures("names")
@pytest.mark.parametrize(
    ("typed", "players"),
    [
        ("jorg weiss", ["Jörg Weiß"]),
        ("WEISS", ["Weißbart", "Jörg Weiß"]),  # names that begin so come first
        ("weiß, joerg", ["Jörg Weiß"]),
        ("gensen", ["Hans Jörgensen"]),
        ("ma", ["Magnus"]),
        ("gn", []),  # two letters begin a word
        ("%%%", []),
    ],
)
def test_players_are_found_by_parts_of_their_names(
    typed: str, players: list[str], reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether or not the database tells words that are alike, these come first."""
    assert found(reader, typed).get("players", [])[: len(players)] == players
    monkeypatch.setattr(find, "tells_resemblance", lambda: False)
    assert found(reader, typed).get("players", []) == players


@pytest.mark.usefixtures("names")
def test_without_trigrams_a_slip_finds_nothing(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find, "tells_resemblance", lambda: False)
    assert found(reader, "magnsu") == {}


@pytest.mark.postgres
@pytest.mark.usefixtures("names")
@pytest.mark.parametrize("typed", ["magnsu", "Mangnus", "maagnus", "jorg waiss"])
def test_a_slip_in_a_name_is_forgiven(typed: str, reader: Client) -> None:
    if not has_trigrams(connection):
        pytest.skip("this PostgreSQL has no pg_trgm")
    assert found(reader, typed)["players"][0] == ("Jörg Weiß" if "waiss" in typed else "Magnus")


def test_guests_and_closed_accounts_are_not_found(reader: Client) -> None:
    GuestFactory(display_name="Magnus")
    UserFactory(display_name="Magnus Two", is_active=False)
    assert found(reader, "magnus") == {}


def test_visitors_find_those_whose_page_they_may_open(reader: Client) -> None:
    ann, ben = UserFactory(display_name="Magnus A"), UserFactory(display_name="Magnus B")
    UserFactory(display_name="Magnus C")
    ended(ann, UserFactory())
    ended(ben, UserFactory())
    User.objects.filter(pk=ben.pk).update(for_members=True)
    assert found(Client(), "magnus")["players"] == ["Magnus A"]
    assert found(reader, "magnus")["players"] == ["Magnus A", "Magnus B", "Magnus C"]


def test_clubs_and_events_that_the_reader_may_not_see_are_not_found(
    reader: Client, log_in: LogIn, player: User
) -> None:
    club_of(name="Riverside Chess")
    hidden = club_of(player, name="Riverside Secret", members_only=True)
    EventFactory(name="Riverside Cup", is_public=False)
    EventFactory(name="Riverside Inside", is_public=False, club_only=True, club=hidden)
    EventFactory(name="Riverside Draft", stage=Event.Stage.DRAFT, organisers=[player])
    assert found(Client(), "riverside") == {"clubs": ["Riverside Chess"]}
    assert found(reader, "riverside") == {"clubs": ["Riverside Chess"], "events": ["Riverside Cup"]}
    assert found(log_in(player), "riverside") == {
        "clubs": ["Riverside Chess", "Riverside Secret"],
        "events": ["Riverside Cup", "Riverside Inside"],
    }


class TestMatches:
    @pytest.fixture
    def ann(self) -> User:
        user: User = UserFactory(display_name="Ann Weiß")
        return user

    @pytest.fixture
    def ben(self) -> User:
        user: User = UserFactory(display_name="Ben Castel")
        return user

    def test_are_found_by_the_names_of_their_players(self, reader: Client, ann: User, ben: User) -> None:
        both: Match = MatchFactory(players=[ben, ann])
        ended(ann, UserFactory(display_name="Olga"))
        assert found(reader, "ann ben")["matches"] == ["Ben Castel – Ann Weiß"]
        assert found(reader, "ann weiss")["matches"] == ["Ann Weiß – Olga", "Ben Castel – Ann Weiß"]
        assert "matches" not in found(reader, "ann nobody")
        assert f'href="/matches/{both.pk}/"' in reader.get("/search/?q=ann+ben").text

    @pytest.mark.parametrize("typed", ["%s", "#%s", " # %s "])
    def test_are_found_by_their_number(self, typed: str, reader: Client, ann: User, ben: User) -> None:
        match: Match = MatchFactory(players=[ann, ben])
        assert found(reader, typed % match.pk)["matches"] == ["Ann Weiß – Ben Castel"]
        assert "matches" not in found(Client(), typed % match.pk)  # it runs, and is for members
        assert "matches" not in found(reader, typed % (match.pk + 1))

    def test_of_an_event_are_found_by_those_who_see_it(
        self, reader: Client, log_in: LogIn, ann: User, ben: User
    ) -> None:
        match = ended(ann, ben)
        Match.objects.filter(pk=match.pk).update(occasion="Cup, round 1")
        event = EventFactory(is_public=False, club_only=True, club=club_of())
        entries = [Entry.objects.create(event=event, player=player) for player in (ann, ben)]
        in_round = Round.objects.create(event=event, number=1, stage=Round.Stage.RUNNING)
        Pairing.objects.create(round=in_round, board=1, white=entries[0], black=entries[1], match=match)
        assert "matches" not in found(reader, "ann ben")
        assert len(found(log_in(ann), "ann ben")["matches"]) == 1

    def test_that_a_player_keeps_off_the_page_are_found_by_those_who_play_there(
        self, reader: Client, log_in: LogIn, ann: User, ben: User
    ) -> None:
        ended(ann, ben)
        MatchFactory(players=[ann, ben])
        assert len(found(reader, "ann")["matches"]) == 2
        User.objects.filter(pk=ann.pk).update(shows_running=False)
        assert len(found(reader, "ann")["matches"]) == 1
        User.objects.filter(pk=ann.pk).update(shows_finished=False)
        assert "matches" not in found(reader, "ann")
        for typed in ("ann ben", "ben ann"):  # nor through the other player's name
            assert "matches" not in found(reader, typed)
        assert len(found(reader, "ben")["matches"]) == 2
        assert len(found(log_in(ben), "ann")["matches"]) == 2


def test_more_of_a_kind_are_on_pages_of_their_own(reader: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "ON_A_PAGE", 3)
    monkeypatch.setattr(find, "MOST_FOUND", 6)
    names = [f"Magnus {letter}" for letter in "ABCDEFG"]
    for name in names:
        UserFactory(display_name=name)
    assert found(reader, "magnus")["players"] == names[:5]
    assert 'href="?q=magnus&amp;in=players"' in reader.get("/search/?q=magnus").text
    assert 'href="?q=magnus&amp;in=players&amp;page=2"' in reader.get("/search/?q=magnus&in=players").text
    assert found(reader, "magnus", **{"in": "players"}) == {"players": names[:3]}
    assert found(reader, "magnus", **{"in": "players", "page": 2}) == {"players": names[3:6]}
    last = reader.get("/search/?q=magnus&in=players&page=2").text
    assert 'rel="prev"' in last
    assert 'rel="next"' not in last


@pytest.mark.parametrize(("typed", "asks"), [("", False), ("  ", False), ("a", False), ("李", True), ("ab", True)])
def test_what_is_too_short_is_not_looked_for(
    typed: str, asks: bool, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_for: list[str] = []

    def noted(kind: str, *_args: Any, **_more: Any) -> list[Any]:
        looked_for.append(kind)
        return []

    monkeypatch.setattr(find, "found", noted)
    assert found(reader, typed) == {}
    assert bool(looked_for) == asks


@pytest.mark.parametrize("typed", ["\0\0", "%\0%", "magn\0us"])
def test_what_nobody_can_type_is_left_out(typed: str, reader: Client) -> None:
    UserFactory(display_name="Magnus")
    assert found(reader, typed) == ({"players": ["Magnus"]} if "magn" in typed else {})


def test_nothing_found_keeps_what_was_typed(reader: Client) -> None:
    text = reader.get("/search/", {"q": '<b>"x"'}).text
    assert 'role="status"' in text
    assert 'value="&lt;b&gt;&quot;x&quot;"' in text


@time_machine.travel("2026-05-04T12:00:10Z", tick=False)  # all within a minute
def test_who_asks_too_often_waits(log_in: LogIn, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "A_MINUTE", 2)
    ada = log_in(player)
    assert [ada.get("/search/?q=ann").status_code for _ in range(3)] == [200, 200, 429]
    assert ada.get("/search/").status_code == 200
    assert Client().get("/search/?q=ann").status_code == 200


@pytest.mark.parametrize("number", [1, 12])
def test_its_queries_do_not_grow(
    number: int, reader: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for place in range(number):
        MatchFactory(players=[UserFactory(display_name=f"Ann {place}"), UserFactory(display_name=f"Annabel {place}")])
        club_of(name=f"Ann Club {place}")
        EventFactory(name=f"Ann Cup {place}")
    find.tells_resemblance()
    with django_assert_max_num_queries(32):
        assert set(found(reader, "ann")) == {"players", "clubs", "events", "matches"}


def test_every_page_has_the_box_once(reader: Client) -> None:
    for address in ("/", "/events/", "/search/", "/search/?q=ann"):
        assert reader.get(address).text.count('role="search"') == 1


@pytest.mark.parametrize(
    ("language", "typed", "title"),
    [
        ("en-gb", "vacation", "Clocks and vacation"),
        ("en-gb", "holiday", "Clocks and vacation"),
        ("de", "Urlaub", "Uhren und Urlaub"),
        ("de", "urlaub verlängern", None),
        ("de", "Freilos", "Turniere mitspielen"),
        ("en-gb", "unsubscribe", "Emails and notifications"),
        ("en-gb", "GDPR", "Privacy"),
        ("de", "dsgvo", "Datenschutz"),
        ("en-gb", "taking back", "Draws, resigning, taking back"),
        ("en-gb", "30", None),  # the number of a match
        ("en-gb", "…", None),
    ],
)
def test_help_is_found_in_the_readers_language(language: str, typed: str, title: str | None) -> None:
    response = Client(headers={"Accept-Language": language}).get("/search/", {"q": typed})
    titles = re.findall(r'data-found="help">\s*<li class="found">\s*<a href="[^"]+"><b>(.*?)</b>', response.text)
    assert titles == ([title] if title else [])


def test_help_comes_first_if_it_is_called_so_and_else_last(reader: Client) -> None:
    UserFactory(display_name="Vacation Vic")
    UserFactory(display_name="Keyboard Kim")
    assert list(found(reader, "vacation")) == ["help", "players"]
    assert list(found(reader, "keyboard")) == ["players", "help"]
