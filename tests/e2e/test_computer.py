"""A visitor plays the computer in one click, sees its answer, signs up, and has the match."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from matches.computers import think
from matches.models import Match
from tests.support.factories import PASSWORD, UserFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def let_think(match: Match) -> None:
    """As a worker does."""

    def run() -> None:
        seat = match.seats.get(asked_turn__isnull=False)
        assert think.think(seat.pk, seat.asked_turn or 0) is not None
        connection.close()

    worker = threading.Thread(target=run)
    worker.start()
    worker.join()


def test_a_visitor_plays_it_in_one_click_and_keeps_the_match(live_server: Any, new_page: Callable[..., Page]) -> None:
    ann: User = UserFactory(display_name="Ann")
    page = new_page()
    held: list[Route] = []
    page.route("**/play.js", lambda route: held.append(route), times=1)  # noqa: PLW0108 (Playwright marks what it calls)
    page.goto("/")
    with page.expect_request("**/play.js"):
        page.get_by_role("button", name="Play the computer").click()
    page.get_by_label("Turn as text").fill("T@b3")
    held.pop().continue_()  # the script comes after the text was typed, as over a slow connection
    expect(page.get_by_role("status").filter(has_text="Tank enlisted on b3")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Send turn").click()
    expect(page.get_by_text("is thinking")).to_be_visible()
    match = Match.objects.get()
    let_think(match)
    expect(page.get_by_label("Turn as text")).to_be_visible()  # without a click

    page.goto("/accounts/login/")
    page.get_by_label("Email").fill(ann.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("Your guest matches are here")).to_be_visible()
    expect(page.get_by_text("logged in as")).to_have_count(0)  # the header shows who it is
    assert match.seats.get(index=0).player == ann
    page.goto(match.get_absolute_url())
    expect(page.get_by_label("Turn as text")).to_be_visible()
