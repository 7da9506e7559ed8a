"""A reader without a connection, after the service worker has been installed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.models import Match

from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_no_page_is_shown_that_may_be_old(match: Match, player: User, live_server: Any, page: Page) -> None:
    log_in(page, player, live_server.url)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")  # a page that was loading just then it leaves alone, not the next
    page.goto(match.get_absolute_url())
    page.context.set_offline(True)
    page.reload(wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    assert page.evaluate("getComputedStyle(document.querySelector('.button')).display") != "inline"
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_label("Turn as text")).to_be_visible()
