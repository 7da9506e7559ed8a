"""The host's pages about players."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.account_actions import log_in, who, words
from tests.support.factories import PASSWORD, GuestFactory, MatchFactory, UserFactory

LIST = reverse("admin:accounts_user_changelist")


@pytest.fixture
def desk(client: Client, host: User) -> Client:
    client.force_login(host)
    return client


def test_a_host_made_on_the_command_line_can_log_in_at_once(host: User) -> None:
    browser = Client()
    log_in(browser, "HOST@site.example", PASSWORD)
    assert who(browser) == host
    assert browser.get(LIST).status_code == 200


def test_the_admin_has_no_login_of_its_own(client: Client, db: None) -> None:
    assert client.get(reverse("admin:login"))["Location"].startswith(reverse("account_login"))


def test_a_player_is_turned_away(client: Client, player: User) -> None:
    client.force_login(player)
    assert client.get(LIST, follow=True).status_code == 403


@pytest.mark.parametrize("query", ["ada", "ADA@PLAYERS"])
def test_it_finds_a_player_by_name_or_address(desk: Client, player: User, opponent: User, query: str) -> None:
    page = words(desk.get(LIST, {"q": query}))
    assert "ada@players.example" in page
    assert "ben@players.example" not in page


def test_it_tells_guests_and_unproved_addresses_apart(desk: Client, player: User) -> None:
    GuestFactory(email="guest@elsewhere.example")
    assert "ada@players.example" not in words(desk.get(LIST, {"is_guest__exact": "1"}))
    assert "guest@elsewhere.example" in words(desk.get(LIST, {"address": "unproved"}))
    assert "guest@elsewhere.example" not in words(desk.get(LIST, {"address": "proved"}))


def test_it_lists_names_that_look_like_an_older_accounts(desk: Client, player: User, opponent: User) -> None:
    User.objects.filter(pk=opponent.pk).update(display_name="Аda", skeleton=f"{player.skeleton}\t{opponent.pk}")
    page = words(desk.get(LIST, {"name": "alike"}))
    assert "ben@players.example" in page
    assert "ada@players.example" not in page


def test_a_host_cannot_give_a_name_that_looks_like_anothers(desk: Client, player: User, opponent: User) -> None:
    page = desk.get(reverse("admin:accounts_user_change", args=[opponent.pk])).context["adminform"].form
    fields = {name: value for name, value in page.initial.items() if isinstance(value, str | int | bool) and value}
    answer = desk.post(reverse("admin:accounts_user_change", args=[opponent.pk]), {**fields, "display_name": "Аda"})
    assert "looks too much like “Ada”" in words(answer)


def test_it_leads_to_a_players_matches(desk: Client, player: User, match: Match) -> None:
    page = words(desk.get(reverse("admin:accounts_user_change", args=[player.pk])))
    assert reverse("admin:matches_match_change", args=[match.pk]) in page


def test_a_player_made_here_can_log_in(desk: Client) -> None:
    fields = {"email": "New@players.example", "display_name": "New", "usable_password": "true"}
    desk.post(reverse("admin:accounts_user_add"), {**fields, "password1": PASSWORD, "password2": PASSWORD})
    browser = Client()
    log_in(browser, "new@players.example")
    assert who(browser) == User.objects.get(display_name="New")


def test_an_address_changed_here_is_the_one_to_log_in_with(desk: Client, player: User) -> None:
    fields = {"email": "Other@players.example", "display_name": "Ada", "time_zone": "UTC", "language": "en-gb"}
    desk.post(
        reverse("admin:accounts_user_change", args=[player.pk]),
        {**fields, "turn_mail": "each", "organiser_mail": "digest", "digest_hour": 18, "is_active": "on"},
    )
    [address] = EmailAddress.objects.filter(user=player)
    assert (address.email, address.verified) == ("other@players.example", True)


def test_deleting_a_player_resigns_running_matches(desk: Client, player: User, match: Match) -> None:
    desk.post(reverse("admin:accounts_user_delete", args=[player.pk]), {"post": "yes"})
    match.refresh_from_db()
    assert match.is_over
    assert match.log.get().via == LogEntry.Via.HOST
    assert not User.objects.filter(pk=player.pk).exists()


def test_the_last_host_cannot_be_deleted_here(desk: Client, host: User) -> None:
    desk.post(reverse("admin:accounts_user_delete", args=[host.pk]), {"post": "yes"})
    assert User.objects.filter(pk=host.pk).exists()


def test_it_counts_running_matches_in_a_constant_number_of_queries(
    desk: Client, player: User, opponent: User, match: Match
) -> None:
    over: Match = MatchFactory(players=[player, opponent])
    turns.resign(over.seats.get(index=0), LogEntry.Via.SITE)
    counts: list[int] = []
    desk.get(LIST)  # the host's visit is noted once
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            html = desk.get(LIST, {"q": "ada@"}).content.decode()
        counts.append(len(queries))
        UserFactory(email=f"ada@n{len(counts)}.example")
    assert '<td class="field-running">1</td>' in html
    assert counts[0] == counts[1]


def test_a_second_factor_is_removed_for_who_has_lost_it_and_its_secret_not_shown(desk: Client, player: User) -> None:
    made = Authenticator.objects.create(user=player, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DP"})
    page = reverse("admin:mfa_authenticator_change", args=[made.pk])
    assert "JBSWY3DP" not in desk.get(page).content.decode()
    factors = reverse("admin:mfa_authenticator_changelist")
    assert "1 authenticator" in desk.get(factors, {"q": "Ada"}).content.decode()
    assert desk.get(factors, {"data__secret__startswith": "J"}).status_code == 400
    desk.post(reverse("admin:mfa_authenticator_delete", args=[made.pk]), {"post": "yes"})
    assert not Authenticator.objects.exists()
