"""The page of one's name and wishes."""

from __future__ import annotations

from datetime import time

import pytest
from django.test import Client
from django.urls import reverse

from fortify_site.accounts.forms import ProfileForm
from fortify_site.accounts.models import User
from matches.models import OutboxMail
from tests.factories import MatchFactory, UserFactory

from .acts import words

WISHES = {
    "display_name": "Ada L.",
    "time_zone": "America/New_York",
    "night_from": "23:30",
    "language": "en-us",
    "turn_mail": "none",
}


@pytest.fixture
def at_home(client: Client, player: User) -> Client:
    client.force_login(player)
    return client


def test_it_keeps_name_zone_night_language_and_mail(at_home: Client, player: User) -> None:
    assert at_home.post(reverse("accounts:profile"), WISHES).status_code == 302
    player.refresh_from_db()
    assert (player.display_name, player.time_zone) == ("Ada L.", "America/New_York")
    assert player.night_from == time(23, 30)
    assert (player.language, player.turn_mail) == ("en-us", "none")


def test_it_leaves_alone_what_is_not_on_the_page(
    at_home: Client, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as an address that is changed on another page at the same moment."""
    clean = ProfileForm.clean

    def meanwhile(form: ProfileForm) -> object:
        User.objects.filter(pk=player.pk).update(email="new@players.example", is_staff=True)
        return clean(form)

    monkeypatch.setattr(ProfileForm, "clean", meanwhile)
    at_home.post(reverse("accounts:profile"), WISHES)
    player.refresh_from_db()
    assert (player.display_name, player.email, player.is_staff) == ("Ada L.", "new@players.example", True)


def test_a_night_is_chosen_with_its_end(at_home: Client, player: User) -> None:
    page = words(at_home.get(reverse("accounts:profile")))
    assert '<option value="22:00" selected>22:00 to 07:00</option>' in page
    assert "Nine hours from then, the clock stands still in matches that have nights." in page
    User.objects.update(language="en-us")
    assert ">10:00 PM to 7:00 AM</option>" in words(at_home.get(reverse("accounts:profile")))


def test_a_night_of_ones_own_stays_as_it_is(at_home: Client, player: User) -> None:
    User.objects.update(night_from=time(22, 45))
    page = words(at_home.get(reverse("accounts:profile")))
    assert '<option value="22:45" selected>22:45 to 07:45</option>' in page
    at_home.post(reverse("accounts:profile"), {**WISHES, "night_from": "22:45"})
    player.refresh_from_db()
    assert player.night_from == time(22, 45)


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


def test_turns_that_wait_are_announced_when_mail_about_them_is_wanted_again(at_home: Client, player: User) -> None:
    User.objects.filter(pk=player.pk).update(turn_mail="none")
    player.refresh_from_db()
    MatchFactory(players=[player, UserFactory()])
    announced = OutboxMail.objects.filter(kind="your_turn", user=player)
    assert not announced.exists()
    at_home.post(reverse("accounts:profile"), {**WISHES, "language": "en-gb"})
    assert not announced.exists()
    for _ in range(2):
        at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "each"})
    assert announced.count() == 1
