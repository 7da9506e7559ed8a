"""Choosing a language at the foot of a page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PHONE = {"width": 360, "height": 740}

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_visitor_chooses_by_keyboard_and_comes_back_to_the_page(
    new_page: Callable[..., Page], has_scripts: bool
) -> None:
    page = new_page(java_script_enabled=has_scripts, viewport=PHONE, locale="en-US")
    page.goto("/events/?page=1")
    expect(page.locator("html")).to_have_attribute("lang", "en-us")
    choice = page.get_by_role("contentinfo").get_by_role("button", name="Deutsch")
    choice.focus()
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url("/events/?page=1")
    expect(choice).to_have_attribute("aria-current", "true")


def test_the_names_fit_beside_and_below_one_another_on_a_phone(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/events/")
    boxes = [button.bounding_box() for button in page.locator("footer button[name=language]").all()]
    found = [box for box in boxes if box is not None]
    assert len(found) == len(boxes) > 1
    assert all(box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in found)
