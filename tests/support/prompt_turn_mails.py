"""Emails about turns that go out at once in tests, without waiting as long as the turn before can be taken back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from matches.mails import causes
from matches.time_control.time_control import NOTHING, TAKEBACK_WINDOW


@pytest.fixture(autouse=True, scope="session")
def _prompt_turn_mails() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(causes, "TAKEBACK_WINDOW", NOTHING)
        yield


@pytest.fixture
def waiting_turn_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's own wait before emails about turns, for a test of that wait."""
    monkeypatch.setattr(causes, "TAKEBACK_WINDOW", TAKEBACK_WINDOW)
