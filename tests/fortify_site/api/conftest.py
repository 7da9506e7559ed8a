"""Programs that ask the API, with and without a token, and an event and a club for the pages that belong to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from fortify_site.api import tokens
from fortify_site.api.models import Token
from tests.support import running_events
from tests.support.factories import ClubFactory, EventFactory, UserFactory
from tests.support.people import LogIn
from tournaments.models import Club, Event


class Program:
    """Something that asks with a token, or with none."""

    def __init__(self, token: str = "") -> None:
        self.client = Client(headers={"Authorization": f"Bearer {token}"} if token else {})

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(f"/api/v1{path}", **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Any:
        return self.client.post(f"/api/v1{path}", body, content_type="application/json", **more)

    def json(self, path: str) -> Any:
        response = self.get(path)
        assert response.status_code == 200, response.content
        return response.json()

    def questions(self, path: str) -> list[str]:
        """What reading this asks of the database, but for the rate limit: that depends on the minute."""
        with CaptureQueriesContext(connection) as queries:
            self.json(path)
        asked = [query["sql"] for query in queries.captured_queries]
        return [sql for sql in asked if sql.startswith("SELECT") and '"cache"' not in sql]


Programs = Callable[..., Program]


@pytest.fixture(autouse=True)
def fresh_rates(db: None) -> None:
    """No one has asked for anything yet."""
    cache.clear()


@pytest.fixture
def visitor() -> Program:
    return Program()


@pytest.fixture
def program_of() -> Programs:
    """``program_of(user)`` asks with a token of the user's, which may play unless it is said otherwise."""

    def make(user: User, scope: str = Token.Scope.PLAY) -> Program:
        return Program(tokens.make_token(user, "a program", scope))

    return make


@pytest.fixture
def event(db: None) -> Event:
    found: Event = EventFactory(name="Spring Cup")
    return found


@pytest.fixture
def desk(log_in: LogIn, event: Event) -> Client:
    """Of the event's organiser."""
    return log_in(running_events.organiser_of(event))


@pytest.fixture
def member(db: None) -> User:
    """A member who plays nowhere."""
    user: User = UserFactory(display_name="Zoe")
    return user


@pytest.fixture
def club(db: None) -> Club:
    found: Club = ClubFactory(name="Tower", slug="tower")
    return found
