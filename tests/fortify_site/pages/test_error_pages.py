"""Pages for when something is wrong."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.views import defaults

from accounts.models import User
from fortify_site.pages.error_pages import server_error
from tests.support.account_actions import words


def ask(user: object, path: str = "/somewhere/") -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = user  # type: ignore[assignment]
    return request


def test_a_page_that_is_not_there(client: Client, db: None) -> None:
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "Page not found" in words(response)


def test_a_page_that_belongs_to_another(player: User) -> None:
    page = words(defaults.permission_denied(ask(player), PermissionDenied("Only the two players see this.")))
    assert "Only the two players see this." in page


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/somewhere/", "/"),
        ("/matches/", "/"),
        ("/matches/12/", "/matches/12/"),
        ("/matches/12/turns/3/", "/matches/12/"),
        ("/l/abc/", "/l/abc/"),
        ("/l/abc/draft/", "/l/abc/"),
    ],
)
def test_a_fault_of_ours_needs_no_database_and_leads_back_to_the_match(path: str, leads_to: str) -> None:
    response = server_error(ask(None, path))
    assert response.status_code == 500
    page = response.text
    assert "Something went wrong" in page
    assert '<header class="site-header">' in page
    assert f'<a class="button primary" href="{leads_to}">' in page
    assert "{" not in page


def test_a_request_that_makes_no_sense(player: User) -> None:
    assert "couldn’t read that" in words(defaults.bad_request(ask(player), SuspiciousOperation()))


def test_a_form_from_another_site(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/accounts/login/", {"login": "a", "password": "b"})
    assert response.status_code == 403
    assert "Please send that again" in words(response)


@override_settings(ACCOUNT_RATE_LIMITS={"login": "1/m/ip"})
def test_too_much_in_a_short_time(client: Client, db: None) -> None:
    for _ in range(2):
        response = client.post("/accounts/login/", {"login": "a@b.example", "password": "wrong"})
    assert response.status_code == 429
    assert "Please wait a moment" in words(response)


@pytest.mark.parametrize("name", ["400.html", "403_csrf.html", "404.html", "429.html", "500.html", "503.html"])
def test_each_can_be_drawn_without_a_request(name: str) -> None:
    assert "<h1>" in render_to_string(name)
