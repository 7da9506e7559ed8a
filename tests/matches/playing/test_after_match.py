"""What comes after the end of a match."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import GuestFactory, MatchFactory
from tests.support.matches import SITE
from tests.support.people import LogIn


@pytest.fixture
def over(match: Match) -> Match:
    turns.submit_turn(match.seats.get(index=0), 1, "T@b3", SITE)
    turns.resign(match.seats.get(index=1), SITE)
    return match


def page(client: Client, match: Match) -> str:
    return client.get(match.get_absolute_url()).content.decode()


def test_it_can_be_shared_and_looked_at_again(over: Match, log_in: LogIn, player: User, client: Client) -> None:
    for reader in (log_in(player), client):
        html = page(reader, over)
        assert f'value="{settings.SITE_URL}{over.get_absolute_url()}"' in html
        assert f'href="{over.get_absolute_url()}turns/0/"' in html


def test_its_queries_are_bounded(
    over: Match, log_in: LogIn, player: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada = log_in(player)
    with django_assert_max_num_queries(13):
        page(ada, over)


@pytest.mark.parametrize("hidden", ["for_members", "is_guest"])
def test_what_visitors_may_not_see_is_not_shared(hidden: str, over: Match, log_in: LogIn, player: User) -> None:
    User.objects.filter(seats__match=over, seats__index=1).update(**{hidden: True})
    assert "data-share" not in page(log_in(player), over)


def test_a_running_match_has_nothing_of_it(match: Match, log_in: LogIn, player: User) -> None:
    assert "data-after-match" not in page(log_in(player), match)


def test_a_guest_is_offered_no_page_that_asks_for_a_login(player: User, client: Client) -> None:
    match: Match = MatchFactory(players=[player, GuestFactory()])
    turns.resign(match.seats.get(index=0), SITE)
    html = client.get(f"/l/{tokens.mint_watching(match.seats.get(index=1))}/").content.decode()
    assert f'href="{match.get_absolute_url()}' not in html
