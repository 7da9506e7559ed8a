"""The help pages: each in both languages, with links that lead somewhere and labels that the site has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import translation
from django.utils.html import escape
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from fortify_site.help.figures import figures
from fortify_site.help.topics import PRIVACY, TOPICS
from fortify_site.push.encrypt import new_private_key
from i18n.catalogue import read_catalogue
from matches.clocks.pauses import friendly_pool
from tests.support.markup import compact
from tests.support.pages import main_of, words
from tests.support.people import logged_in

pytestmark = pytest.mark.django_db
TEMPLATES = Path(site.BASE_DIR) / "templates" / "help"
LANGUAGES = ("en-gb", "de")
QUOTED = {"en-gb": re.compile("“([^”]+)”"), "de": re.compile("„([^“]+)“")}
# What stands in quotation marks and is no label: signs in an email, words of the admin pages, which are in English, and
# what the page itself explains.
NO_LABELS = {">", "-- ", "Players", "the host", "der Betreiber"}


def addresses() -> list[str]:
    return ["/help/", *(topic.get_absolute_url() for topic in TOPICS)]


def pages(client: Client) -> Iterator[str]:
    for address in addresses():
        response = client.get(address)
        assert response.status_code == 200, address
        yield main_of(response.text)


@pytest.fixture
def everything_offered(settings: Settings) -> None:
    settings.PUSH_KEY = new_private_key()
    settings.CONTACT_EMAIL = "club@example.org"


@pytest.mark.usefixtures("everything_offered")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_there_in_both_languages(language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    contents, *found = map(compact, pages(client))
    for topic, page in zip(TOPICS, found, strict=True):
        with translation.override(language):
            title, answers = escape(str(topic.title)), escape(str(topic.answers))
        assert f"<h1>{title}</h1>" in page
        assert f'<a href="{topic.get_absolute_url()}"><b>{title}</b></a>' in contents
        assert answers in contents
        assert "%(" not in page
        assert "mailto:club@example.org" in page


@pytest.mark.usefixtures("everything_offered")
def test_every_link_leads_to_a_page_and_to_its_part(host: User) -> None:
    client = logged_in(host)
    links = {unescape(link) for page in pages(client) for link in re.findall(r'href="([^"]+)"', page)}
    inside = {link for link in links if not link.startswith("mailto:")}
    assert len(inside) > 30
    for link in sorted(inside):
        response = client.get(link.partition("#")[0], follow=True)
        assert response.status_code == 200, link
        fragment = urlsplit(link).fragment
        assert not fragment or f'id="{fragment}"' in response.text, link


@pytest.mark.usefixtures("everything_offered")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_they_quote_is_what_the_site_says(language: str) -> None:
    said = [words(text) for text in labels(language)]
    client = Client(headers={"Accept-Language": language})
    quoted = {label for page in pages(client) for label in QUOTED[language].findall(words(page))}
    assert len(quoted) > 20
    assert sorted(label for label in quoted - NO_LABELS if not any(is_label(text, label) for text in said)) == []


def labels(language: str) -> Iterator[str]:
    """What the site says elsewhere, in that language."""
    for message in read_catalogue("de"):
        if any(not place.startswith(("templates/help/", "fortify_site/help/")) for place, _ in message.locations):
            said = message.string if language == "de" else message.id
            yield from [said] if isinstance(said, str) else said or ()


def is_label(text: str, label: str) -> bool:
    """Whether the text is that label, or begins so: “All legal actions (63)”, “Conditional turns: …”."""
    return text == label or text.startswith((f"{label} (", f"{label}:"))


@pytest.mark.parametrize("offered", [True, False])
def test_a_site_names_only_what_it_has(settings: Settings, client: Client, *, offered: bool) -> None:
    settings.REPLY_DOMAIN = "replies.example" if offered else ""
    settings.COMPUTER_PLAYERS = settings.WEEKLY_FOREST = offered
    settings.PUSH_KEY = new_private_key() if offered else ""
    settings.CONTACT_EMAIL = "club@example.org" if offered else ""
    text = " ".join(pages(client))
    for told in ("take back</code>", '"/computer/"', '"/weekly/"', '"/account/notifications/"', "mailto:"):
        assert (told in text) is offered, told


def test_the_vacation_days_are_those_that_the_host_has_set(settings: Settings, client: Client) -> None:
    settings.VACATION_DAYS = 31
    assert "You have 31 days a year" in words(client.get("/help/clocks/").text)
    pool = friendly_pool()
    pool.days = 1
    pool.save()
    assert "You have 1 day a year" in words(client.get("/help/clocks/").text)


def test_every_figure_is_used_somewhere() -> None:
    used = " ".join(path.read_text() for path in TEMPLATES.rglob("*.html"))
    used += (Path(site.BASE_DIR) / "fortify_site" / "help" / "personal_data.py").read_text()
    assert sorted(name for name in figures() if not re.search(rf"\b{name}\b", used)) == []


def test_they_cost_next_to_no_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    for address in addresses():
        with django_assert_max_num_queries(1):
            client.get(address)


def test_there_is_no_other_page_and_nothing_to_post(client: Client) -> None:
    assert client.get("/help/nothing/").status_code == 404
    assert client.get(f"/help/{PRIVACY.slug}/").status_code == 404
    assert {client.post(address).status_code for address in addresses()} == {405}
