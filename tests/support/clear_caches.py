"""What a process keeps for its readers does not reach from one test into the next."""

from __future__ import annotations

import pytest

from tournaments.caching import VersionedCache


@pytest.fixture(autouse=True)
def _nothing_is_kept_from_test_to_test() -> None:
    VersionedCache.empty_all()
