"""Tokens: minted, found again however a mail program has mangled them, and nothing else found."""

from __future__ import annotations

import random
import re

import pytest
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from pytest_django import Settings

from matches.mails import tokens
from matches.models import Link, Match, Offer, Seat
from tests.support.factories import ChallengeFactory, UserFactory
from tests.support.offers import opponent_of


@pytest.fixture
def token(match: Match, player_seat: Seat) -> str:
    return tokens.mint_turn(player_seat, player_seat.asked_turn or 0)


def test_a_token_has_160_random_bits_and_is_bound_to_its_player_and_turn(token: str, player_seat: Seat) -> None:
    assert re.fullmatch(r"[a-z2-7]{32}", token)
    assert token != tokens.mint_turn(player_seat, 1)
    link = tokens.find(token)
    assert link is not None
    assert (link.user, link.seat, link.number) == (player_seat.player, player_seat, player_seat.asked_turn)
    assert link.purpose == Link.Purpose.TURN


def test_no_token_is_stored(token: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("select * from matches_link")
        assert token not in str(cursor.fetchall())


def test_a_challenge_has_a_link_of_its_own(db: None) -> None:
    offer: Offer = ChallengeFactory(opponent=UserFactory())
    link = tokens.find(tokens.mint_offer(offer, opponent_of(offer)))
    assert link is not None
    assert (link.user, link.offer, link.seat) == (opponent_of(offer), offer, None)


@given(chance=st.randoms(use_true_random=False))
@effort(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_capitals_and_line_breaks_do_no_harm(token: str, chance: random.Random) -> None:
    letters = [chance.choice((letter, letter.upper())) for letter in token]
    for _ in range(chance.randrange(4)):
        letters.insert(chance.randrange(len(letters) + 1), chance.choice(("\n", "\r\n", " ", "\t ", "\u00a0")))
    assert tokens.find("".join(letters)) is not None


@given(garbage=st.text(max_size=60) | st.from_regex(r"[a-z2-7]{32}", fullmatch=True))
@effort(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_garbage_finds_nothing(token: str, garbage: str) -> None:
    assert tokens.find(garbage) is None


def test_a_token_cut_or_changed_finds_nothing(token: str) -> None:
    changed = ("b" if token[0] == "a" else "a") + token[1:]
    for other in (token[:-1], token + "a", token[1:], changed, token * 2, ""):
        assert tokens.find(other) is None


def test_a_link_outlives_a_new_secret_key(token: str, settings: Settings) -> None:
    settings.SECRET_KEY = "another"
    assert tokens.find(token) is not None


def test_an_address_leads_to_the_turn(token: str, client: Client, settings: Settings) -> None:
    address = tokens.link_url(token)
    assert address == f"{settings.SITE_URL}/l/{token}/"
    assert client.get(address.removeprefix(settings.SITE_URL)).status_code == 200


def test_a_seat_without_a_player_gets_no_link(match: Match, player_seat: Seat) -> None:
    player_seat.player = None
    with pytest.raises(ValueError, match="no player"):
        tokens.mint_turn(player_seat, 1)
