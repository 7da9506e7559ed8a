"""Wrong passwords are counted for each address and peer: they stop who tries them, and not the owner."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from tests.support.account_actions import ask_for_login_code, log_in, log_in_by_code, who, words

pytestmark = pytest.mark.django_db
THERE, HOME = "198.51.100.7", "203.0.113.9"
LOCKED = "Too many wrong passwords. Wait five minutes, or log in with an emailed code or a passkey."


@pytest.fixture(autouse=True)
def five_wrong_ones(player: User) -> None:
    for _ in range(5):
        log_in(browser(THERE), player.email, "a guess")


def browser(peer: str) -> Client:
    return Client(REMOTE_ADDR=peer)


def test_who_tried_them_can_try_no_more(player: User) -> None:
    client = browser(THERE)
    assert LOCKED in words(log_in(client, player.email))
    assert who(client) is None


def test_the_owner_logs_in_with_the_password_from_elsewhere(player: User) -> None:
    client = browser(HOME)
    log_in(client, player.email)
    assert who(client) == player


def test_of_ipv6_a_whole_network_is_one_peer(player: User) -> None:
    for number in range(5):
        log_in(browser(f"2001:db8:1:2::{number:x}"), player.email, "a guess")
    assert LOCKED in words(log_in(browser("2001:db8:1:2:ffff::1"), player.email))
    neighbour = browser("2001:db8:1:3::1")
    log_in(neighbour, player.email)
    assert who(neighbour) == player


def test_a_peer_that_tries_many_addresses_is_stopped_as_well(player: User, opponent: User) -> None:
    for number in range(5):
        log_in(browser(THERE), f"player{number}@elsewhere.example", "a guess")
    assert LOCKED in words(log_in(browser(THERE), opponent.email))


@pytest.mark.parametrize("peer", [THERE, HOME])
def test_a_mailed_code_lets_the_owner_in_wherever(player: User, peer: str) -> None:
    client = browser(peer)
    log_in_by_code(client, player.email)
    assert who(client) == player


def test_codes_that_somebody_asks_for_leave_the_owner_theirs(player: User) -> None:
    for _ in range(4):
        answer = ask_for_login_code(browser(THERE), player.email)
    assert "asked for that too often" in words(answer)
    client = browser(HOME)
    log_in_by_code(client, player.email)
    assert who(client) == player


@pytest.mark.parametrize("answer", ["[" * 100_000, "[" + "[]," * 100_000 + "0]", "{", ""])
def test_what_is_no_answer_of_a_passkey_is_refused_and_no_fault_of_the_site(answer: str) -> None:
    client = browser(HOME)
    response = client.post(reverse("mfa_login_webauthn"), {"credential": answer})
    assert response.status_code < 500
    assert who(client) is None


def test_a_passkey_lets_the_owner_in_wherever(player: User, monkeypatch: pytest.MonkeyPatch) -> None:
    key = Authenticator.objects.create(user=player, type=Authenticator.Type.WEBAUTHN, data={"passwordless": True})
    monkeypatch.setattr(auth, "parse_authentication_response", lambda _: None)
    monkeypatch.setattr(auth, "extract_user_from_response", lambda _: player)
    monkeypatch.setattr(auth, "complete_authentication", lambda *_: key)
    client = browser(THERE)
    client.post(reverse("mfa_login_webauthn"), {"credential": '{"id": "x"}'})
    assert who(client) == player


# -- one account, guessed at from everywhere -----------------------------------------------------------------------


def guess_from_everywhere(player: User, number: int) -> None:
    for n in range(number):
        log_in(browser(f"192.0.2.{n + 1}"), player.email, "a guess")


def test_an_account_that_many_guess_at_gets_one_try_a_minute(player: User, opponent: User, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "wrong_passwords_of_account": "3/h/key"}
    guess_from_everywhere(player, 4)  # three that are free, and the one of this minute
    client = browser(HOME)
    assert LOCKED in words(log_in(client, player.email))
    log_in_by_code(client, player.email)
    assert who(client) == player
    neighbour = browser(HOME)
    log_in(neighbour, opponent.email)
    assert who(neighbour) == opponent
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        client = browser(HOME)
        log_in(client, player.email)
        assert who(client) == player


def test_links_for_a_new_password_that_someone_asks_for_leave_the_owner_theirs(player: User) -> None:
    def ask(peer: str) -> str:
        return words(browser(peer).post(reverse("account_reset_password"), {"email": player.email}, follow=True))

    asked = [ask(THERE) for _ in range(4)]
    assert ["asked for that too often" in page for page in asked] == [False, False, False, True]
    assert "asked for that too often" not in ask(HOME)
