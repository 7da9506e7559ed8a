"""The choice of a light or a dark scheme."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.preferences.theme import COOKIE
from tests.support.markup import compact


def sheets(client: Client) -> dict[str, str]:
    """The stylesheets of a page by name, with whom each is for."""
    head = compact(client.get("/rules/").text).partition("</head>")[0]
    links = re.findall(r'<link rel="stylesheet" href="[^"]*?(\w+)[.\w]*\.css"(?: media="([^"]*)")?>', head)
    return dict(links)


@pytest.mark.django_db
def test_it_is_the_systems_until_one_is_chosen(client: Client) -> None:
    assert sheets(client)["dark"] == "screen and (prefers-color-scheme: dark)"

    client.post("/theme/", {"theme": "dark", "next": "/rules/"})
    assert sheets(client)["dark"] == "screen"

    client.post("/theme/", {"theme": "light"})
    assert "dark" not in sheets(client)

    client.post("/theme/", {"theme": ""})
    assert sheets(client)["dark"] == "screen and (prefers-color-scheme: dark)"


@pytest.mark.django_db
def test_it_leads_back_and_takes_no_other_scheme(client: Client) -> None:
    answer = client.post("/theme/", {"theme": "dark", "next": "/events/?show=past"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/events/?show=past")
    before = {"Referer": "http://testserver/clubs/"}
    assert client.post("/theme/", {"theme": "dark"}, headers=before).headers["Location"] == "/clubs/"
    assert client.post("/theme/", {"theme": "sepia"}).status_code == 400


@pytest.mark.django_db
def test_a_page_that_is_kept_for_visitors_is_kept_for_each_scheme(client: Client) -> None:
    addresses = [re.findall(r'media="screen[^"]*"', client.get("/events/").text)]
    client.cookies[COOKIE] = "dark"
    addresses.append(re.findall(r'media="screen[^"]*"', client.get("/events/").text))
    assert addresses == [['media="screen and (prefers-color-scheme: dark)"'], ['media="screen"']]
