"""Conditional turns made by clicking: the opponent's turn on the board as if it were theirs, then one's own answer."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from matches.conditional.edit import lines_of, set_lines
from matches.gate.turns import submit_turn
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def waiting(match: Match, player: User, page: Page, live_server: Any) -> Page:
    """Ada has put a Tank on b3 of the map 4x5 and looks at the match, while Ben is asked for turn 2."""
    seat = match.seats.get(index=0)
    submit_turn(seat, seat.asked_turn, "T@b3", LogEntry.Via.SITE)
    page.context.add_cookies([{"name": "sessionid", "value": session_of(player), "url": live_server.url}])
    open_form(page, match)
    return page


def open_form(page: Page, match: Match) -> None:
    page.goto(match.get_absolute_url())
    page.locator("#ahead > summary").click()


def settle(page: Page) -> None:
    expect(page.locator("[data-ahead][aria-busy]")).to_have_count(0)


def click(page: Page, ref: str, seat: int | None = None) -> None:
    owner = "" if seat is None else f'[data-seat="{seat}"]'
    page.locator(f'[data-play-board] [data-ref="{ref}"]{owner}').click()
    settle(page)


def press(page: Page, mark: str) -> None:
    page.locator(f"[data-{mark}]").first.click()
    settle(page)


def branches(page: Page) -> Locator:
    return page.locator("[data-tree] [data-node]")


def written(page: Page) -> str:
    return page.locator("#ahead-lines").input_value()


def saved(match: Match) -> list[str]:
    seats = list(match.seats.select_related("player"))
    lines = lines_of(Match.objects.get(pk=match.pk), seats, seats[0])
    return lines.text.splitlines() if lines else []


def choose_theirs_and_own(page: Page) -> None:
    """ "if T@c3 then T@b2 …", of which the answer is a whole turn for neither, so each is confirmed."""
    click(page, "supply:T", 1)
    click(page, "c3")
    press(page, "look")
    click(page, "supply:T", 0)
    click(page, "b2")
    press(page, "look")


def test_a_chain_is_made_by_clicking_and_saved_as_it_is_made(waiting: Page, match: Match) -> None:
    page, said = waiting, waiting.locator("[data-saved]")
    press(page, "begin")
    expect(page.locator("[data-ask]")).to_be_focused()
    choose_theirs_and_own(page)
    expect(branches(page)).to_have_count(1)
    expect(page.locator("[data-further]")).to_be_focused()
    expect(said).to_have_text("Your conditional turns are saved.")
    assert saved(match) == ["if T@c3 then T@b2"]
    press(page, "further")
    press(page, "look")  # the opponent passes
    click(page, "b3")
    click(page, "a1")
    press(page, "look")

    expect(branches(page)).to_have_count(2)
    assert written(page) == "if T@c3 then T@b2 if pass then b3-a1"
    expect(page.locator("[data-play-board]")).to_have_count(0)
    expect(page.locator("#ahead > summary")).to_have_text("Conditional turns: 2 saved")
    expect(page.locator("[data-save]")).to_be_hidden()
    assert saved(match) == ["if T@c3 then T@b2 if pass then b3-a1"]
    open_form(page, match)
    expect(branches(page)).to_have_count(2)


def test_what_could_not_be_saved_stays_on_the_page_with_its_button(waiting: Page, match: Match) -> None:
    page, refusal = waiting, {"error": "The match is busy. Try again in a moment."}
    page.route("**/ahead/", lambda route: route.fulfill(status=503, json=refusal))
    press(page, "begin")
    choose_theirs_and_own(page)
    expect(page.locator("[data-unsaved]")).to_have_text(f"Not saved yet. {refusal['error']}")
    assert saved(match) == []
    page.unroute("**/ahead/")
    with page.expect_navigation():
        page.locator("[data-save]").click()
    assert saved(match) == ["if T@c3 then T@b2"]


def test_it_is_made_on_the_board_of_any_game(player: User, opponent: User, page: Page, live_server: Any) -> None:
    match: Match = MatchFactory(game_slug="fortac", players=[opponent, player])
    page.context.add_cookies([{"name": "sessionid", "value": session_of(player), "url": live_server.url}])
    open_form(page, match)
    press(page, "begin")
    click(page, "card:push", 0)
    expect(page.locator('[data-play-board] [data-state~="chosen"]')).not_to_have_count(0)


def test_only_the_units_of_whoever_plays_can_be_chosen(waiting: Page) -> None:
    page = waiting
    press(page, "begin")
    theirs, own = (page.locator(f'[data-ref="supply:T"][data-seat="{seat}"]') for seat in (1, 0))

    expect(theirs).to_have_attribute("role", "button")
    expect(own).not_to_have_attribute("role", "button")
    click(page, "supply:T", 1)
    click(page, "c3")
    press(page, "look")

    expect(own).to_have_attribute("role", "button")
    expect(theirs).not_to_have_attribute("role", "button")


def test_undo_leads_from_the_answer_back_to_the_opponents_turn(waiting: Page) -> None:
    page = waiting
    press(page, "begin")
    click(page, "supply:T", 1)
    click(page, "c3")
    press(page, "look")
    asked = page.locator("[data-ask]").inner_text()
    page.locator("[data-ahead] [data-undo]").click()
    settle(page)

    expect(page.locator("[data-ask]")).not_to_have_text(asked)
    expect(page.locator("[data-chips] .chip")).to_have_text(["T@c3"])
    press(page, "stop")
    expect(page.locator("[data-begin]")).to_be_focused()
    expect(branches(page)).to_have_count(0)


def test_a_turn_that_cannot_be_answered_is_said_and_left_by_undo(waiting: Page) -> None:
    page = waiting
    press(page, "begin")
    click(page, "supply:T", 1)
    click(page, "c3")
    page.route("**/ahead/draft/", lambda route: route.fulfill(status=422, json={"error": "The match is over then."}))
    press(page, "look")
    expect(page.locator("[data-ahead] [data-error]")).to_have_text("The match is over then.")
    press(page, "look")
    expect(branches(page)).to_have_count(0)
    page.unroute("**/ahead/draft/")
    page.locator("[data-ahead] [data-undo]").click()
    settle(page)

    expect(page.locator("[data-chips] .chip")).to_have_text(["T@c3"])
    expect(page.locator("[data-ahead] [data-error]")).to_be_hidden()


def test_what_is_saved_is_changed_and_removed(waiting: Page, match: Match, player: User) -> None:
    page = waiting
    seat = match.seats.get(index=0)
    set_lines(seat, "if T@c3 then I@b2 if pass then b3-a1\nif I@a1 then I@b2", LogEntry.Via.SITE)
    open_form(page, match)
    expect(branches(page)).to_have_count(3)

    press(page, "change")
    click(page, "supply:T", 0)
    click(page, "b2")
    press(page, "look")
    assert written(page) == "if T@c3 then T@b2\nif I@a1 then I@b2"
    page.locator("[data-remove]").nth(1).click()
    assert written(page) == "if T@c3 then T@b2"
    expect(page.locator("#ahead > summary")).to_have_text("Conditional turns: 1 saved")
    assert saved(match) == ["if T@c3 then T@b2"]
    page.locator("[data-remove]").click()

    expect(page.locator("[data-saved]")).to_have_text("Your conditional turns are deleted.")
    assert saved(match) == []


def test_it_is_made_by_keyboard(waiting: Page) -> None:
    page = waiting
    page.locator("[data-begin]").focus()
    page.keyboard.press("Enter")
    settle(page)
    page.locator('[data-play-board] [data-ref="supply:T"][data-seat="1"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-play-board] [data-ref="c3"]').focus()
    page.keyboard.press("Enter")
    settle(page)
    expect(page.locator("[data-ahead] [data-status]")).to_contain_text("Tank enlisted on c3")
    page.keyboard.press("Backspace")
    settle(page)

    expect(page.locator("[data-chips] .chip")).to_have_count(0)
