"""Orders set ahead in a browser: on a phone and a wide screen, with and without scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.conditional.orders import orders_of
from matches.gate.turns import submit_turn
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory, UserFactory

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "scripts"), [(360, False), (1280, True)])
def test_orders_are_chosen_saved_and_deleted(
    player: User, opponent: User, new_page: Callable[..., Page], live_server: Any, width: int, scripts: bool
) -> None:
    """Ben waits at a table of three while Ada attacks."""
    people, options = [player, opponent, UserFactory(display_name="Dora")], {"pace": "whole"}
    match: Match = MatchFactory(game_slug="fortress", players=people, options=options)
    for seat in match.seats.order_by("index"):
        submit_turn(seat, seat.asked_turn, "fortify LLLLLLLL keep", LogEntry.Via.SITE)
    page = new_page(viewport={"width": width, "height": 844}, java_script_enabled=scripts)
    page.context.add_cookies([{"name": "sessionid", "value": session_of(opponent), "url": live_server.url}])
    page.goto(match.get_absolute_url())
    page.locator("#orders > summary").click()
    page.get_by_label("Pass until you’re attacked or the round ends").check()
    page.get_by_label("Whenever you choose who starts").select_option("Dora")
    page.locator("#orders").get_by_role("button", name="Save").click()
    expect(page.locator("#orders > summary")).to_have_text("Orders in advance: 2 saved")
    seat = match.seats.get(index=1)
    match.refresh_from_db()
    assert [order.text for order in orders_of(match, seat)] == ["pass", "start 3"]
    box = page.locator("#orders").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    page.locator("#orders").get_by_role("button", name="Delete all").click()
    expect(page.locator("#orders > summary")).to_have_text("Orders in advance: let us play for you")
