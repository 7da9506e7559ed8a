"""The people in the tests. Two play a match, a third looks on, and the host runs the site."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from matches.models import Match, Seat

from .factories import PASSWORD, MatchFactory, UserFactory

LogIn = Callable[[User], Client]


@pytest.fixture
def player(db: None) -> User:
    user: User = UserFactory(display_name="Ada", email="ada@players.example")
    return user


@pytest.fixture
def opponent(db: None) -> User:
    user: User = UserFactory(display_name="Ben", email="ben@players.example")
    return user


@pytest.fixture
def stranger(db: None) -> User:
    user: User = UserFactory(display_name="Cleo", email="cleo@players.example")
    return user


@pytest.fixture
def host(db: None) -> User:
    return User.objects.create_superuser("host@site.example", "Host", PASSWORD)


@pytest.fixture
def match(player: User, opponent: User) -> Match:
    """A match of Fortify that has just begun: ``player`` is Red and asked for turn 1."""
    started: Match = MatchFactory(players=[player, opponent])
    return started


@pytest.fixture
def player_seat(match: Match) -> Seat:
    return match.seats.get(index=0)


@pytest.fixture
def opponent_seat(match: Match) -> Seat:
    return match.seats.get(index=1)


@pytest.fixture
def log_in() -> LogIn:
    """``log_in(user)`` is a browser in which someone is logged in."""

    def log_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        User.objects.filter(pk=user.pk).update(on_site_at=timezone.now())  # a page then notes no visit of its own
        return client

    return log_in
