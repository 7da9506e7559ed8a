"""Private notes are saved without leaving the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from matches.mails import tokens
from matches.models import Match
from tests.support.factories import GuestFactory, MatchFactory, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_stays_and_says_what_became_of_them(live_server: Any, new_page: Callable[..., Page]) -> None:
    match: Match = MatchFactory(players=[GuestFactory(), UserFactory()])
    page = new_page()
    page.goto(f"/l/{tokens.mint_turn(match.seats.get(index=0), 1)}/#notes")
    page.evaluate("window.hasStayed = true")
    notes = page.get_by_role("textbox", name="Private notes")
    notes.fill("Hold d4.")
    page.get_by_role("button", name="Save notes").click()
    expect(page.get_by_text("Notes saved.")).to_be_visible()
    assert match.private_notes.get().text == "Hold d4."
    notes.evaluate("field => { field.removeAttribute('maxlength'); field.value = 'y'.repeat(4001); }")
    page.get_by_role("button", name="Save notes").click()
    expect(page.get_by_role("alert").filter(has_text="4000")).to_be_visible()
    expect(notes).to_have_attribute("aria-invalid", "true")
    assert match.private_notes.get().text == "Hold d4."
    assert page.evaluate("window.hasStayed")
