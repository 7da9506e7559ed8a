"""allauth's forms have labels, and no placeholders that repeat them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db
PASSWORD = "a-rare-one-4711"
HEADER = re.compile(r"<header.*?</header>", re.DOTALL)  # whose search has one
FIELD = re.compile(r"<(?:input|textarea)\b[^>]*>")


def placeholders(client: Client, page: str) -> list[str]:
    response = client.get(f"/accounts/{page}/")
    assert response.status_code == 200
    fields = FIELD.findall(HEADER.sub("", response.content.decode()))
    assert fields
    return [field for field in fields if "placeholder" in field]


def test_visitors_see_none(client: Client) -> None:
    assert [placeholders(client, page) for page in ("login", "signup", "password/reset", "login/code")] == [[]] * 4
    client.post("/accounts/login/code/", {"email": UserFactory().email})
    assert placeholders(client, "login/code/confirm") == []


def test_players_see_none(client: Client) -> None:
    ada: User = UserFactory(password=PASSWORD)
    client.post("/accounts/login/", {"login": ada.email, "password": PASSWORD})
    pages = ("email", "password/change", "reauthenticate")
    assert [placeholders(client, page) for page in pages] == [[]] * 3
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert placeholders(client, "2fa/totp/activate") == []
