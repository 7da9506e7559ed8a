"""A language of one letter, one that the site doesn't have: whatever stays readable in it was never translated."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from i18n import text

ENGLISH = re.compile(r"[A-Za-z]{2,}")


def foreign(message: str) -> str:
    words = message.rpartition(text.CONTEXT)[2]
    return re.sub(r"(%\(\w+\)s)|[A-Za-z]", lambda found: found[1] or "ж", words)


def foreign_of(one: str, many: str, number: int) -> str:
    return foreign(one if number == 1 else many)


@pytest.fixture
def abroad() -> Iterator[None]:
    text.set_catalogue(foreign, foreign_of)
    yield
    text.set_catalogue(translation.gettext, translation.ngettext)
