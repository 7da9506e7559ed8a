"""Trying turns for both sides in a browser: by clicks and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from matches.models import LogEntry, Match
from tests.support.matches import submit

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 390, "height": 800}, "has_touch": True}


@pytest.fixture
def open_as(live_server: Any, new_page: Callable[..., Page]) -> Callable[..., Page]:
    def open_as(user: User, path: str, **options: Any) -> Page:
        page = new_page(**options)
        page.context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": live_server.url}])
        page.goto(path)
        return page

    return open_as


def click(page: Page, *refs: str) -> None:
    for ref in refs:
        page.locator(f'[data-play-board] [role][data-ref="{ref}"]').click()
        expect(page.locator("[data-turn-form][aria-busy]")).to_have_count(0)


def at(match: Match, line: str) -> str:
    return f"**/matches/{match.pk}/analysis/1/{line}/"


@pytest.fixture
def begun(match: Match) -> Match:
    submit(match.seats.get(index=0), "T@b3")
    return match


def test_both_sides_are_played_by_clicks_and_a_branch_begun(open_as: Any, begun: Match, player: User) -> None:
    page = open_as(player, begun.get_absolute_url(), **PHONE)
    page.locator("[data-analyse]").click()
    click(page, "supply:T", "d4", "d4", "c4")
    page.wait_for_url(at(begun, "T@d4_d4-c4"))
    expect(page.locator('[data-ref="c4"]').first).to_have_attribute("data-words", "c4, Shore, Green’s Tank")
    click(page, "b3", "c3")
    page.locator("[data-look]").click()
    page.wait_for_url(at(begun, "T@d4_d4-c4~b3-c3"))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(at(begun, "T@d4_d4-c4*~b3-c3"))
    click(page, "b3", "d3")
    page.locator("[data-look]").click()
    page.wait_for_url(at(begun, "T@d4_d4-c4~b3-c3~(1)b3-d3"))
    expect(page.locator(".tried [aria-current]")).to_have_text("b3-d3")
    page.locator("[data-delete]").click()
    page.wait_for_url(at(begun, "T@d4_d4-c4*~b3-c3"))
    assert LogEntry.objects.count() == 1


def test_by_keyboard_alone(open_as: Any, begun: Match, player: User) -> None:
    page = open_as(player, f"/matches/{begun.pk}/analysis/1/")
    page.locator('[data-play-board] [role][data-ref="supply:T"][data-seat="1"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-play-board] [tabindex="0"][role="gridcell"]').focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[data-chips]")).to_contain_text("T@c4")
    page.locator("[data-look]").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(at(begun, "T@c4"))
