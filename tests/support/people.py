"""The people in the tests. Two play a match, a third looks on, and the host runs the site."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from string import ascii_lowercase, digits

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from django.utils.crypto import get_random_string

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


def logged_in(user: User) -> Client:
    """Return a browser in which the user is logged in, as with ``force_login`` but by one statement instead of a dozen.

    Nothing else learns of the login.
    """
    session = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    row = Session(
        session_key=get_random_string(32, ascii_lowercase + digits),
        session_data=SessionStore().encode(session),
        expire_date=timezone.now() + timedelta(seconds=settings.SESSION_COOKIE_AGE),
    )
    row.save(force_insert=True)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = row.session_key
    return client


@pytest.fixture
def log_in() -> LogIn:
    """A function that returns a browser in which the given user is logged in."""

    def log_in(user: User) -> Client:
        User.objects.filter(pk=user.pk).update(on_site_at=timezone.now())  # a page then notes no visit of its own
        return logged_in(user)

    return log_in
