"""Header and footer are drawn once for all who see them alike, and no reader's own things stand on another's page."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.support.factories import UserFactory
from tests.support.markup import compact

TOKEN = re.compile(r'action="/accounts/logout/"><input type="hidden" name="csrfmiddlewaretoken" value="(\w+)">')
CURRENT = re.compile(r'<a href="([^"]+)" aria-current="(page|true)">')


def header(client: Client, path: str) -> str:
    page = compact(client.get(path).text)
    return page[page.index("<header") : page.index("</header>")]


def test_each_page_has_its_own_readers_name_and_token(db: None) -> None:
    seen: list[tuple[list[str], str]] = []
    for name in ("Ada", "<Ben>", "Ada"):
        client = Client()
        client.force_login(UserFactory(display_name=f"{name} {len(seen)}"))
        page = compact(client.get("/").text)
        (token,) = TOKEN.findall(page)
        seen.append((re.findall(r'<span class="who">(.*?)</span>', page), token))
    assert [names for names, _ in seen] == [["Ada 0"], ["&lt;Ben&gt; 1"], ["Ada 2"]]
    assert len({token for _, token in seen}) == len(seen)
    visitor = Client().get("/rules/")
    assert "csrftoken" not in visitor.cookies
    assert 'class="who"' not in visitor.content.decode()


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("/", ("/", "page")),
        ("/lobby/", ("/challenges/", "true")),
        ("/challenges/", ("/challenges/", "true")),
        ("/matches/", ("/matches/", "true")),
        ("/leave/", ("/account/", "true")),
        ("/rules/fortify/", ("/rules/", "true")),
        ("/host/", ("/host/", "page")),
        ("/host/failed/", None),
        ("/search/", None),
        ("/matchesx/", None),
    ],
)
def test_the_header_shows_where_one_is(db: None, path: str, current: tuple[str, str] | None) -> None:
    client = Client()
    client.force_login(UserFactory(is_staff=True))
    for _ in range(2):
        assert CURRENT.findall(header(client, path)) == ([current] if current else [])
    assert ('role="search"' in header(client, path)) is (path != "/search/")
