"""Time in tests: a test that travels takes the database's clock along, which can't be changed itself."""

from __future__ import annotations

from datetime import datetime

import pytest
import time_machine
from django.utils import timezone

from timekeeping import clock

_database_time, _time_of = clock.now, clock.time_of


def now() -> datetime:
    return timezone.now() if time_machine.escape_hatch.is_travelling() else _database_time()


def time_of(timestamp: datetime | None) -> datetime:
    return timezone.now() if time_machine.escape_hatch.is_travelling() else _time_of(timestamp)


def take_the_database_along(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock, "now", now)
    patch.setattr(clock, "time_of", time_of)


@pytest.fixture(autouse=True)
def _the_database_travels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    take_the_database_along(monkeypatch)
