"""The order of tests that commit: those that wait for processes come first.

That way they run beside tests that compute, not beside each other.
"""

from __future__ import annotations

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move the tests that wait for processes to the front of those that commit.

    pytest-django has sorted tests by what they do to the database, and that order stays.
    """
    places = [place for place, item in enumerate(items) if commits(item)]
    committing = sorted((items[place] for place in places), key=lambda item: not waits(item))
    for place, item in zip(places, committing, strict=True):
        items[place] = item


def commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return bool(marker and marker.kwargs.get("transaction")) or "transactional_db" in fixtures


def waits(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in ("worker", "fault"))
