"""The page of one's name and wishes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from fortify_site.accounts.models import User

from .acts import words

WISHES = {"display_name": "Ada L.", "time_zone": "America/New_York", "language": "en-us", "turn_mail": "none"}


@pytest.fixture
def at_home(client: Client, player: User) -> Client:
    client.force_login(player)
    return client


def test_it_keeps_name_zone_language_and_mail(at_home: Client, player: User) -> None:
    assert at_home.post(reverse("accounts:profile"), WISHES).status_code == 302
    player.refresh_from_db()
    assert (player.display_name, player.time_zone) == ("Ada L.", "America/New_York")
    assert (player.language, player.turn_mail) == ("en-us", "none")


def test_it_lets_one_change_the_case_of_ones_own_name(at_home: Client, player: User) -> None:
    at_home.post(reverse("accounts:profile"), {**WISHES, "display_name": "ADA"})
    player.refresh_from_db()
    assert player.display_name == "ADA"


def test_it_refuses_anothers_name_beside_the_field(at_home: Client, player: User, opponent: User) -> None:
    response = at_home.post(reverse("accounts:profile"), {**WISHES, "display_name": "BEN"})
    assert response.status_code == 422
    assert "Another player is already called “BEN”" in words(response)
    assert 'aria-describedby="id_display_name_helptext id_display_name_error"' in words(response)
    assert 'value="BEN"' in words(response)
    player.refresh_from_db()
    assert player.display_name == "Ada"


def test_a_refused_name_is_not_shown_as_ones_own(at_home: Client, opponent: User) -> None:
    response = at_home.post(reverse("accounts:profile"), {**WISHES, "display_name": "BEN"})
    assert '<span class="who">Ada</span>' in words(response)


def test_it_links_to_all_that_belongs_to_the_account(at_home: Client) -> None:
    page = words(at_home.get(reverse("accounts:profile")))
    names = ("account_email", "account_change_password", "mfa_index", "accounts:data", "accounts:delete")
    for name in names:
        assert f'href="{reverse(name)}"' in page


def test_it_asks_visitors_to_log_in(client: Client) -> None:
    assert client.get(reverse("accounts:profile"))["Location"] == "/accounts/login/?next=/account/"
