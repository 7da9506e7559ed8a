"""A table whose numbers unfold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.stored_events import FOUR, stored

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTHS = """table => [...table.querySelectorAll("thead th")].map(cell => cell.getBoundingClientRect().width)"""
OUTSIDE = """table => [...table.querySelectorAll(".why > div")].map(text => text.getBoundingClientRect()).filter(
  ({ left, right }) => left < 0 || right > document.documentElement.clientWidth).length"""
MANY = ["BH/C1", "BH", "SB", "DE", "WIN", "BWG", "PS"]


@pytest.mark.parametrize("width", [1280, 360])
def test_numbers_that_are_unfolded_move_no_column(live_server: Any, new_page: Callable[..., Page], width: int) -> None:
    event = stored(FOUR, tie_breaks=MANY)
    page = new_page(viewport={"width": width, "height": 900})
    page.goto(f"/events/{event.pk}/table/")
    table = page.locator(".standings table")
    before = table.evaluate(WIDTHS)
    numbers = table.locator(".why > summary").all()
    assert len(numbers) > len(MANY)
    for number in numbers:
        number.press("Enter")
        assert table.locator(".why[open]").count() == 1  # the one before is closed, so that none covers another
        assert table.evaluate(WIDTHS) == before
        if width == 1280:
            assert table.evaluate(OUTSIDE) == 0
