"""The event and its organiser, and the season that runs, with which what is told of them begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import current_app
from django.test import Client

from accounts.models import User
from jobs.broker import queue_of
from tests.support.divisions import running
from tests.support.factories import EventFactory, UserFactory
from tests.support.people import LogIn
from tests.support.run_on_commit import commits
from tests.support.seasons import club, league
from tournaments.models import Event, League, Season

# Tests that run the acts of organisers, players and the site; all pages' own acts are in views/test_permissions.py.
WATCHED = (
    "test_kept.py",
    "test_whole_events.py",
    "cups/test_playoffs.py",
    "entries/test_approve.py",
    "entries/test_coming_and_going.py",
    "entries/test_enter.py",
    "formats/round_robin/test_rolling_start.py",
    "results/test_adjudicate.py",
    "results/test_unfinished.py",
    "rounds/test_bye_matches.py",
    "rounds/test_pairing_job.py",
    "seasons/test_at_the_end.py",
    "seasons/test_member_left_club.py",
    "views/manage/test_event.py",
    "views/manage/test_new_event.py",
    "views/manage/test_rounds.py",
    "views/manage/test_settings.py",
    "views/test_permissions.py",
    "withdrawals/test_withdraw.py",
)


@pytest.fixture(autouse=True)
def _pages_notice(request: pytest.FixtureRequest) -> None:
    """Whatever is done to an event in these tests, its pages are made again."""
    if request.path.relative_to(Path(__file__).parent).as_posix() in WATCHED:
        request.getfixturevalue("changes_are_marked")


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
