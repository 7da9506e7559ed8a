"""The page of one's name and wishes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.names import display_names
from fortify_site.profiles import forms
from fortify_site.profiles.forms import ProfileForm
from mail.models import OutboxMail
from tests.support.account_actions import words
from tests.support.factories import MatchFactory, UserFactory
from tests.support.rows import refresh
from timekeeping import clock

WISHES = {
    "display_name": "Ada L.",
    "time_zone": "America/New_York",
    "night_from": "23:30",
    "language": "en-us",
    "turn_mail": "none",
    "digest_hour": "7",
    "quiet_from": "22:30",
    "quiet_to": "07:00",
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
    assert (player.digest_hour, player.quiet_from, player.quiet_to) == (7, time(22, 30), time(7))


@pytest.mark.parametrize("wish", ["for_members", "auto_advance", "sounds", "hides_presence"])
def test_it_keeps_each_box_as_it_was_ticked(wish: str, at_home: Client, player: User) -> None:
    for ticked in ({wish: "on"}, {}):
        at_home.post(reverse("accounts:profile"), WISHES | ticked)
        assert getattr(refresh(player), wish) == bool(ticked)


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
    assert "Your clock is paused for nine hours from then, in matches with nights." in page
    User.objects.update(language="en-us")
    assert ">10:00 PM to 7:00 AM</option>" in words(at_home.get(reverse("accounts:profile")))


def test_a_night_of_ones_own_stays_as_it_is(at_home: Client, player: User) -> None:
    User.objects.update(night_from=time(22, 45))
    page = words(at_home.get(reverse("accounts:profile")))
    assert '<option value="22:45" selected>22:45 to 07:45</option>' in page
    at_home.post(reverse("accounts:profile"), {**WISHES, "night_from": "22:45"})
    assert refresh(player).night_from == time(22, 45)


def test_it_lets_one_change_the_case_of_ones_own_name(at_home: Client, player: User) -> None:
    at_home.post(reverse("accounts:profile"), {**WISHES, "display_name": "ADA"})
    assert refresh(player).display_name == "ADA"


def test_it_refuses_anothers_name_beside_the_field(at_home: Client, player: User, opponent: User) -> None:
    response = at_home.post(reverse("accounts:profile"), {**WISHES, "display_name": "BEN"})
    assert response.status_code == 422
    assert "Another player is already called “BEN”" in words(response)
    assert 'aria-describedby="id_display_name_helptext id_display_name_error"' in words(response)
    assert 'value="BEN"' in words(response)
    assert refresh(player).display_name == "Ada"


def rename(browser: Client, name: str) -> Any:
    return browser.post(reverse("accounts:profile"), {**WISHES, "display_name": name})


def test_a_name_can_be_changed_twice_in_a_month_and_the_page_says_when_again(at_home: Client, player: User) -> None:
    with time_machine.travel(datetime(2026, 5, 8, 12, tzinfo=UTC), tick=False) as now:
        at_home.force_login(player)
        assert rename(at_home, "Bea").status_code == rename(at_home, "BEA").status_code == 302
        now.shift(timedelta(days=3))
        assert rename(at_home, "Cleo").status_code == 302
        refused = rename(at_home, "Dora")
        assert refused.status_code == 422
        assert "You can change it again from Sun, Jun 7, 2026" in words(refused)
        assert rename(at_home, "Cleo").status_code == 302  # and everything else can be changed
        now.shift(timedelta(days=27))
        at_home.force_login(player)
        assert rename(at_home, "Dora").status_code == 302
    assert refresh(player).display_name == "Dora"


def test_a_name_that_was_given_up_is_nobody_elses_for_a_month(
    client: Client, at_home: Client, player: User, opponent: User
) -> None:
    with time_machine.travel(datetime(2026, 5, 8, 12, tzinfo=UTC), tick=False) as now:
        client.force_login(player)
        rename(client, "Bea")
        client.force_login(opponent)
        refused = rename(client, "Аda")  # with a Cyrillic А
        assert "Another player was called “Аda” until recently" in words(refused)
        client.force_login(player)
        assert rename(client, "Ada").status_code == 302
        now.shift(timedelta(days=31))
        client.force_login(player)
        rename(client, "Bea")
        now.shift(timedelta(days=31))
        client.force_login(opponent)
        assert rename(client, "Ada").status_code == 302


def test_a_name_that_another_takes_meanwhile_is_refused_beside_the_field(
    at_home: Client, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look whether it is free and the writing."""
    looked = display_names.clean_display_name

    def meanwhile(text: str, **whose: Any) -> str:
        name = looked(text, **whose)
        if not User.objects.filter(email="thief@players.example").exists():
            UserFactory(display_name="Веа", email="thief@players.example")  # in Cyrillic letters
        return name

    monkeypatch.setattr(forms, "clean_display_name", meanwhile)
    response = rename(at_home, "Bea")
    assert response.status_code == 422
    assert "another player" in words(response).lower()
    assert refresh(player).display_name == "Ada"


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
    MatchFactory(players=[refresh(player), UserFactory()])
    announced = OutboxMail.objects.filter(kind="your_turn", user=player)
    assert not announced.exists()
    at_home.post(reverse("accounts:profile"), {**WISHES, "language": "en-gb"})
    assert not announced.exists()
    for _ in range(2):
        at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "each"})
    assert announced.count() == 1


# -- mail ------------------------------------------------------------------------------------------------------------


def test_each_wish_is_explained_and_the_own_one_chosen(at_home: Client) -> None:
    page = words(at_home.get(reverse("accounts:profile")))
    for value, explained in (
        ("each", "With the board, and a link to play."),
        ("return", "You’re back when you visit the site, play from a link, or reply."),
        ("digest", "At an hour you choose; none if you have no turns to play."),
        ("none", "No reminders either"),
    ):
        assert f'value="{value}"' in page
        assert explained in page
    assert re.findall(r'<input type="radio" name="turn_mail" value="(\w+)"[^>]*checked', page) == ["each"]
    assert '<option value="18" selected>18:00</option>' in page


def test_the_hour_of_the_daily_mail_is_worked_out_at_once(at_home: Client, player: User) -> None:
    with time_machine.travel(datetime(2026, 11, 21, 11, 59, tzinfo=UTC), tick=False):
        at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "digest"})
    assert refresh(player).digest_at == datetime(2026, 11, 21, 12, tzinfo=UTC), "seven in New York"
    at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "each"})
    assert refresh(player).digest_at is None


def test_saving_the_rest_does_not_put_a_daily_mail_off_that_is_due(at_home: Client, player: User) -> None:
    at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "digest"})
    due = datetime(2026, 11, 1, tzinfo=UTC)
    User.objects.filter(pk=player.pk).update(digest_at=due)
    at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "digest", "display_name": "Ada the First"})
    assert refresh(player).digest_at == due


def test_quiet_hours_may_be_left_empty(at_home: Client, player: User) -> None:
    at_home.post(reverse("accounts:profile"), WISHES)
    assert at_home.post(reverse("accounts:profile"), {**WISHES, "quiet_from": "", "quiet_to": ""}).status_code == 302
    player.refresh_from_db()
    assert (player.quiet_from, player.quiet_to) == (None, None)


@pytest.mark.parametrize(
    ("times", "field", "error"),
    [
        (("22:00", ""), "quiet_to", "Fill in both times, or neither."),
        (("", "07:00"), "quiet_from", "Fill in both times, or neither."),
        (("07:00", "07:00"), "quiet_to", "Quiet hours can’t begin and end at the same time."),
        (("25:00", "07:00"), "quiet_from", "Enter a valid time."),
    ],
)
def test_quiet_hours_that_make_no_sense_are_refused_beside_the_field(
    at_home: Client, times: tuple[str, str], field: str, error: str
) -> None:
    posted = {**WISHES, "turn_mail": "digest", "quiet_from": times[0], "quiet_to": times[1]}
    response = at_home.post(reverse("accounts:profile"), posted)
    assert response.status_code == 422
    page = words(response)
    assert error in page.partition(f'id="id_{field}_error"')[2].partition("</div>")[0]
    for typed in (*times, "Ada L."):
        assert not typed or f'value="{typed}"' in page
    assert '<option value="7" selected>' in page


def test_mail_that_waits_comes_when_quiet_hours_are_given_up(at_home: Client, player: User) -> None:
    User.objects.filter(pk=player.pk).update(quiet_from=time(0), quiet_to=time.max, time_zone="America/New_York")
    player.refresh_from_db()
    with time_machine.travel(datetime(2026, 11, 21, 11, tzinfo=UTC), tick=False):
        MatchFactory(players=[player, UserFactory()])
        mail = OutboxMail.objects.get(kind="your_turn", user=player)
        assert mail.next_try_at > clock.now()
        at_home.post(reverse("accounts:profile"), {**WISHES, "turn_mail": "each", "quiet_from": "", "quiet_to": ""})
        assert refresh(mail).next_try_at == clock.now()
