"""The document of the API as a page, and who may open each page that belongs to the API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from accounts.models import User
from fortify_site.api import urls
from tests.support import running_events
from tests.support.answers import LOGIN, Answer, Row, everybodys_wrong_answers
from tests.support.clubs import member_of, player_of
from tests.support.factories import ClubFactory, EventFactory, UserFactory
from tests.support.markup import compact
from tests.support.people import LogIn
from tournaments.models import Club, Event, Membership

from .conftest import Program
from .fields import in_docs, section

pytestmark = pytest.mark.either

CLUB_WEBHOOKS = "/clubs/tower/manage/webhooks/"
EVERYBODY: tuple[Answer, ...] = (200, 200, 200, 200, 200)
NOBODY: tuple[Answer, ...] = (405, 405, 405, 405, 405)


def organisers_get(answer: Answer) -> tuple[Answer, ...]:
    return (LOGIN, 403, answer, 403, answer)


# name of the address, method, fields, answers to: visitor, player, organiser, another event's organiser, host
TABLE: list[Row] = [
    ("docs", "GET", {}, EVERYBODY),
    ("docs", "POST", {}, NOBODY),
    ("tokens", "GET", {}, (LOGIN, 200, 200, 200, 200)),
    ("tokens", "POST", {"action": "revoke", "token": "1"}, (LOGIN, 302, 302, 302, 302)),
    ("tokens", "POST", {"action": "make", "name": "phone", "scope": "read"}, (LOGIN, 302, 302, 302, 302)),
    ("tokens", "PUT", {}, (LOGIN, 405, 405, 405, 405)),
    ("webhooks", "GET", {}, organisers_get(200)),
    (
        "webhooks",
        "POST",
        {"action": "add", "format": "own", "url": "https://c.example/", "kinds": "match.ended"},
        organisers_get(303),
    ),
    ("webhooks", "POST", {"action": "add", "url": "http://c.example/"}, organisers_get(422)),
    ("webhooks", "POST", {"action": "test", "webhook": "999"}, organisers_get(404)),
    ("webhooks", "PUT", {}, (LOGIN, 405, 405, 405, 405)),
    ("widget", "GET", {}, EVERYBODY),
    ("widget", "POST", {}, NOBODY),
]


def club_organisers_get(answer: Answer) -> tuple[Answer, ...]:
    return (LOGIN, 403, 403, answer, 403, answer)


# Those of a club, answers to: visitor, another player, member, organiser, another club's organiser, host
TABLE_OF_CLUB: list[Row] = [
    ("club_webhooks", "GET", {}, club_organisers_get(200)),
    (
        "club_webhooks",
        "POST",
        {"action": "add", "format": "own", "url": "https://c.example/", "kinds": "season.ended"},
        club_organisers_get(303),
    ),
    ("club_webhooks", "POST", {"action": "add", "url": "http://c.example/"}, club_organisers_get(422)),
    ("club_webhooks", "POST", {"action": "test", "webhook": "999"}, club_organisers_get(404)),
    ("club_webhooks", "PUT", {}, (LOGIN, 405, 405, 405, 405, 405)),
]


@pytest.fixture
def organiser(event: Event) -> User:
    return running_events.organiser_of(event)


@pytest.fixture
def addresses(event: Event) -> dict[str, str]:
    return {
        "docs": "/api/",
        "tokens": "/account/tokens/",
        "webhooks": f"/events/{event.pk}/manage/webhooks/",
        "widget": f"/events/{event.pk}/widget/",
    }


def test_everybody_gets_what_is_theirs(
    addresses: dict[str, str], log_in: LogIn, player: User, organiser: User, host: User
) -> None:
    other: User = UserFactory()
    EventFactory(organisers=[other])
    browsers = {
        "visitor": Client(),
        "player": log_in(player),
        "organiser": log_in(organiser),
        "other": log_in(other),
        "host": log_in(host),
    }
    assert everybodys_wrong_answers(browsers, TABLE, addresses) == []


def test_everybody_gets_what_is_theirs_of_a_club(club: Club, log_in: LogIn, player: User, host: User) -> None:
    organiser = Membership.Role.ORGANISER
    browsers = {
        "visitor": Client(),
        "player": log_in(player),
        "member": log_in(player_of(member_of(club))),
        "organiser": log_in(player_of(member_of(club, organiser))),
        "other": log_in(player_of(member_of(ClubFactory(), organiser))),
        "host": log_in(host),
    }
    assert everybodys_wrong_answers(browsers, TABLE_OF_CLUB, {"club_webhooks": CLUB_WEBHOOKS}) == []


def test_the_tables_have_every_page() -> None:
    assert {name for name, *_ in (*TABLE, *TABLE_OF_CLUB)} == {pattern.name for pattern in urls.urlpatterns}


def test_every_address_of_the_api_is_in_its_document(visitor: Program) -> None:
    roots = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    [resolver] = [each for each in roots if str(each.pattern) == "api/v1/"]
    written = {str(each.pattern).replace("<", "{").replace(">", "}") for each in resolver.url_patterns}
    told = {path.removeprefix("/api/v1/") for path in visitor.json("/openapi.json")["paths"]}
    assert written - {"", "openapi.json"} == told


def test_the_document_is_a_page_without_scripts(client: Client, db: None) -> None:
    page = compact(client.get("/api/").text)
    assert "<script" not in page
    assert "POST /matches/{match}/turns" in page
    assert 'id="TurnTaken"' in page
    assert "/ null" not in page
    assert "<dt><code>closed_at</code></dt><dd>date-time, may be null</dd>" in page
    assert '<code>stage</code> <span class="muted"> (query, optional): ' in page
    assert '<code>event</code> <span class="muted"> (path): ' in page


def test_each_answers_fields_are_listed(client: Client, db: None) -> None:
    document = client.get("/api/v1/openapi.json").json()
    assert in_docs() == section(document), "write the list again: python -m tests.fortify_site.api.fields"
