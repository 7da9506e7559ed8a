"""Agreeing on time: with scripts only the fields that matter show, and without them all do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from matches.models import Offer
from matches.time_control.time_control import DAY, HOUR, TimeControl

from .test_turn_form import log_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NewPage = Callable[..., Page]


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def form(request: pytest.FixtureRequest, live_server: Any, new_page: NewPage, player: User, opponent: User) -> Page:
    """A new challenge to ``opponent``, with and without JavaScript."""
    page = new_page(java_script_enabled=request.param)
    log_in(page, player, live_server.url)
    page.goto("/challenges/new/")
    page.get_by_label("Player’s name").fill(opponent.display_name)
    open_more(page)
    return page


def open_more(page: Page) -> None:
    page.locator("summary", has_text="More options").click()


def group(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name)


def send(page: Page) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name="Send challenge").click()


def test_times_of_ones_own_pauses_and_passes_are_agreed_on(form: Page) -> None:
    form.get_by_label("own values").check()
    group(form, "Each clock begins with").get_by_label("days").fill("4")
    group(form, "Each turn played adds").get_by_label("hours").fill("18")
    group(form, "A clock never holds more than").get_by_label("days").fill("6")
    form.get_by_label("Weekends pause the clock").check()
    form.get_by_label("Vacation pauses the clock").uncheck()
    form.get_by_label("The player passes automatically").check()
    form.get_by_label("At most how often in a match").select_option("once")
    send(form)
    expect(form.get_by_text("4 days + 18 hours a turn, at most 6 days")).to_be_visible()
    challenge = Offer.objects.get()
    agreed = TimeControl(4 * DAY, 18 * HOUR, 6 * DAY, weekends=True, at_zero="pass", passes=1)
    assert (challenge.control, challenge.vacation_pool) == (agreed, None)


def test_what_was_refused_is_there_again_with_the_reason_beside_it(form: Page) -> None:
    form.get_by_label("own values").check()
    begins = group(form, "Each clock begins with")
    begins.get_by_label("days").fill("61")
    send(form)
    expect(begins.get_by_text("A clock can start with 1 hour to 60 days.")).to_be_visible()
    expect(begins.get_by_label("days")).to_have_value("61")
    expect(begins.get_by_label("days")).to_have_accessible_description("A clock can start with 1 hour to 60 days.")
    assert not Offer.objects.exists()


def test_fields_show_while_they_matter(live_server: Any, page: Page, player: User) -> None:
    log_in(page, player, live_server.url)
    page.goto("/challenges/new/")
    own, passes = group(page, "Each turn played adds"), page.get_by_label("At most how often in a match")
    expect(own).to_be_hidden()
    expect(passes).to_be_hidden()
    open_more(page)
    page.get_by_label("own values").check()
    page.get_by_label("The player passes automatically").check()
    expect(own).to_be_visible()
    expect(passes).to_be_visible()
    page.get_by_label("10 days + 1 day a turn, at most 10 days").check()
    page.get_by_label("The match is lost", exact=True).check()
    expect(own).to_be_hidden()
    expect(passes).to_be_hidden()


def test_a_form_without_a_board_asks_for_none(live_server: Any, page: Page, player: User) -> None:
    log_in(page, player, live_server.url)
    page.goto("/tables/new/?game=fortress")
    open_more(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for choice in page.locator("[name=option_length]").all():
        choice.check()
    assert asked == []
    with page.expect_navigation():
        page.get_by_role("button", name="Set up table").click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
