"""Tests that take long come first, so that none of them is left at the end for one process alone; those that wait for
other processes take turns with those that keep a browser busy.
"""

from __future__ import annotations

from itertools import chain, zip_longest

import pytest

WAITING = ("worker", "fault")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    waiting = [item for item in items if any(item.get_closest_marker(name) for name in WAITING)]
    busy = [item for item in items if item.get_closest_marker("browser") and item not in waiting]
    first = [item for item in chain(*zip_longest(waiting, busy)) if item is not None]
    long = set(first)
    items[:] = first + [item for item in items if item not in long]
