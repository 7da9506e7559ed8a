"""What is told of seasons that run begins with the same one."""

from __future__ import annotations

import pytest

from tournaments.models import Season

from .places.divisions import running


@pytest.fixture(scope="module")
def _running_season(made_once: None) -> int:
    return running().pk


@pytest.fixture
def season(_running_season: int) -> Season:
    """Of one division of four, all of whose matches run, and two players who wait for a place."""
    return Season.objects.get(pk=_running_season)
