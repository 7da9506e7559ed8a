"""People around an event: who has entered it, and who has to do with another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tournaments.models import Entry, Event
from tournaments.standings import standings
from tournaments.views import pages


@pytest.fixture(autouse=True)
def utc() -> Iterator[None]:
    with timezone.override("UTC"):
        yield


@pytest.fixture
def other_organiser(db: None) -> User:
    """Organises another event."""
    user: User = UserFactory(display_name="Otto", email="otto@players.example")
    EventFactory(organisers=[user])
    return user


@pytest.fixture
def entrant(event: Event) -> Entry:
    entry: Entry = EntryFactory(event=event, player=UserFactory(display_name="Ada", email="ada@players.example"))
    return entry


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was counted and rendered."""
    done: list[str] = []

    def watch(module: Any, name: str, what: str) -> None:
        original = getattr(module, name)

        def watched(*args: Any, **kwargs: Any) -> Any:
            done.append(what)
            return original(*args, **kwargs)

        monkeypatch.setattr(module, name, watched)

    watch(standings, "standings", "standings")
    watch(pages, "render_to_string", "page")
    return done
