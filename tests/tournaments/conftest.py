"""What is told of seasons that run begins with the same one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.models import Season

from .committing import commits
from .places.divisions import running


@pytest.fixture
def committing(db: None) -> Iterator[None]:
    """What is to be done on commit is done, although the test is taken back."""
    with commits():
        yield


@pytest.fixture(scope="module")
def _running_season(made_once: None) -> int:
    return running().pk


@pytest.fixture
def season(_running_season: int) -> Season:
    """Of one division of four, all of whose matches run, and two players who wait for a place."""
    return Season.objects.get(pk=_running_season)
