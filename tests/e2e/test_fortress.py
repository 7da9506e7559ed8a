"""Fortress on the board: cards are put to an end by clicking or dragging, and what nothing stands for has a button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.models import Match
from tests.support.factories import MatchFactory
from tests.support.matches import submit

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_hand_is_fortified_and_a_turn_passed(
    new_page: Callable[..., Page], live_server: Any, player: User, opponent: User
) -> None:
    match: Match = MatchFactory(game_slug="fortress", players=[player, opponent], options={"length": "1"})
    page = new_page(viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": "sessionid", "value": session_of(player), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    page.locator("[data-ref='end:left']").click()
    send(page, "place left")
    page.locator("[data-ref='drawn']").drag_to(page.locator("[data-ref='end:right']"))
    send(page, "place right")
    own, other = match.seats.order_by("index")
    for seat, number in ((own, 6), (other, 8)):
        for _ in range(number):
            submit(seat, "place right")
    submit(other, "keep")
    page.goto(match.get_absolute_url())
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("[data-menu]").get_by_role("button").click()
    send(page, "keep")
    page.locator("[data-menu]").get_by_role("button").first.click()
    send(page, "pass")
    assert list(match.log.filter(seat=own).order_by("index").values_list("text", flat=True)) == [
        *["place left"], *["place right"] * 7, "keep", "pass",
    ]  # fmt: skip


def send(page: Page, text: str) -> None:
    expect(page.locator("[data-code]")).to_have_text(text)
    with page.expect_navigation():
        page.locator("[data-send-button]").click()
