"""Choosing a language at the foot of a page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import EventFactory, GuestFactory, MatchFactory, UserFactory

from .test_turn_form import log_in

PHONE = {"width": 360, "height": 740}
BROKEN_WORDS = """terms => terms.flatMap(term => {
    const text = term.firstChild
    return [...text.data.matchAll(/\\S+/g)].filter(word => {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        return range.getClientRects().length > 1
    }).map(word => word[0])
})"""

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


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_visitor_has_the_browsers_time_zone_until_they_choose_another(
    new_page: Callable[..., Page], has_scripts: bool
) -> None:
    page = new_page(java_script_enabled=has_scripts, viewport=PHONE, timezone_id="Asia/Tokyo")
    footer = page.get_by_role("contentinfo")
    page.goto("/events/")
    page.goto("/rules/")
    expect(footer).to_contain_text("Time zone: Asia/Tokyo" if has_scripts else "Time zone: UTC")
    page.get_by_role("link", name="Time zone").click()
    page.get_by_label("Time zone").select_option("Europe/Berlin")
    page.get_by_role("button", name="Save").click()
    expect(page).to_have_url("/rules/")
    page.goto("/events/")
    expect(footer).to_contain_text("Time zone: Europe/Berlin")


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_guest_chooses_on_the_page_of_a_link_and_comes_back_to_it(
    new_page: Callable[..., Page], has_scripts: bool
) -> None:
    guest: User = GuestFactory()
    match: Match = MatchFactory(players=[guest, UserFactory()])
    address = reverse("matches:link", args=[tokens.mint_turn(match.seats.get(index=0), 1)])
    page = new_page(java_script_enabled=has_scripts, viewport=PHONE)
    page.goto(address)
    page.get_by_role("contentinfo").get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(address)
    guest.refresh_from_db()
    assert guest.language == "de"


def test_the_names_fit_beside_and_below_one_another_on_a_phone(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport=PHONE)
    page.goto("/events/")
    boxes = [button.bounding_box() for button in page.locator("footer button[name=language]").all()]
    found = [box for box in boxes if box is not None]
    assert len(found) == len(boxes) > 1
    assert all(box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"] for box in found)


def test_long_words_beside_facts_are_not_broken_on_a_phone(
    live_server: Any, new_page: Callable[..., Page], host: User
) -> None:
    event = EventFactory(organisers=[host])
    User.objects.filter(pk=host.pk).update(language="de")
    page = new_page(viewport=PHONE)
    log_in(page, host, live_server.url)
    for address in (reverse("status"), reverse("tournaments:manage", args=[event.pk])):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        expect(page.locator("dl.facts dt").first).to_be_visible()
        assert page.locator("dl.facts dt").evaluate_all(BROKEN_WORDS) == []
        said = page.locator("dl.facts dd").all()
        assert all((one.bounding_box() or {"width": 0})["width"] > PHONE["width"] * 0.4 for one in said), address
