"""Changing the address of an account."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from fortify_site.accounts.models import User

from .acts import confirm_by_password, log_in, type_address_code, who
from .mailed import last_code, last_mail, mails_to

NEW = "ada@new.example"


@pytest.fixture
def ada(client: Client, player: User) -> Client:
    client.force_login(player)
    confirm_by_password(client)
    return client


def ask(client: Client, address: str = NEW) -> None:
    client.post(reverse("account_email"), {"action_add": "", "email": address})


def test_the_code_changes_it(ada: Client, player: User) -> None:
    ask(ada)
    type_address_code(ada, last_code(NEW))
    player.refresh_from_db()
    assert player.email == NEW
    browser = Client()
    log_in(browser, NEW)
    assert who(browser) == player


def test_the_old_address_is_told(ada: Client, player: User) -> None:
    ask(ada)
    type_address_code(ada, last_code(NEW))
    assert "changed" in last_mail("ada@players.example").subject


def test_the_old_one_stays_until_then(ada: Client, player: User) -> None:
    ask(ada)
    player.refresh_from_db()
    assert player.email == "ada@players.example"


def test_a_wrong_code_changes_nothing(ada: Client, player: User) -> None:
    ask(ada)
    type_address_code(ada, "BCDF-GHJK")
    player.refresh_from_db()
    assert player.email == "ada@players.example"


def test_it_asks_whether_it_is_you_first(client: Client, player: User) -> None:
    client.force_login(player)
    ask(client)
    assert mails_to(NEW) == []


def test_nobody_gets_anothers_address(ada: Client, player: User, opponent: User) -> None:
    ask(ada, "BEN@players.example")
    type_address_code(ada, "BCDF-GHJK")
    player.refresh_from_db()
    assert player.email == "ada@players.example"
