"""Someone who was invited by mail makes the account their own, and keeps every match."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import display_names
from accounts.names.lookalikes import name_skeleton
from tests.support.account_actions import (
    ask_for_login_code,
    log_in,
    log_in_by_code,
    sign_up,
    type_address_code,
    who,
    words,
)
from tests.support.account_mails import last_code, link_in, mails_to
from tests.support.factories import PASSWORD, GuestFactory, MatchFactory
from tests.support.rows import refresh

pytestmark = pytest.mark.django_db

ADDRESS = "eve@elsewhere.example"


@pytest.fixture
def guest(player: User) -> User:
    guest: User = GuestFactory(email=ADDRESS, display_name="Guest 10777")
    MatchFactory(players=[player, guest])
    return guest


def is_proved(guest: User) -> bool:
    return bool(EmailAddress.objects.filter(user=guest, verified=True).exists())


def test_signing_up_leads_to_the_same_account(client: Client, guest: User) -> None:
    sign_up(client, ADDRESS, "Eve")
    type_address_code(client, last_code(ADDRESS))
    assert who(client) == guest
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest, guest.time_zone) == ("Eve", False, "Europe/Berlin")
    assert guest.seats.count() == 1
    assert is_proved(guest)
    assert who_by_password(ADDRESS) == guest


def test_the_account_takes_the_language_in_which_it_was_signed_up_for(guest: User) -> None:
    visitor = Client(headers={"accept-language": "en-us"})
    sign_up(visitor, ADDRESS, "Eve")
    type_address_code(visitor, last_code(ADDRESS))
    assert refresh(guest).language == "en-us"


def who_by_password(address: str) -> User | None:
    client = Client()
    log_in(client, address)
    return who(client)


def test_nothing_changes_before_the_code_is_typed(client: Client, guest: User) -> None:
    sign_up(client, ADDRESS, "Eve")
    type_address_code(client, "BCDF-GHJK")
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest) == ("Guest 10777", True)
    assert not guest.has_usable_password()
    assert not is_proved(guest)


def test_a_code_does_not_work_in_another_browser(client: Client, guest: User) -> None:
    with time_machine.travel(timedelta(seconds=-60)):
        sign_up(client, ADDRESS, "Mallory")
    sign_up(Client(), ADDRESS, "Eve")
    assert len(mails_to(ADDRESS)) == 2
    type_address_code(client, last_code(ADDRESS))
    assert who(client) is None


def test_a_name_taken_meanwhile_is_asked_for_again(client: Client, guest: User, player: User) -> None:
    sign_up(client, ADDRESS, "Eve")
    User.objects.filter(pk=player.pk).update(display_name="Eve", skeleton=name_skeleton("Eve"))
    response = type_address_code(client, last_code(ADDRESS))
    assert response.request["PATH_INFO"] == reverse("accounts:claim")
    assert "Another player is already called “Eve”." in words(response)
    assert refresh(guest).is_guest


@pytest.mark.parametrize("typed", ["Dora", "dora"])
def test_a_guest_signs_up_under_the_name_they_have(client: Client, guest: User, typed: str) -> None:
    User.objects.filter(pk=guest.pk).update(display_name="Dora", skeleton=name_skeleton("Dora"))
    sign_up(client, ADDRESS, typed)
    type_address_code(client, last_code(ADDRESS))
    assert who(client) == guest
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest, guest.seats.count()) == (typed, False, 1)


def test_for_anyone_else_the_page_is_the_same_and_the_name_is_asked_for_after_the_code(guest: User) -> None:
    """So that no one learns which address a guest has, or takes their name."""
    User.objects.filter(pk=guest.pk).update(display_name="Dora", skeleton=name_skeleton("Dora"))
    theirs, stranger = Client(), Client()
    address = "mallory@elsewhere.example"
    pages = [sign_up(theirs, ADDRESS, "Dora"), sign_up(stranger, address, "Dora")]
    assert len({(page.status_code, page.request["PATH_INFO"]) for page in pages}) == 1
    response = type_address_code(stranger, last_code(address))
    assert response.request["PATH_INFO"] == reverse("accounts:claim")
    assert "Another player is already called “Dora”." in words(response)
    assert User.objects.get(email=address).display_name != "Dora"
    assert refresh(guest).is_guest


def test_a_guest_whose_address_is_proved_cannot_be_signed_up_as(client: Client, guest: User) -> None:
    log_in_by_code(Client(), ADDRESS)
    sign_up(client, ADDRESS, "Mallory")
    assert who(client) is None
    assert refresh(guest).display_name == "Guest 10777"


def test_an_address_proved_between_form_and_login_lets_nobody_in_without_a_code(
    client: Client, guest: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    log_in_by_code(Client(), ADDRESS)
    monkeypatch.setattr("fortify_site.profiles.forms.claimable_guest", lambda _: guest)
    response = sign_up(client, ADDRESS, "Mallory")
    assert who(client) is None
    assert response.request["PATH_INFO"] == reverse("account_request_login_code")
    assert refresh(guest).display_name == "Guest 10777"


def test_logging_in_by_code_leads_to_choosing_a_name(client: Client, guest: User) -> None:
    response = log_in_by_code(client, ADDRESS)
    assert response.request["PATH_INFO"] == reverse("accounts:claim")
    assert who(client) == guest
    assert is_proved(guest)
    client.post(reverse("accounts:claim"), {"display_name": "Eve", "time_zone": "Europe/Paris", "password": ""})
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest, guest.time_zone) == ("Eve", False, "Europe/Paris")
    assert who(client) == guest


def test_choosing_a_password_keeps_one_logged_in(client: Client, guest: User) -> None:
    log_in_by_code(client, ADDRESS)
    client.post(reverse("accounts:claim"), {"display_name": "Eve", "time_zone": "UTC", "password": PASSWORD})
    assert client.get(reverse("accounts:profile")).status_code == 200
    assert who_by_password(ADDRESS) == guest


def test_choosing_a_taken_name_says_so(client: Client, guest: User, player: User) -> None:
    log_in_by_code(client, ADDRESS)
    response = client.post(reverse("accounts:claim"), {"display_name": "ada", "time_zone": "UTC"})
    assert response.status_code == 422
    assert "already called “ada”" in words(response)


def test_a_name_that_another_takes_in_that_moment_is_asked_for_again(
    client: Client, guest: User, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On both ways: choosing it when logged in, and when the code of a sign-up is typed."""
    monkeypatch.setattr(display_names, "_not_free", lambda *_, **__: None)
    visitor = Client()
    sign_up(visitor, ADDRESS, "Аda")  # with a Cyrillic А
    type_address_code(visitor, last_code(ADDRESS))
    log_in_by_code(client, ADDRESS)
    response = client.post(reverse("accounts:claim"), {"display_name": "Аda", "time_zone": "UTC"})
    assert response.status_code == 422
    assert "Another player has just taken this name" in words(response)
    guest.refresh_from_db()
    assert (guest.display_name, guest.is_guest) == ("Guest 10777", True)


def test_the_page_asked_for_follows_the_choice(client: Client, guest: User) -> None:
    client.post(f"{reverse('account_request_login_code')}?next=/rules/", {"email": ADDRESS, "next": "/rules/"})
    fields = {"code": last_code(ADDRESS), "next": "/rules/"}
    claim = client.post(reverse("account_confirm_login_code"), fields)["Location"]
    assert claim == "/account/claim/?next=%2Frules%2F"
    fields = {"display_name": "Eve", "time_zone": "UTC", "next": "/rules/"}
    assert client.post(reverse("accounts:claim"), fields)["Location"] == "/rules/"


def test_the_next_page_is_one_of_this_site(client: Client, guest: User) -> None:
    log_in_by_code(client, ADDRESS)
    fields = {"display_name": "Eve", "time_zone": "UTC", "next": "https://elsewhere.example/"}
    assert client.post(reverse("accounts:claim"), fields)["Location"] == reverse("home")


def test_a_guest_who_waits_is_reminded_on_every_page(client: Client, guest: User) -> None:
    log_in_by_code(client, ADDRESS)
    assert "Choose a name" in words(client.get(reverse("accounts:profile")))


def test_a_player_has_nothing_to_claim(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.get(reverse("accounts:claim"))["Location"] == reverse("accounts:profile")


def test_a_password_link_proves_the_mailbox_too(client: Client, guest: User) -> None:
    client.post(reverse("account_reset_password"), {"email": ADDRESS})
    page = client.get(link_in(mails_to(ADDRESS)[-1]), follow=True)
    client.post(page.request["PATH_INFO"], {"password1": PASSWORD, "password2": PASSWORD})
    log_in(client, ADDRESS)
    type_address_code(client, last_code(ADDRESS))
    assert who(client) == guest


def test_a_strangers_password_is_dropped_when_the_owner_comes_by_code(client: Client) -> None:
    sign_up(Client(), "owner@players.example", "Mallory", "a stranger's password")
    response = log_in_by_code(client, "owner@players.example")
    assert who(client) is not None
    assert "dropped the password chosen at sign-up" in words(response)
    stranger = Client()
    log_in(stranger, "owner@players.example", "a stranger's password")
    assert who(stranger) is None


def test_a_login_code_works_once(client: Client, guest: User) -> None:
    ask_for_login_code(client, ADDRESS)
    code = last_code(ADDRESS)
    client.post(reverse("account_confirm_login_code"), {"code": code})
    client.post(reverse("account_logout"))
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert who(client) is None
