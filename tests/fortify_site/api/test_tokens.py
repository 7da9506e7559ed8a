"""The page of a player's tokens, and what becomes of tokens."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from fortify_site.api.webhooks import owners
from fortify_site.profiles.delete_account import delete_account
from fortify_site.profiles.export_data import export_account
from mail.models import OutboxMail
from tests.support.account_actions import confirm_by_password
from tests.support.factories import ClubFactory, EventFactory, GuestFactory
from tests.support.people import LogIn

from .conftest import Program

pytestmark = pytest.mark.either


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
    tokens.make_token(player, "phone", "read")
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


def test_ones_data_has_the_tokens_and_webhooks_without_their_secrets(player: User) -> None:
    text = tokens.make_token(player, "my phone", "read")
    webhook = owners.add_webhook(EventFactory(name="Spring Cup"), "https://club.example/", ["match.ended"], by=player)
    owners.add_webhook(ClubFactory(name="Tower"), "https://tower.example/", ["match.ended"], by=player)
    found = export_account(player)["programs"]
    assert [each["name"] for each in found["tokens"]] == ["my phone"]
    assert [(each["event"], each["club"], each["address"]) for each in found["webhooks_made"]] == [
        ("Spring Cup", None, "https://club.example/"),
        (None, "Tower", "https://tower.example/"),
    ]
    told = json.dumps(found, default=str)
    assert text not in told
    assert Token.objects.get().digest not in told
    assert webhook.secret not in told


def test_tokens_go_with_their_account_and_webhooks_stay(player: User) -> None:
    program = Program(tokens.make_token(player, "my phone", "read"))
    webhook = owners.add_webhook(EventFactory(), "https://club.example/", ["match.ended"], by=player)
    delete_account(player)
    assert program.get("/events").status_code == 401
    webhook.refresh_from_db()
    assert webhook.made_by is None
