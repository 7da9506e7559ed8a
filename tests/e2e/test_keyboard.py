"""A turn by keyboard alone: Tab, arrows, Enter, Backspace and Escape, with what a screen reader is told on the way."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.gate import turns
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOCUSED = "(document.activeElement.dataset.ref ?? document.activeElement.innerText ?? '').trim()"
IS_LOST = "document.activeElement === document.body || !document.activeElement.checkVisibility()"
FARTHEST = 80  # tabs


class Hands:
    """A player without a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("[data-status]")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            expect(self.page.locator("[data-turn-form][aria-busy]")).to_have_count(0)
            assert not self.page.evaluate(IS_LOST), f"{key} lost the focus"

    def tab_to(self, goal: str, *, back: bool = False) -> None:
        """Press Tab until the focus is on the piece, space or control with that ref or text."""
        for _ in range(FARTHEST):
            if self.page.evaluate(FOCUSED) == goal:
                return
            self.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"Tab never comes to {goal!r}")

    def is_at(self, ref: str) -> None:
        assert self.page.evaluate(FOCUSED) == ref

    def hears(self, words: str) -> None:
        expect(self.status).to_contain_text(words)

    def looks_at(self, match: Match, site: str, player: User) -> None:
        self.page.context.add_cookies([{"name": "sessionid", "value": session_of(player), "url": site}])
        self.page.goto(match.get_absolute_url())
        self.press("Tab")
        self.is_at("Skip to content")
        self.press("Enter")


@pytest.fixture
def hands(page: Page) -> Hands:
    return Hands(page)


def sent(match: Match) -> str:
    return match.log.latest("index").text


def test_infantry_are_enlisted_and_sent(match: Match, player: User, live_server: Any, hands: Hands) -> None:
    hands.looks_at(match, live_server.url, player)

    hands.tab_to("a5")
    hands.tab_to("supply:I")
    hands.press("Enter")
    hands.hears("Chosen: Red’s supply: 4 Infantry. Possible:")
    hands.tab_to("a5", back=True)
    hands.press("ArrowRight", "ArrowDown", "ArrowDown")
    hands.is_at("b3")
    hands.press("Enter")
    hands.hears("Chosen: Red’s supply: 4 Infantry, then b3")
    hands.press("ArrowRight", "Enter")
    hands.hears("Infantry enlisted on b3 and c3")
    hands.is_at("Review your turn")
    hands.press("Backspace")
    hands.hears("Choose on the board what to play.")
    hands.tab_to("supply:I")
    hands.press("Enter", "Escape")
    hands.hears("Nothing chosen.")
    hands.press("Enter")
    hands.tab_to("c3", back=True)
    hands.press("Enter", "ArrowLeft", "Enter")
    hands.hears("Infantry enlisted on b3 and c3")
    hands.tab_to("Send turn")
    hands.press("Escape")
    hands.is_at("Review")
    hands.press("Enter")
    expect(hands.page.get_by_role("heading", name="Review your turn")).to_be_focused()
    hands.tab_to("Send turn")
    with hands.page.expect_navigation():
        hands.page.keyboard.press("Enter")

    assert sent(match) == "I@b3&I@c3"


def test_a_unit_is_moved_and_another_fortified(player: User, opponent: User, live_server: Any, hands: Hands) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"map": "5x5"})
    for ply, text in enumerate(["I@b2&I@b3", "T@d3 T@e3", "T@c2 T@d2", "pass", "I@a3", "pass"]):
        seat = match.seats.get(index=ply % 2)
        turns.submit_turn(seat, seat.asked_turn or 0, text, LogEntry.Via.SITE)
    hands.looks_at(match, live_server.url, player)

    hands.tab_to("a5")
    hands.press("ArrowDown", "ArrowDown", "Enter")
    hands.hears("Chosen: a3")
    hands.press("ArrowUp")
    hands.is_at("a4")
    hands.press("ArrowDown", "ArrowDown")
    hands.is_at("a2")
    hands.press("Enter")
    hands.hears("Infantry from a3 to a2")
    hands.is_at("a2")
    hands.press("ArrowRight", "ArrowRight")
    hands.is_at("c2")
    hands.press("Enter")
    hands.hears("fortify 1")
    hands.tab_to("Fortify Tank on c2")
    hands.press("Enter")
    hands.hears("The turn is complete: review it.")
    hands.is_at("Review your turn")
    hands.tab_to("Send turn")
    with hands.page.expect_navigation():
        hands.page.keyboard.press("Enter")

    assert sent(match) == "a3-a2 c2+"
