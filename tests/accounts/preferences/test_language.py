"""The language of pages and emails: whose choice counts, and how it is made."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from accounts.models import User
from fortify_site.profiles import views
from matches.offers import guests
from tests.support.markup import compact
from tests.support.people import LogIn

pytestmark = pytest.mark.django_db

CHOICE = "/language/"
HERE = {"Sec-Fetch-Site": "same-origin"}
EVIL = "https://evil.example/"


@pytest.fixture
def visitor() -> Client:
    """A browser that asks for American English."""
    return Client(enforce_csrf_checks=True, headers={**HERE, "Accept-Language": "en-US,en;q=0.8"})


def language_of(client: Client, path: str = "/events/") -> str:
    """What a page says its language is."""
    return client.get(path).content.decode().split('<html lang="', 1)[1].split('"', 1)[0]


def test_a_visitor_chooses_at_the_foot_of_a_page_and_comes_back_to_it(visitor: Client) -> None:
    assert language_of(visitor) == "en-us"
    answer = visitor.post(CHOICE, {"language": "de"}, headers={"Referer": "http://testserver/events/?page=2"})
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver/events/?page=2")
    assert language_of(visitor) == "de"


def test_the_choice_is_kept_in_a_cookie_that_outlives_the_visit(visitor: Client) -> None:
    cookie = visitor.post(CHOICE, {"language": "en-au"}).cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["samesite"], cookie["max-age"]) == ("en-au", "Lax", 365 * 24 * 3600)


def test_a_players_choice_changes_the_profile(log_in: LogIn, player: User) -> None:
    browser = log_in(player)
    browser.post(CHOICE, {"language": "de"}, headers=HERE)
    player.refresh_from_db()
    assert player.language == "de"
    assert language_of(browser, "/") == "de"


def test_the_profile_counts_for_a_player_whatever_the_browser_has_chosen(visitor: Client, player: User) -> None:
    visitor.post(CHOICE, {"language": "de"})
    visitor.force_login(player)
    assert language_of(visitor, "/") == "en-gb"


def test_a_language_that_is_chosen_in_the_profile_counts_at_once(
    log_in: LogIn, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "_", lambda message: f"{translation.get_language()}: {message}")
    browser = log_in(player)
    typed = browser.get("/account/").context["form"].initial | {"language": "de", "quiet_from": "", "quiet_to": ""}
    page = browser.post("/account/", typed, follow=True).content.decode()
    assert "de: Saved." in page
    assert '<html lang="de">' in page


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_address_changes_nothing(log_in: LogIn, player: User, method: str) -> None:
    answer = getattr(log_in(player), method)(CHOICE, {"language": "de"})
    assert answer["Location"] == "/"
    assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies
    player.refresh_from_db()
    assert player.language == "en-gb"


@pytest.mark.parametrize(
    ("language", "sender", "status"),
    [
        ("de", {"Sec-Fetch-Site": "cross-site"}, 403),
        ("de", {"Origin": EVIL[:-1]}, 403),
        ("de", {}, 403),
        *((language, HERE, 400) for language in ("fr", "xx", "de-de", "")),  # Django itself speaks French
    ],
)
def test_another_site_cannot_choose_nor_can_a_language_be_chosen_that_there_is_not(
    log_in: LogIn, player: User, language: str, sender: dict[str, str], status: int
) -> None:
    answer = log_in(player).post(CHOICE, {"language": language}, headers=sender)
    assert answer.status_code == status
    assert settings.LANGUAGE_COOKIE_NAME not in answer.cookies
    player.refresh_from_db()
    assert player.language == "en-gb"


def test_nobody_is_sent_on_to_another_site(visitor: Client) -> None:
    answer = visitor.post(CHOICE, {"language": "de", "next": EVIL}, headers={"Referer": EVIL})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("path", ["/", "/events/", "/rules/", "/accounts/login/", "/no-such-page/"])
def test_each_name_stands_in_its_own_language_and_the_chosen_one_is_marked(visitor: Client, path: str) -> None:
    visitor.post(CHOICE, {"language": "de"})
    footer = compact(visitor.get(path).text).split("<footer")[1]
    assert footer.count('name="language"') == len(settings.LANGUAGES)
    assert 'value="de" lang="de" aria-current="true">Deutsch</button>' in footer
    assert 'value="en-gb" lang="en-gb">English (United Kingdom)</button>' in footer


def test_the_names_in_the_profile_say_their_language_too(log_in: LogIn, player: User) -> None:
    page = log_in(player).get("/account/").content.decode()
    assert '<option value="de" lang="de">Deutsch</option>' in page
    assert '<option value="en-gb" selected lang="en-gb">English (United Kingdom)</option>' in page


def test_a_page_that_is_kept_for_all_visitors_is_kept_for_each_language(visitor: Client) -> None:
    german = Client(headers={"Accept-Language": "de-AT,de;q=0.9"})
    assert [language_of(visitor), language_of(german), language_of(visitor)] == ["en-us", "de", "en-us"]


@pytest.mark.parametrize("path", ["/", "/events/", "/rules/", "/accounts/login/"])
def test_caches_on_the_way_are_told_what_the_language_depends_on(visitor: Client, path: str) -> None:
    assert {"Accept-Language", "Cookie"} <= set(visitor.get(path)["Vary"].split(", "))


def test_the_chooser_brings_no_token_of_one_visitor_into_a_page_for_all(visitor: Client) -> None:
    answer = visitor.get("/events/")
    assert b"csrfmiddlewaretoken" not in answer.content
    assert not answer.cookies


def test_who_signs_up_is_written_to_in_the_language_they_saw(visitor: Client) -> None:
    visitor = Client(headers=HERE)
    visitor.post(CHOICE, {"language": "de"})
    typed = {"email": "new@players.example", "display_name": "Nele", "password1": "long and unguessable 7"}
    visitor.post("/accounts/signup/", {**typed, "time_zone": "Europe/Berlin"})
    assert User.objects.get(display_name="Nele").language == "de"


def test_an_address_is_written_to_in_the_language_of_who_gave_it() -> None:
    with translation.override("de"):
        assert guests.reader_of("friend@elsewhere.example").language == "de"
    assert guests.reader_of("other@elsewhere.example").language == "en-gb"
    with translation.override("de"):
        assert guests.reader_of("other@elsewhere.example").language == "en-gb"


@pytest.mark.parametrize(
    ("path", "status"), [("/no-such-page/", 404), ("/accounts/confirm-email/x/", 404), (CHOICE, 400)]
)
def test_an_error_is_in_the_readers_language(log_in: LogIn, player: User, path: str, status: int) -> None:
    User.objects.filter(pk=player.pk).update(language="de")
    browser = log_in(player)
    answer = browser.post(path, headers=HERE) if status == 400 else browser.get(path)
    assert answer.status_code == status
    assert '<html lang="de">' in answer.content.decode()


def test_a_form_that_came_too_late_is_refused_in_the_readers_language(player: User) -> None:
    User.objects.filter(pk=player.pk).update(language="de")
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(player)
    answer = browser.post("/accounts/logout/")
    assert answer.status_code == 403
    assert '<html lang="de">' in answer.content.decode()
