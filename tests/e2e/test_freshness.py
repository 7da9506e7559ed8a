"""A page that stays open says when the match has continued."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.gate import turns
from matches.mails import tokens
from matches.models import LogEntry, Match

from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
A_WHILE_MS = 20_000


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Its clock is set, and could not be set back."""
    return new_page(is_new=True)


def let_play(match: Match, text: str) -> None:
    seat = match.seats.get(asked_turn__isnull=False)
    assert seat.asked_turn
    turns.submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)


def test_whoever_waits_sees_that_the_opponent_has_played(
    match: Match, opponent: User, live_server: Any, page: Page
) -> None:
    page.clock.install()
    log_in(page, opponent, live_server.url)
    page.goto(match.get_absolute_url())
    notice = page.get_by_role("status").filter(has_text="out of date")
    page.clock.fast_forward(A_WHILE_MS)
    expect(notice).to_have_count(0)

    let_play(match, "T@b3")
    page.clock.fast_forward(A_WHILE_MS)
    expect(notice).to_contain_text("It’s your turn.")
    assert page.title().startswith("• ")
    notice.get_by_role("link").click()
    expect(page.get_by_label("Turn as text")).to_be_visible()
    expect(page.get_by_text("Tank enlisted on b3").first).to_be_visible()


def test_a_home_page_counts_on(match: Match, opponent: User, live_server: Any, page: Page) -> None:
    page.clock.install()
    log_in(page, opponent, live_server.url)
    page.goto("/")
    title = page.title()
    let_play(match, "T@b3")
    page.clock.fast_forward(A_WHILE_MS)
    notice = page.get_by_role("status").filter(has_text="out of date")
    expect(notice).to_contain_text("It’s your turn.")
    assert page.title() == f"(1) {title}"
    notice.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Your turn in one match")).to_be_visible()


def test_a_reader_who_is_back_hears_at_once(match: Match, opponent: User, live_server: Any, page: Page) -> None:
    """After an hour without a touch the next look is two minutes away."""
    page.clock.install()
    log_in(page, opponent, live_server.url)
    page.goto(match.get_absolute_url())
    page.clock.fast_forward("01:00:00")
    page.clock.pause_at(page.evaluate("Date.now()") + 1)
    let_play(match, "T@b3")
    page.mouse.move(10, 10)
    expect(page.get_by_role("status").filter(has_text="out of date")).to_contain_text("It’s your turn.")


def test_a_turn_that_another_tab_has_played_is_not_offered_in_silence(match: Match, player: User, page: Page) -> None:
    seat = match.seats.get(player=player)
    page.clock.install()
    page.goto(f"/l/{tokens.mint_turn(seat, 1)}/")
    let_play(match, "T@b3")
    page.clock.fast_forward(A_WHILE_MS)
    notice = page.get_by_role("status").filter(has_text="out of date")
    expect(notice).not_to_contain_text("your turn")
    notice.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Turn sent")).to_be_visible()
