"""The option ``--touching-database``, which runs only tests that come to the database, as on another database."""

from __future__ import annotations

import pytest
from django.test import SimpleTestCase

OPTION = "--touching-database"
FIXTURES = frozenset({"db", "transactional_db", "live_server"})


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(OPTION, action="store_true", help="leave out the tests that never come to the database")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption(OPTION):
        left_out = [item for item in items if not touches(item)]
        items[:] = [item for item in items if touches(item)]
        config.hook.pytest_deselected(items=left_out)


def touches(item: pytest.Item) -> bool:
    """Return whether the test may come to the database: its mark, a fixture or its class says so."""
    if item.get_closest_marker("django_db") is not None:
        return True
    case = getattr(item, "cls", None)
    if case is not None and issubclass(case, SimpleTestCase):
        return True
    return not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
