"""Clearing a process's caches, so that nothing remembered in one test reaches the next."""

from __future__ import annotations

import pytest

from jobs.broker import broker
from matches.live.change_tokens import tokens
from tournaments.locking.kept import VersionedCache


@pytest.fixture(autouse=True)
def _nothing_is_kept_from_test_to_test() -> None:
    VersionedCache.empty_all()


@pytest.fixture(autouse=True)
def _broker_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (broker, tokens):
        monkeypatch.setattr(each, "rests_until", 0.0)
