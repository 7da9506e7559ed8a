"""What an open page asks every few seconds: whether the match has continued."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.gate import turns
from matches.models import Match, Seat, Turn
from matches.views.match.freshness import freshness_url
from tests.support.people import LogIn

pytestmark = pytest.mark.either


@pytest.fixture
def asked_of(match: Match, player_seat: Seat, opponent: User) -> str:
    """The address for the opponent's page, before the player has played."""
    return freshness_url(match, match.seats.get(player=opponent))


def play_first(seat: Seat) -> None:
    turns.submit_turn(seat, 1, "T@b3", Turn.Via.SITE)


def test_nothing_has_happened(asked_of: str, client: Client) -> None:
    answer = client.get(asked_of, headers={"If-None-Match": '"0"'})
    assert (answer.status_code, answer.content) == (304, b"")


def test_the_opponent_has_played(asked_of: str, client: Client, player_seat: Seat) -> None:
    play_first(player_seat)
    answer = client.get(asked_of, headers={"If-None-Match": '"0"'})
    assert (answer.status_code, answer.json()) == (200, {"length": 1, "is_asked": True})
    assert client.get(asked_of, headers={"If-None-Match": '"1"'}).status_code == 304


def test_who_only_watches_is_asked_for_nothing(client: Client, match: Match, player_seat: Seat) -> None:
    play_first(player_seat)
    assert client.get(freshness_url(match, None)).json() == {"length": 1, "is_asked": False}


def test_it_costs_one_read_and_leaves_no_mark(
    asked_of: str, client: Client, player_seat: Seat, opponent: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play_first(player_seat)
    for headers in ({}, {"If-None-Match": '"1"'}):
        with django_assert_num_queries(1):
            client.get(asked_of, headers=headers)
    assert Seat.objects.get(player=opponent).seen_length == 0


@pytest.mark.parametrize("signed", ["1", "1:-.x", "1:1.AAAA"])
def test_an_address_that_was_not_given_out_is_not_found(client: Client, match: Match, signed: str) -> None:
    assert client.get(reverse("matches:freshness", args=[signed])).status_code == 404


def test_a_match_that_is_gone_is_not_found(asked_of: str, client: Client, match: Match) -> None:
    watching = freshness_url(match, None)
    match.delete()
    assert [client.get(address).status_code for address in (asked_of, watching)] == [404, 404]


def test_pages_ask_only_about_a_match_that_goes_on(log_in: LogIn, match: Match, player: User) -> None:
    reader = log_in(player)
    seat = match.seats.get(player=player)
    page = reader.get(match.get_absolute_url())
    assert freshness_url(match, seat) in page.content.decode()
    turns.resign(seat, Turn.Via.SITE)
    assert "data-freshness" not in reader.get(match.get_absolute_url()).content.decode()
