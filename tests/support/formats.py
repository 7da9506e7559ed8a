"""Formats that only tests know, beside those of the site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tournaments.formats.format import Format
from tournaments.models import formats

from .scheveningen.format import Scheveningen
from .toy_format.format import ToyFormat

OF_TESTS: tuple[Format, ...] = (Scheveningen(), ToyFormat())


@contextmanager
def offering_formats_of_tests() -> Iterator[None]:
    """Add the tests' own formats to those of the site."""
    with pytest.MonkeyPatch.context() as patch:
        for each in OF_TESTS:
            patch.setitem(formats._registered, each.slug, each)
        yield


@pytest.fixture(scope="module")
def formats_beside() -> Iterator[None]:
    with offering_formats_of_tests():
        yield
