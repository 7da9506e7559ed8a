"""Every address of accounts answers, in our own look, to visitors and to players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from accounts.models import User
from tests.support.account_actions import confirm_by_password, words

pytestmark = pytest.mark.django_db

ARGUMENTS: dict[str, dict[str, Any]] = {
    "account_reset_password_from_key": {"uidb36": "1", "key": "set-password"},
    "mfa_remove_webauthn": {"pk": 1},
    "mfa_edit_webauthn": {"pk": 1},
}
ABSENT = {"mfa_remove_webauthn", "mfa_edit_webauthn"}  # there is no key of this number
ONLY_WITH_SECOND_STEP = {"mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_download_recovery_codes"}


def names_of(resolver: URLResolver) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from names_of(pattern)
        elif pattern.name:
            yield pattern.name


def account_names() -> list[str]:
    roots = [each for each in get_resolver().url_patterns if isinstance(each, URLResolver)]
    return sorted(name for root in roots if str(root.pattern) == "accounts/" for name in names_of(root))


def url_of(name: str) -> str:
    return reverse(name, kwargs=ARGUMENTS.get(name))


def assert_ours(response: Any) -> None:
    """A page in our frame, with nothing that the content-security policy would stop."""
    if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
        return
    page = words(response)
    assert 'class="skip-link"' in page
    assert page.count("<h1") == 1
    assert " style=" not in page
    assert 'src="data:' not in page
    assert "onclick=" not in page


@pytest.fixture
def guarded(client: Client, player: User) -> Client:
    """Ada, logged in, with an authenticator app and recovery codes."""
    TOTP.activate(player, generate_totp_secret())
    RecoveryCodes.activate(player)
    client.force_login(player)
    confirm_by_password(client)
    return client


@pytest.mark.parametrize("name", ["account_login", "mfa_add_webauthn"])
def test_a_browser_without_scripts_is_told_beside_the_button_what_a_passkey_needs(
    name: str, client: Client, player: User
) -> None:
    if name != "account_login":
        client.force_login(player)
        confirm_by_password(client)
    page = client.get(url_of(name)).content.decode()
    assert page.count("<noscript>") == 1
    assert "Passkeys and security keys need JavaScript" in page.partition("</main>")[0]


def test_there_are_the_addresses_we_think_of() -> None:
    assert {"account_login", "account_email", "mfa_index", "mfa_add_webauthn"} <= set(account_names())


@pytest.mark.parametrize("name", account_names())
def test_a_visitor_gets_a_page_or_is_led_on(client: Client, name: str) -> None:
    response = client.get(url_of(name))
    assert response.status_code in {200, 302}
    assert_ours(response)


@pytest.mark.parametrize("name", account_names())
def test_a_player_gets_a_page_or_is_led_on(client: Client, player: User, name: str) -> None:
    client.force_login(player)
    confirm_by_password(client)
    response = client.get(url_of(name))
    assert response.status_code in ({404} if name in ABSENT | ONLY_WITH_SECOND_STEP else {200, 302})
    assert_ours(response)


@pytest.mark.parametrize("name", account_names())
def test_a_player_with_a_second_step_gets_a_page_or_is_led_on(guarded: Client, name: str) -> None:
    response = guarded.get(url_of(name))
    assert response.status_code in ({404} if name in ABSENT else {200, 302})
    assert_ours(response)


@pytest.mark.parametrize("name", ["profile", "claim", "confirm", "data", "delete", "goodbye"])
def test_our_own_pages(client: Client, player: User, name: str) -> None:
    client.force_login(player)
    response = client.get(reverse(f"accounts:{name}"))
    assert response.status_code in {200, 302}
    assert_ours(response)


def test_a_passkey_has_its_pages(guarded: Client, player: User) -> None:
    key = Authenticator.objects.create(
        user=player,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "My phone", "passwordless": True, "credential": {}},
    )
    for name, arguments in (
        ("mfa_list_webauthn", {}),
        ("mfa_edit_webauthn", {"pk": key.pk}),
        ("mfa_remove_webauthn", {"pk": key.pk}),
    ):
        response = guarded.get(reverse(name, kwargs=arguments))
        assert response.status_code == 200
        assert_ours(response)
        assert "My phone" in words(response)


def test_the_picture_for_the_app_is_in_the_page(client: Client, player: User) -> None:
    client.force_login(player)
    confirm_by_password(client)
    page = words(client.get(reverse("mfa_activate_totp")))
    assert "<svg" in page


def test_a_closed_account_is_told_so(client: Client, player: User) -> None:
    player.is_active = False
    player.save()
    response = client.post(
        reverse("account_login"), {"login": player.email, "password": "volley and volley again"}, follow=True
    )
    assert "This account is closed" in words(response)
    assert_ours(response)
