"""Time in tests: a test that travels takes the database's clock along, which no one can turn."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from jobs import clock

_database_time, _stop_watch = clock.now, clock.since


def now(read: datetime | None = None) -> datetime:
    return timezone.now() if time_machine.escape_hatch.is_travelling() else _database_time(read)


def since(begun: float) -> timedelta:
    return timedelta(0) if time_machine.escape_hatch.is_travelling() else _stop_watch(begun)


def take_the_database_along(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock, "now", now)
    patch.setattr(clock, "since", since)


@pytest.fixture(autouse=True)
def _the_database_travels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    take_the_database_along(monkeypatch)
