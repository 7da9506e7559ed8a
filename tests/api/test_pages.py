"""The pages that belong to the API: tokens, webhooks, the widget and the document, and who may open them."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from fortify_site.accounts.deletion import delete_account
from fortify_site.accounts.export import export
from fortify_site.accounts.models import User
from fortify_site.api import tokens, urls
from fortify_site.api.models import Delivery, Token, Webhook
from fortify_site.api.webhooks import editing
from matches.models import OutboxMail
from tests.accounts.acts import confirm_by_password
from tests.answers import LOGIN, Answer, Row, wrong_answers
from tests.cast import LogIn
from tests.factories import ClubFactory, EventFactory, GuestFactory, UserFactory
from tests.tournaments import going
from tests.tournaments.clubs.people import member_of, player_of
from tournaments import results
from tournaments.models import Club, Event, Membership

from .conftest import Program

pytestmark = pytest.mark.either

CLUB_WEBHOOKS = "/clubs/tower/manage/webhooks/"
PEOPLE = ("visitor", "player", "organiser", "other", "host")
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
    ("webhooks", "POST", {"action": "add", "url": "https://c.example/", "kinds": "match.ended"}, organisers_get(303)),
    ("webhooks", "POST", {"action": "add", "url": "http://c.example/"}, organisers_get(422)),
    ("webhooks", "POST", {"action": "test", "webhook": "999"}, organisers_get(404)),
    ("webhooks", "PUT", {}, (LOGIN, 405, 405, 405, 405)),
    ("widget", "GET", {}, EVERYBODY),
    ("widget", "POST", {}, NOBODY),
]


# Those of a club, answers to: visitor, another player, member, organiser, another club's organiser, host
PEOPLE_OF_CLUB = ("visitor", "player", "member", "organiser", "other", "host")


def club_organisers_get(answer: Answer) -> tuple[Answer, ...]:
    return (LOGIN, 403, 403, answer, 403, answer)


TABLE_OF_CLUB: list[Row] = [
    ("club_webhooks", "GET", {}, club_organisers_get(200)),
    (
        "club_webhooks",
        "POST",
        {"action": "add", "url": "https://c.example/", "kinds": "season.ended"},
        club_organisers_get(303),
    ),
    ("club_webhooks", "POST", {"action": "add", "url": "http://c.example/"}, club_organisers_get(422)),
    ("club_webhooks", "POST", {"action": "test", "webhook": "999"}, club_organisers_get(404)),
    ("club_webhooks", "PUT", {}, (LOGIN, 405, 405, 405, 405, 405)),
]


@pytest.fixture
def event(db: None) -> Event:
    found: Event = EventFactory(name="Spring Cup")
    return found


@pytest.fixture
def club(db: None) -> Club:
    found: Club = ClubFactory(name="Tower", slug="tower")
    return found


@pytest.fixture
def organiser(event: Event) -> User:
    return going.organiser_of(event)


@pytest.fixture
def addresses(event: Event) -> dict[str, str]:
    return {
        "docs": "/api/",
        "tokens": "/account/tokens/",
        "webhooks": f"/events/{event.pk}/manage/webhooks/",
        "widget": f"/events/{event.pk}/widget/",
    }


@pytest.mark.parametrize("person", PEOPLE)
def test_everybody_gets_what_is_theirs(
    person: str, addresses: dict[str, str], log_in: LogIn, player: User, organiser: User, host: User
) -> None:
    other: User = UserFactory()
    EventFactory(organisers=[other])
    members: dict[str, User] = {"player": player, "organiser": organiser, "other": other, "host": host}
    browser = log_in(members[person]) if person in members else Client()
    assert wrong_answers(browser, PEOPLE.index(person), TABLE, addresses) == []


@pytest.mark.parametrize("person", PEOPLE_OF_CLUB)
def test_everybody_gets_what_is_theirs_of_a_club(
    person: str, club: Club, log_in: LogIn, player: User, host: User
) -> None:
    organiser = Membership.Role.ORGANISER
    members: dict[str, User] = {
        "player": player,
        "member": player_of(member_of(club)),
        "organiser": player_of(member_of(club, organiser)),
        "other": player_of(member_of(ClubFactory(), organiser)),
        "host": host,
    }
    browser = log_in(members[person]) if person in members else Client()
    addresses = {"club_webhooks": CLUB_WEBHOOKS}
    assert wrong_answers(browser, PEOPLE_OF_CLUB.index(person), TABLE_OF_CLUB, addresses) == []


def test_the_tables_have_every_page() -> None:
    assert {name for name, *_ in (*TABLE, *TABLE_OF_CLUB)} == {pattern.name for pattern in urls.urlpatterns}


def test_every_address_of_the_api_is_in_its_document(visitor: Program) -> None:
    roots = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    [resolver] = [each for each in roots if str(each.pattern) == "api/v1/"]
    written = {str(each.pattern).replace("<", "{").replace(">", "}") for each in resolver.url_patterns}
    told = {path.removeprefix("/api/v1/") for path in visitor.json("/openapi.json")["paths"]}
    assert written - {"", "openapi.json"} == told


# -- tokens --------------------------------------------------------------------------------------------------------


@pytest.fixture
def browser(log_in: LogIn, player: User) -> Client:
    """Of a player who has just said again who they are."""
    client = log_in(player)
    confirm_by_password(client)
    return client


def make_token(browser: Client, **fields: str) -> Any:
    return browser.post("/account/tokens/", {"action": "make", "name": "my phone", "scope": "play", **fields})


def test_a_token_is_shown_once_and_told_by_mail(browser: Client, player: User) -> None:
    response = make_token(browser)
    text = response.context["made"]
    assert text in response.content.decode()
    assert Program(text).json("/me")["name"] == "Ada"
    assert text not in browser.get("/account/tokens/").content.decode()
    mail = OutboxMail.objects.get(kind="account")
    assert mail.to == player.email
    assert "my phone" in " ".join(mail.text.split())
    assert text not in mail.text


def test_making_one_asks_whether_it_is_still_you(log_in: LogIn, player: User) -> None:
    response = make_token(log_in(player))
    assert response.status_code == 302
    assert "reauthenticate" in response["Location"]
    assert not Token.objects.exists()


def test_what_is_wrong_stands_beside_its_field(browser: Client) -> None:
    response = make_token(browser, name=" ", scope="all")
    assert response.status_code == 422
    assert set(response.context["form"].errors) == {"name", "scope"}


def test_a_token_is_revoked_by_its_owner_alone(browser: Client, log_in: LogIn, player: User, opponent: User) -> None:
    tokens.make(player, "phone", "read")
    token = Token.objects.get()
    log_in(opponent).post("/account/tokens/", {"action": "revoke", "token": token.pk})
    assert Token.objects.exists()
    browser.post("/account/tokens/", {"action": "revoke", "token": token.pk})
    assert not Token.objects.exists()


def test_a_player_has_only_so_many(browser: Client, player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "MOST", 1)
    assert make_token(browser).status_code == 200
    assert make_token(browser).status_code == 409
    assert Token.objects.count() == 1


def test_a_guest_has_none(log_in: LogIn, db: None) -> None:
    assert log_in(GuestFactory()).get("/account/tokens/").status_code == 403


def test_ones_data_has_the_tokens_and_webhooks_without_their_secrets(player: User, event: Event, club: Club) -> None:
    text = tokens.make(player, "my phone", "read")
    webhook = editing.add(event, "https://club.example/", ["match.ended"], by=player)
    editing.add(club, "https://tower.example/", ["match.ended"], by=player)
    found = export(player)["programs"]
    assert [each["name"] for each in found["tokens"]] == ["my phone"]
    assert [(each["event"], each["club"], each["address"]) for each in found["webhooks_made"]] == [
        ("Spring Cup", None, "https://club.example/"),
        (None, "Tower", "https://tower.example/"),
    ]
    told = json.dumps(found, default=str)
    assert text not in told
    assert Token.objects.get().digest not in told
    assert webhook.secret not in told


def test_tokens_go_with_their_account_and_webhooks_stay(player: User, event: Event) -> None:
    program = Program(tokens.make(player, "my phone", "read"))
    webhook = editing.add(event, "https://club.example/", ["match.ended"], by=player)
    delete_account(player)
    assert program.get("/events").status_code == 401
    webhook.refresh_from_db()
    assert webhook.made_by is None


# -- webhooks ------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(log_in: LogIn, organiser: User) -> Client:
    return log_in(organiser)


def test_a_webhook_is_added_tested_and_switched(desk: Client, event: Event, addresses: dict[str, str]) -> None:
    def act(action: str, **fields: Any) -> Any:
        response = desk.post(addresses["webhooks"], {"action": action, **fields})
        assert response.status_code == 303
        return event.webhooks.first()

    webhook = act("add", url="https://club.example/hook", kinds=["match.ended", "table.changed"])
    assert (webhook.url, webhook.kinds) == ("https://club.example/hook", ["match.ended", "table.changed"])
    act("test", webhook=webhook.pk)
    assert Delivery.objects.get().kind == "test"
    page = desk.get(addresses["webhooks"]).content.decode()
    assert webhook.secret in page
    assert "waiting to be sent" in page
    assert act("off", webhook=webhook.pk).off_at is not None
    assert act("on", webhook=webhook.pk).off_at is None
    assert act("secret", webhook=webhook.pk).secret != webhook.secret
    assert act("remove", webhook=webhook.pk) is None


def test_an_address_that_is_not_taken_stays_in_the_form(desk: Client, addresses: dict[str, str]) -> None:
    response = desk.post(addresses["webhooks"], {"action": "add", "url": "http://club.example/", "kinds": ALL_KINDS})
    assert response.status_code == 422
    assert "http://club.example/" in response.content.decode()
    assert list(response.context["form"].errors) == ["url"]
    assert not Webhook.objects.exists()


ALL_KINDS = ["round.published"]


def test_another_events_webhook_is_not_touched(desk: Client, addresses: dict[str, str]) -> None:
    other = editing.add(EventFactory(), "https://club.example/", [], by=UserFactory())
    assert desk.post(addresses["webhooks"], {"action": "remove", "webhook": other.pk}).status_code == 404
    assert Webhook.objects.filter(pk=other.pk).exists()


@pytest.fixture
def club_desk(log_in: LogIn, club: Club) -> Client:
    return log_in(player_of(member_of(club, Membership.Role.ORGANISER)))


def test_a_webhook_of_a_club_is_added_on_the_clubs_page_and_offers_its_seasons(club_desk: Client, club: Club) -> None:
    page = club_desk.get(CLUB_WEBHOOKS)
    assert [value for value, _label in page.context["form"].fields["kinds"].choices] == [
        "round.published", "match.ended", "table.changed", "season.published", "season.ended",
    ]  # fmt: skip
    fields = {"action": "add", "url": "https://club.example/hook", "kinds": ["season.ended"]}
    assert club_desk.post(CLUB_WEBHOOKS, fields).status_code == 303
    webhook = club.webhooks.get()
    assert (webhook.event, webhook.kinds) == (None, ["season.ended"])
    assert webhook.secret in club_desk.get(CLUB_WEBHOOKS).content.decode()
    assert CLUB_WEBHOOKS in club_desk.get("/clubs/tower/manage/").content.decode()


def test_an_event_has_no_seasons_to_be_told_of(desk: Client, addresses: dict[str, str]) -> None:
    fields = {"action": "add", "url": "https://club.example/", "kinds": ["season.ended"]}
    response = desk.post(addresses["webhooks"], fields)
    assert (response.status_code, list(response.context["form"].errors)) == (422, ["kinds"])


def test_a_clubs_page_does_not_touch_an_events_webhook(club_desk: Client, club: Club) -> None:
    other = editing.add(EventFactory(club=club), "https://club.example/", [], by=UserFactory())
    assert club_desk.post(CLUB_WEBHOOKS, {"action": "remove", "webhook": other.pk}).status_code == 404


def test_a_club_has_only_so_many(club_desk: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editing, "MOST", 0)
    fields = {"action": "add", "url": "https://club.example/", "kinds": ["match.ended"]}
    response = club_desk.post(CLUB_WEBHOOKS, fields)
    assert response.status_code == 409
    assert "A club has 0 webhooks at most." in response.content.decode()


# -- the widget ----------------------------------------------------------------------------------------------------


@pytest.fixture
def cup(db: None) -> Event:
    event = going.begun(4, name="Spring <Cup>")
    going.win(going.match_of(event, 1, "Ada"), "Ada")
    results.take_missed()
    return event


def test_the_widget_may_be_embedded_anywhere_and_nothing_else_may(client: Client, cup: Event) -> None:
    response = client.get(f"/events/{cup.pk}/widget/")
    policy = response["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "default-src 'self'" in policy
    assert "X-Frame-Options" not in response.headers
    page = client.get(f"/events/{cup.pk}/")
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert page["X-Frame-Options"] == "DENY"


def test_the_widget_has_the_table_and_neither_cookies_nor_scripts(client: Client, cup: Event) -> None:
    response = client.get(f"/events/{cup.pk}/widget/")
    page = response.content.decode()
    assert not response.cookies
    assert "<script" not in page
    assert " style=" not in page
    assert '<base target="_top">' in page
    assert "Spring &lt;Cup&gt;" in page
    assert page.index("Ada") < page.index("Cleo")
    assert response["Cache-Control"] == "public, max-age=60"
    again = client.get(f"/events/{cup.pk}/widget/", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_the_widget_speaks_the_language_that_is_asked_for(client: Client, cup: Event) -> None:
    german = client.get(f"/events/{cup.pk}/widget/?lang=de").content.decode()
    assert '<html lang="de">' in german
    assert "Tabelle nach Runde 1" in german
    assert '<html lang="en-gb">' in client.get(f"/events/{cup.pk}/widget/?lang=tlh").content.decode()


def test_a_long_table_is_cut_and_leads_to_the_whole(client: Client, cup: Event) -> None:
    page = client.get(f"/events/{cup.pk}/widget/?rows=1").content.decode()
    assert "Ada" in page
    assert "Cleo" not in page
    assert "The whole table, 3 more" in page


def test_what_is_not_everybodys_is_not_embedded(log_in: LogIn, organiser: User, event: Event) -> None:
    Event.objects.update(is_public=False)
    assert log_in(organiser).get(f"/events/{event.pk}/widget/").status_code == 404
    page = log_in(organiser).get(f"/events/{event.pk}/manage/webhooks/").content.decode()
    assert "&lt;iframe" not in page


def test_organisers_find_the_snippet(desk: Client, addresses: dict[str, str]) -> None:
    page = desk.get(addresses["webhooks"]).content.decode()
    assert f"{addresses['widget']}?lang=en-gb" in page
    assert "&lt;iframe" in page


def test_the_snippet_is_sound_whatever_the_events_name_is(desk: Client, addresses: dict[str, str]) -> None:
    Event.objects.update(name='</textarea>"Cup"')
    page = desk.get(addresses["webhooks"]).content.decode()
    [shown] = re.findall("<textarea id=.snippet.[^>]*>(.*?)</textarea>", page, re.DOTALL)
    copied = html.unescape(shown)
    assert copied.startswith("<iframe src=")
    assert 'title="&lt;/textarea&gt;&quot;Cup&quot;"' in copied


def test_the_document_is_a_page_without_scripts(client: Client, db: None) -> None:
    page = client.get("/api/").content.decode()
    assert "<script" not in page
    assert "POST /matches/{match}/turns" in page
    assert 'id="TurnTaken"' in page
    assert "/ null" not in page
    assert "<dt><code>closed_at</code></dt><dd>date-time, may be null</dd>" in page
    assert '<code>stage</code> <span class="muted">(query, optional): ' in page
    assert '<code>event</code> <span class="muted">(path): ' in page
