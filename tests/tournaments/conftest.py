"""The event, its organiser and an entrant, and the season that runs, with which what is told of them begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.test import Client
from django.utils import timezone

from accounts.models import User
from jobs.broker import queue_of
from tests.support.divisions import running
from tests.support.factories import EntryFactory, EventFactory, UserFactory
from tests.support.people import LogIn
from tests.support.run_on_commit import commits
from tests.support.seasons import club, league
from tournaments.models import Entry, Event, League, Season
from tournaments.pages import kept_pages
from tournaments.standings import standings

# Tests that run the acts of organisers, players and the site; all pages' own acts are in test_permissions.py.
WATCHED = (
    "locking/test_kept.py",
    "test_whole_events.py",
    "events/test_playoffs.py",
    "entries/test_approve.py",
    "entries/test_coming_and_going.py",
    "entries/test_enter.py",
    "formats/round_robin/test_rolling_start.py",
    "rounds/results/test_adjudicate.py",
    "events/dates/test_unfinished.py",
    "rounds/test_bye_matches.py",
    "rounds/test_pairing_job.py",
    "seasons/test_at_the_end.py",
    "seasons/test_member_left_club.py",
    "events/test_manage_event.py",
    "events/settings/test_new_event.py",
    "rounds/test_manage_round.py",
    "events/settings/test_settings_page.py",
    "test_permissions.py",
    "entries/withdrawals/test_withdraw.py",
)


@pytest.fixture(autouse=True)
def _pages_notice(request: pytest.FixtureRequest) -> None:
    """Whatever is done to an event in these tests, its pages are made again."""
    if request.path.relative_to(Path(__file__).parent).as_posix() in WATCHED:
        request.getfixturevalue("changes_are_marked")


@pytest.fixture(autouse=True)
def utc() -> Iterator[None]:
    with timezone.override("UTC"):
        yield


@pytest.fixture
def organiser(db: None) -> User:
    user: User = UserFactory(display_name="Olga", email="olga@players.example")
    return user


@pytest.fixture
def desk(log_in: LogIn, organiser: User) -> Client:
    """The organiser's browser."""
    return log_in(organiser)


@pytest.fixture
def event(organiser: User) -> Event:
    """A Swiss that is open for entries."""
    made: Event = EventFactory(name="Spring Cup", organisers=[organiser])
    return made


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

    watch(standings, "history_of", "standings")
    watch(kept_pages, "render_to_string", "page")
    return done


@pytest.fixture
def sunday(db: None) -> League:
    return league(club())


@pytest.fixture
def committing(db: None) -> Iterator[None]:
    """What waits for the commit is done, although the test is taken back; so are the jobs that no worker comes for,
    since sweeps publish nothing where too many wait."""
    with commits():
        yield
    with current_app.producer_pool.acquire(block=True) as producer:
        channel: Any = producer.channel  # Kombu's for Redis
        channel.client.delete(
            *(queue_of(name) for name in ("mail.tasks.deliver_mail", "tournaments.tasks.sweep_events"))
        )


@pytest.fixture(scope="module")
def _running_season(made_once: None) -> int:
    return running().pk


@pytest.fixture
def season(_running_season: int) -> Season:
    """Of one division of four, all of whose matches run, and two players who wait for a place."""
    return Season.objects.get(pk=_running_season)
