"""Time in tests: a test that travels takes the database's clock along, which can't be changed itself."""

from __future__ import annotations

from datetime import datetime

import pytest
import time_machine
from django.utils import timezone

from timekeeping import clock

_database_time = clock.now


def now(read: datetime | None = None) -> datetime:
    return timezone.now() if time_machine.escape_hatch.is_travelling() else _database_time(read)


def take_the_database_along(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(clock, "now", now)


@pytest.fixture(autouse=True)
def _the_database_travels_too(monkeypatch: pytest.MonkeyPatch) -> None:
    take_the_database_along(monkeypatch)
