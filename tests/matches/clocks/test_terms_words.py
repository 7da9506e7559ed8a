"""What is agreed about time, as it is kept in logs."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils import translation

from i18n.text import source_of, translate
from matches.clocks.terms_words import pool_words
from matches.models import LeavePool

FIRST, LAST = date(2026, 3, 1), date(2026, 12, 24)


@pytest.mark.parametrize("writer", ["en-gb", "de"])
def test_the_season_of_a_pool_is_said_to_each_reader_whoever_wrote_it(writer: str) -> None:
    with translation.override(writer):
        stored = source_of(pool_words(LeavePool(days=9, begins=FIRST, ends=LAST)))
    with translation.override("en-gb"):
        assert translate(stored) == "Each player has 9 days of vacation from 1 March 2026 to 24 December 2026."
    with translation.override("de"):
        assert "vom 1. März 2026 bis zum 24. Dezember 2026" in translate(stored)
