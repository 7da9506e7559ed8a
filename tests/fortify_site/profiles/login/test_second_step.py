"""Logging in when a password alone is not enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.support.account_actions import confirm_by_password, log_in, log_in_by_code, who, words
from tests.support.account_mails import last_mail


def code_of(secret: str) -> str:
    """What the app shows now (RFC 6238)."""
    return str(format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time())))))


@pytest.fixture(autouse=True)
def _no_code_runs_out() -> Iterator[None]:
    with time_machine.travel(timezone.now(), tick=False):
        yield


@pytest.fixture
def secret(player: User) -> str:
    secret: str = generate_totp_secret()
    TOTP.activate(player, secret)
    return secret


def test_the_app_can_be_set_up(client: Client, player: User, django_capture_on_commit_callbacks: Any) -> None:
    client.force_login(player)
    confirm_by_password(client)
    client.get(reverse("mfa_activate_totp"))
    secret = client.session["mfa.totp.secret"]
    with django_capture_on_commit_callbacks(execute=True):
        client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert "Turn off" in words(client.get(reverse("mfa_index")))
    assert last_mail(player.email).subject == "An authenticator app was added"


def test_the_password_is_not_enough(client: Client, player: User, secret: str) -> None:
    response = log_in(client, player.email)
    assert who(client) is None
    assert "Second step" in words(response)


def test_the_apps_code_lets_in(client: Client, player: User, secret: str) -> None:
    log_in(client, player.email)
    client.post(reverse("mfa_authenticate"), {"code": code_of(secret)})
    assert who(client) == player


def test_a_mailed_code_is_not_enough_either(client: Client, player: User, secret: str) -> None:
    log_in_by_code(client, player.email)
    assert who(client) is None


def test_a_recovery_code_lets_in_once(client: Client, player: User, secret: str) -> None:
    codes = RecoveryCodes.activate(player).get_unused_codes()
    for expected in (player, None):
        browser = Client()
        log_in(browser, player.email)
        browser.post(reverse("mfa_authenticate"), {"code": codes[0]})
        assert who(browser) == expected


def test_a_mailed_code_does_not_confirm_for_those_who_have_an_app(client: Client, player: User, secret: str) -> None:
    player.set_unusable_password()
    player.save()
    client.force_login(player)
    assert client.get(reverse("accounts:confirm"))["Location"] == reverse("mfa_reauthenticate")
