"""How the pages of events are kept for a crowd, and never for a member."""

from __future__ import annotations

from datetime import UTC, datetime
from unittest.mock import Mock

import pytest
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.factories import UserFactory
from tests.support.people import LogIn
from tests.support.stored_events import FOUR, FOUR_NAMES, stored
from tournaments.locking.kept import VersionedCache
from tournaments.locking.log import Kind, note
from tournaments.models import Event
from tournaments.pages import kept_pages

PAGES = ("", "table/", "table/?after=1", "crosstable/", "rounds/3/")


@pytest.fixture(scope="module", autouse=True)
def _made(made_once: None) -> int:
    return stored(FOUR, FOUR_NAMES, with_matches=True).pk


@pytest.fixture
def event(_made: int, db: None) -> Event:
    return Event.objects.get(pk=_made)


def test_a_crowd_costs_one_computation(event: Event, counted: list[str]) -> None:
    answers = {Client().get(f"/events/{event.pk}/table/").content for _ in range(30)}

    assert len(answers) == 1
    assert counted == ["standings", "page"]


@pytest.mark.parametrize("page", PAGES)
def test_one_more_visitor_costs_few_queries(
    event: Event, page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/events/{event.pk}/{page}"
    Client().get(address)
    with django_assert_max_num_queries(5):
        Client().get(address)


def test_a_change_is_seen_at_once(event: Event, counted: list[str]) -> None:
    address = f"/events/{event.pk}/table/"
    Client().get(address)
    event.entries.filter(number=1).update(number=9)
    note(event, Kind.ENTRY, "A player got another number.")

    assert b'id="no-9"' in Client().get(address).content
    assert counted == ["standings", "page"] * 2


def test_a_turn_is_seen_at_once(event: Event) -> None:
    address = f"/events/{event.pk}/rounds/3/"
    assert "turn 1" in Client().get(address).content.decode()
    seat = Match.objects.get().seats.get(asked_turn__isnull=False)
    turns.submit_turn(seat, seat.asked_turn or 0, "T@b3", LogEntry.Via.SITE)

    assert "turn 2" in Client().get(address).content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_caches_may_keep_it_for_visitors_for_a_short_time(event: Event, page: str) -> None:
    headers = Client().get(f"/events/{event.pk}/{page}").headers

    assert headers["Cache-Control"] == "public, max-age=30"
    assert {"Cookie", "Accept-Language"} <= set(headers["Vary"].split(", "))
    assert headers["ETag"]
    assert headers["Last-Modified"]


@pytest.mark.parametrize("page", PAGES)
def test_who_has_it_already_is_told_so(event: Event, page: str) -> None:
    address = f"/events/{event.pk}/{page}"
    tag = Client().get(address).headers["ETag"]
    again = Client().get(address, headers={"if-none-match": tag})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert Client().get(address, headers={"if-none-match": '"other"'}).status_code == 200


@pytest.mark.parametrize("page", PAGES)
def test_what_a_member_sees_is_kept_nowhere(event: Event, page: str, player: User) -> None:
    client = Client()
    client.force_login(player)
    for _ in range(2):
        answer = client.get(f"/events/{event.pk}/{page}")
        assert answer.headers["Cache-Control"] == "private, no-cache"
        assert "ETag" not in answer.headers
        assert "Ada" in answer.content.decode()

    assert "Ada" not in Client().get(f"/events/{event.pk}/{page}").content.decode()


def test_a_visitor_for_whom_a_message_waits_gets_it_alone(event: Event) -> None:
    waiting, answer = CookieStorage(HttpRequest()), HttpResponse()
    waiting.add(messages.INFO, "Your account is gone.")
    waiting.update(answer)
    client = Client()
    client.cookies["messages"] = answer.cookies["messages"].value

    assert "Your account is gone." in client.get(f"/events/{event.pk}/").content.decode()
    assert "Your account is gone." not in Client().get(f"/events/{event.pk}/").content.decode()


def test_what_no_page_asks_for_does_not_come_into_its_links(event: Event) -> None:
    address = f"/events/{event.pk}/table/"
    assert b"evil" not in Client().get(f"{address}?x=evil&after=2").content
    assert b"evil" not in Client().get(f"{address}?after=2").content


@pytest.mark.parametrize("page", ["table/", "crosstable/", "rounds/3/"])
def test_nonsense_in_the_address_is_no_error(event: Event, page: str) -> None:
    for query in ("after=nothing", "after=-1", "after=99999999999999999999", "page=x", "page=-2", "page=9e9"):
        VersionedCache.empty_all()
        assert Client().get(f"/events/{event.pk}/{page}?{query}").status_code == 200, query


def test_an_event_that_stops_being_public_is_no_longer_shown_from_what_was_kept(event: Event) -> None:
    address = f"/events/{event.pk}/"
    assert Client().get(address).status_code == 200
    Event.objects.update(is_public=False)

    assert Client().get(address).status_code == 302


@pytest.mark.parametrize("page", PAGES)
def test_a_draft_is_no_more_there_than_an_event_that_never_was(event: Event, page: str, player: User) -> None:
    Event.objects.update(stage=Event.Stage.DRAFT)
    member = Client()
    member.force_login(player)
    for pk in (event.pk, event.pk + 1):
        address = f"/events/{pk}/{page}"
        assert [client.get(address).status_code for client in (Client(), member)] == [302, 404]
        assert Client().get(address).headers["Location"].startswith("/accounts/login/?next=")


# -- what members are shown of it ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "most"), [("", 10), ("table/", 8)])
def test_one_more_member_costs_few_queries(
    event: Event, page: str, most: int, log_in: LogIn, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = f"/events/{event.pk}/{page}"
    log_in(UserFactory()).get(address)
    another = log_in(UserFactory())
    with django_assert_max_num_queries(most):
        another.get(address)


def test_what_all_are_shown_is_rendered_once_for_them_in_their_language_and_time_zone(
    event: Event, log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.filter(pk=event.pk).update(begun_at=datetime(2026, 1, 1, tzinfo=UTC))
    rendered = Mock(wraps=loader.get_template)
    monkeypatch.setattr(kept_pages, "get_template", rendered)

    def page(**player: str) -> str:
        return log_in(UserFactory(**player)).get(f"/events/{event.pk}/").content.decode()

    assert "Xenia" in page(display_name="Xenia", time_zone="UTC")
    once = rendered.call_count
    other = page(display_name="Yorick", time_zone="UTC")
    assert rendered.call_count == once > 0
    assert "Yorick" in other
    assert "Xenia" not in other
    assert "How the standings work" in other
    assert "2026-01-01T09:00:00+09:00" in page(time_zone="Asia/Tokyo")
    assert "Wie diese Tabelle entsteht" in page(language="de")
