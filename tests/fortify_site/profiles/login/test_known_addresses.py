"""No page tells whether an address has an account: the pages are the same, and so is the work behind them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.support.account_actions import (
    ask_for_login_code,
    confirm_by_password,
    log_in,
    sign_up,
    type_address_code,
    who,
    words,
)
from tests.support.account_mails import last_mail, mails_to
from tests.support.factories import GuestFactory

pytestmark = pytest.mark.django_db

NEW, KNOWN, INVITED = "new@players.example", "ada@players.example", "guest@players.example"


@pytest.fixture(autouse=True)
def people(player: User) -> None:
    GuestFactory(email=INVITED)


def plain(response: Any, address: str) -> str:
    """A page without what differs for every reader: the form's secret and the address that was typed."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", words(response))
    return text.replace(address, "ADDRESS")


def answer(act: Callable[[Client, str], Any], address: str) -> tuple[int, list[Any], str]:
    response = act(Client(), address)
    return response.status_code, response.redirect_chain, plain(response, address)


def sign_up_as_dora(client: Client, address: str) -> Any:
    return sign_up(client, address, f"Dora {address[:3]}")


def type_a_wrong_code(client: Client, address: str) -> Any:
    sign_up_as_dora(client, address)
    return type_address_code(client, "BCDF-GHJK")


def ask_for_a_new_password(client: Client, address: str) -> Any:
    return client.post(reverse("account_reset_password"), {"email": address}, follow=True)


def type_a_wrong_password(client: Client, address: str) -> Any:
    return log_in(client, address, "not this one")


@pytest.mark.parametrize(
    "act", [sign_up_as_dora, type_a_wrong_code, ask_for_login_code, ask_for_a_new_password, type_a_wrong_password]
)
def test_it_is_the_same_page(act: Callable[[Client, str], Any]) -> None:
    assert answer(act, NEW) == answer(act, KNOWN) == answer(act, INVITED)


def test_signing_up_costs_the_same_work(monkeypatch: pytest.MonkeyPatch) -> None:
    encode = MD5PasswordHasher.encode
    hashed: list[str] = []

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return str(encode(self, password, salt))

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    counts = []
    for address in (NEW, KNOWN, INVITED):
        hashed.clear()
        sign_up_as_dora(Client(), address)
        counts.append(len(hashed))
    assert counts == [1, 1, 1]


def test_changing_ones_address(opponent: User) -> None:
    def act(client: Client, address: str) -> Any:
        client.force_login(opponent)
        confirm_by_password(client)
        return client.post(reverse("account_email"), {"action_add": "", "email": address}, follow=True)

    assert answer(act, NEW) == answer(act, KNOWN)


def test_the_owner_is_told_of_a_sign_up(db: None) -> None:
    sign_up(Client(), KNOWN, "Dora")
    mail = last_mail(KNOWN)
    assert "already" in mail.subject
    assert "/accounts/login/code/" in mail.text
    assert len(User.objects.filter(email=KNOWN)) == 1


def test_the_owner_is_told_that_another_wants_the_address(client: Client, opponent: User) -> None:
    client.force_login(opponent)
    confirm_by_password(client)
    client.post(reverse("account_email"), {"action_add": "", "email": KNOWN})
    assert "already" in last_mail(KNOWN).subject
    assert "code to confirm" not in last_mail(KNOWN).subject


def test_somebody_without_an_account_is_told_so_by_mail(db: None) -> None:
    ask_for_login_code(Client(), NEW)
    Client().post(reverse("account_reset_password"), {"email": NEW})
    assert [mail.subject for mail in mails_to(NEW)] == ["No account with this address at Fortify Club"] * 2


def test_somebody_without_an_account_is_told_so_in_the_language_of_their_browser(db: None) -> None:
    ask_for_login_code(Client(headers={"accept-language": "en-us"}), NEW)
    assert '<html lang="en-us">' in last_mail(NEW).html


def test_the_owner_is_told_in_their_own_language_whoever_asks(db: None) -> None:
    ask_for_login_code(Client(headers={"accept-language": "en-us"}), KNOWN)
    assert '<html lang="en-gb">' in last_mail(KNOWN).html


def test_resending_to_a_known_address_is_the_same_page(db: None) -> None:
    def act(client: Client, address: str) -> Any:
        ask_for_login_code(client, address)
        return client.post(reverse("account_confirm_login_code"), {"action": "resend"}, follow=True)

    assert answer(act, NEW) == answer(act, KNOWN)


def test_too_many_codes_are_refused_alike(db: None) -> None:
    def act(client: Client, address: str) -> Any:
        for _ in range(4):
            response = ask_for_login_code(Client(), address)
        return response

    assert answer(act, NEW) == answer(act, KNOWN)
    assert "asked for that too often" in answer(act, NEW)[2]


def test_nobody_is_let_in_by_any_of_it(client: Client) -> None:
    sign_up(client, KNOWN, "Dora")
    assert who(client) is None
