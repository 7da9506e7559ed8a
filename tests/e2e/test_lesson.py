"""The lesson in a browser: from the start page to its end by clicks on a phone, and a turn that misses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]
CLICKS = (
    ("supply:I", "b2", "b1"),
    ("a1", "c4"),
    ("c4", "d4"),
    ("c3", "c3"),
    ("c2", "c2"),
    ("d1", "c2", "c2", "c2"),
)


def choose(page: Page, ref: str) -> None:
    seat = '[data-seat="0"]' if ref.startswith("supply") else ""
    page.locator(f'[data-play-board] [role][data-ref="{ref}"]{seat}').click()
    expect(page.locator("[data-turn-form][aria-busy]")).to_have_count(0)


def test_by_clicks_on_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, has_touch=True)
    page.goto("/")
    page.get_by_role("link", name="Learn Fortify").click()
    for number, refs in enumerate(CLICKS, start=1):
        expect(page.locator(".own-board-head .muted")).to_contain_text(f"{number} of {len(CLICKS)}")
        expect(page.get_by_role("button", name="Pass")).to_have_count(0)
        for ref in refs:
            choose(page, ref)
            if ref == "b2":
                expect(page.locator("[data-menu]")).to_contain_text("Or choose a space for a second Infantry.")
        page.locator("[data-next]").click()
    expect(page.get_by_role("button", name="Play the computer")).to_be_visible()
    expect(page.get_by_role("link", name="Find an opponent")).to_be_visible()
    expect(page.get_by_role("link", name="Challenge a friend")).to_be_visible()


def test_a_miss_is_told_and_the_next_try_counts(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules/fortify/lesson/move/")
    for ref in ("a1", "b1"):
        choose(page, ref)
    expect(page.locator("[data-missed]")).to_contain_text("c4 or d3")
    for ref in ("a1", "c4"):
        choose(page, ref)
    expect(page.locator("[data-next]")).to_be_focused()
