"""An event of each format, run through the site once for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.support.made_once import forgotten
from tests.support.matches import offering_the_toy
from tests.support.run_on_commit import commits

from .event import EVERY_FORMAT, Course, set_up


@pytest.fixture(scope="module", params=EVERY_FORMAT, ids=lambda rules: rules.slug)
def course(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker, formats_beside: None
) -> Iterator[Course]:
    """An event that is over, with all that was seen of it on the way."""
    with django_db_blocker.unblock(), forgotten(), offering_the_toy():
        with commits():
            made = set_up(request.param)
            made.run()
        yield made
