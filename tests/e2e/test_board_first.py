"""The page of a match: the board leads, the turns are stepped through on it, and all else is in tabs."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from accounts.models import User
from matches.gate import turns
from matches.match_view import log_page
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory

from .walking import session_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AtBoard = Callable[..., Page]


@pytest.fixture
def running(player: User, opponent: User) -> Match:
    """Square, so that the map is as wide as it is high; three turns were played, and the opponent is asked."""
    match: Match = MatchFactory(players=[player, opponent], options={"map": "5x5"})
    for number, text in enumerate(("T@c3", "I@c2&I@d2", "pass"), 1):
        turns.submit_turn(match.seats.get(index=(number - 1) % 2), number, text, LogEntry.Via.SITE)
    return match


@pytest.fixture
def at_board(live_server: Any, new_page: Callable[..., Page]) -> AtBoard:
    """``at_board(match, user, width, height)`` opens the match's page."""

    def open_match(match: Match, user: User, width: int = 1280, height: int = 900, **options: Any) -> Page:
        page = new_page(viewport={"width": width, "height": height}, **options)
        page.context.add_cookies([{"name": "sessionid", "value": session_of(user), "url": live_server.url}])
        page.goto(match.get_absolute_url())
        return page

    return open_match


def board(page: Page) -> Locator:
    """The map that is seen."""
    return page.locator(".match-board svg[viewBox]:visible").filter(has=page.locator(".board-coords"))


def box_of(found: Locator) -> FloatRect:
    box = found.bounding_box()
    assert box is not None
    return box


@pytest.mark.parametrize(
    ("width", "height", "side"),
    [(1280, 900, 702), (1920, 1080, 720), (1024, 768, 599)],
)
def test_the_board_fills_the_window(
    width: int, height: int, side: int, running: Match, opponent: User, at_board: AtBoard
) -> None:
    """min(78vh, 720px); the column is narrower where it would else take room from the board."""
    page = at_board(running, opponent, width, height)
    box = box_of(board(page))
    assert [box["width"], box["height"]] == pytest.approx([side, side], abs=1)
    column = box_of(page.locator(".match-others"))
    assert column["x"] > box["x"] + box["width"]
    assert column["width"] == pytest.approx(360 if width > 1024 else 288, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740)])
def test_on_a_phone_it_begins_high_up_and_has_the_whole_width(
    width: int, height: int, running: Match, opponent: User, at_board: AtBoard
) -> None:
    page = at_board(running, opponent, width, height)
    box = box_of(board(page))
    assert box["y"] <= 140
    assert box["width"] == width - 16
    above, below = box_of(page.locator(".match-others")), box_of(page.locator(".match-own"))
    assert above["y"] + above["height"] <= box["y"]
    assert box["y"] + box["height"] <= below["y"]
    assert below["y"] + below["height"] <= height


def test_on_a_phone_held_sideways_all_of_it_is_in_sight(running: Match, opponent: User, at_board: AtBoard) -> None:
    page = at_board(running, opponent, 844, 390)
    game = box_of(page.locator(".match-board .board-game"))
    assert game["y"] >= 0
    assert game["y"] + game["height"] <= 390


@pytest.mark.parametrize("slug", ["fortac", "fairytale"])
def test_other_games_have_room_on_every_screen(slug: str, player: User, opponent: User, at_board: AtBoard) -> None:
    """What is beside the map makes it smaller where it must, and covers nothing."""
    page = at_board(MatchFactory(players=[player, opponent], game_slug=slug), player, 390, 844)
    assert box_of(board(page))["y"] <= 140
    assert box_of(board(page))["width"] >= 360
    page.set_viewport_size({"width": 1024, "height": 768})
    assert page.evaluate("document.documentElement.scrollWidth") <= 1024
    game, column = box_of(page.locator(".match-board .board-game")), box_of(page.locator(".match-others"))
    assert game["x"] >= 0
    assert game["x"] + game["width"] < column["x"]
    page.set_viewport_size({"width": 844, "height": 390})
    seen = board(page) if slug == "fairytale" else page.locator(".match-board .board-game")
    assert box_of(seen)["y"] + box_of(seen)["height"] <= 390


def test_how_the_map_is_looked_at_stays(player: User, opponent: User, at_board: AtBoard) -> None:
    """While a turn is put together, and while turns are stepped through."""
    match: Match = MatchFactory(players=[player, opponent], game_slug="fairytale", options={"cast": "plain"})
    seat, tiles = match.seats.get(index=0), match.game.sample(match.loaded_state, 0, Random(1))
    for number, text in enumerate((tiles, "5:n"), 1):
        turns.submit_turn(seat, number, text, LogEntry.Via.SITE)
    page = at_board(match, opponent, 390, 844)
    far, scroller = board(page).locator("[data-ref=n2e1] .fy-distance"), page.locator(".match-board .fy-scroll")
    expect(far).to_be_hidden()
    page.get_by_label("Distances").check(force=True)
    page.get_by_label("Magnify the map").check(force=True)
    assert _is_in_the_middle(board(page).locator("[data-ref=o]"), scroller)  # where the figure stands
    expect(far).to_be_visible()
    expect(far).to_have_text("3")
    scroller.evaluate("each => each.scrollTo(90, 80)")
    page.get_by_label("Turn as text").fill("n1")
    expect(board(page).locator("[data-ref=n1] use[href='#fy-square']")).to_have_count(1)
    expect(far).to_be_visible()
    assert scroller.evaluate("each => [each.scrollLeft, each.scrollTop]") == [90, 80]
    page.get_by_role("link", name="Back").click()
    shown = page.locator("[data-then]")
    expect(shown.get_by_text("Distance from the oak")).to_be_visible()
    shown.get_by_label("Distances").uncheck(force=True)
    page.get_by_role("link", name="Last", exact=True).click()
    expect(shown).to_have_count(0)
    expect(far).to_be_hidden()


def _is_in_the_middle(space: Locator, scroller: Locator) -> bool:
    """Within half a space."""
    at, frame = box_of(space), box_of(scroller)
    across = abs(at["x"] - frame["x"] - (frame["width"] - at["width"]) / 2)
    up = abs(at["y"] - frame["y"] - (frame["height"] - at["height"]) / 2)
    return max(across, up) < at["width"] / 2


def test_a_face_of_the_die_shows_the_monsters_next_step_alone(live_server: Any, new_page: Callable[..., Page]) -> None:
    """While it is pointed at, and when it was tapped. Monsters stand in the south and the west."""
    page = new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{live_server.url}/rules/fairytale/lesson/diamond/")
    arrows, choice = page.locator(".match-board .fy-go:visible"), page.get_by_role("radio", name=re.compile("^3: "))
    expect(arrows).to_have_count(2)
    choice.locator("..").hover()
    expect(arrows).to_have_count(1)
    page.mouse.move(0, 0)
    expect(arrows).to_have_count(2)
    choice.check(force=True)
    page.mouse.move(0, 0)
    expect(arrows).to_have_count(1)
    expect(page.locator(".fy-face-says-3")).to_be_visible()


def test_the_other_way_to_say_a_moment_is_at_hand_where_it_is_tapped(
    running: Match, opponent: User, at_board: AtBoard
) -> None:
    page = at_board(running, opponent, 390, 844, has_touch=True)
    moment = page.locator(".match-own .clock-chip time")
    says = moment.locator(".exact")
    expect(says).to_contain_text("by ")
    assert box_of(says)["width"] <= 1
    moment.tap()
    box = box_of(says)
    assert 100 < box["width"] <= 390 - box["x"]


def test_the_turns_are_stepped_through_on_the_same_board(running: Match, opponent: User, at_board: AtBoard) -> None:
    page = at_board(running, opponent)
    address, says = page.url, page.locator("[data-replay-says]")
    field = page.get_by_label("Turn as text")
    field.fill("I@")
    field.blur()

    page.keyboard.press("ArrowLeft")
    expect(says).to_contain_text("Infantry enlisted on c2 and d2")
    page.keyboard.press("ArrowLeft")
    expect(says).to_contain_text("Tank enlisted on c3")
    expect(page.locator("[data-play-board]")).to_be_hidden()
    expect(page.locator(".moves [aria-current]")).to_have_text("T@c3")
    expect(page.get_by_role("link", name="Back")).to_have_count(1)
    expect(page.locator("[data-replay=previous]")).to_have_attribute("aria-disabled", "true")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(says).to_contain_text("Infantry enlisted on c2 and d2")
    page.get_by_role("link", name="Last", exact=True).click()

    expect(page.locator("[data-play-board]")).to_be_visible()
    expect(says).to_be_empty()
    expect(field).to_have_value("I@")
    assert page.url.partition("?")[0].rstrip("/").removesuffix("/play") == address.rstrip("/")


def test_the_list_goes_along_to_turns_that_it_had_no_room_for(
    running: Match, opponent: User, at_board: AtBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_page, "TURNS_ON_A_PAGE", 2)
    page = at_board(running, opponent)
    expect(page.locator(".moves [data-index]")).to_have_text(["I@c2&I@d2", "pass"])
    page.get_by_role("link", name="First", exact=True).click()
    expect(page.locator(".moves [aria-current]")).to_have_text("T@c3")
    page.get_by_role("link", name="Last", exact=True).click()
    expect(page.locator(".moves [aria-current]")).to_have_text("pass")


def test_a_turn_of_the_list_is_shown_on_the_board_to_visitors_too(
    running: Match, opponent: User, live_server: Any, page: Page
) -> None:
    turns.resign(running.seats.get(player=opponent), LogEntry.Via.SITE)
    page.goto(f"{live_server.url}{running.get_absolute_url()}")

    page.locator(".moves").get_by_role("link", name="T@c3").click()

    expect(page.locator("[data-replay-says]")).to_contain_text("Tank enlisted on c3")
    expect(page.locator(".match-layout")).to_have_attribute("data-replaying", "")


def test_what_else_there_is_stands_in_tabs(running: Match, opponent: User, at_board: AtBoard) -> None:
    page = at_board(running, opponent)
    log, chat = page.get_by_role("tab", name="Log"), page.get_by_role("tab", name="Chat")
    expect(page.get_by_role("tabpanel")).to_have_count(1)
    log.focus()
    page.keyboard.press("ArrowRight")
    expect(chat).to_be_focused()
    expect(chat).to_have_attribute("aria-selected", "true")
    expect(page.get_by_label("Message to Ada")).to_be_visible()
    page.goto(f"{running.get_absolute_url()}#give-time")
    page.reload()
    expect(page.get_by_role("tab", name="Details")).to_have_attribute("aria-selected", "true")


def test_the_board_is_turned_by_keyboard_too(running: Match, opponent: User, at_board: AtBoard) -> None:
    """The second seat sees it from its own side, where e1 is the first space."""
    page = at_board(running, opponent)
    space = page.locator("[data-play-board] [data-ref]").filter(has_not=page.locator(".board-count")).first
    expect(space).to_have_attribute("data-ref", "e1")
    space.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-ref=d1]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-ref=d2]")).to_be_focused()

    page.get_by_role("button", name="Turn the board").press("Enter")

    expect(page.locator("[data-map] [data-ref]").first).to_have_attribute("data-ref", "a5")


def test_a_scheme_is_chosen_at_the_foot_of_a_page(live_server: Any, new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="light", java_script_enabled=False)
    page.goto(f"{live_server.url}/rules/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)

    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Light").click()

    assert page.url == f"{live_server.url}/rules/"
    assert dark != light
    assert page.evaluate(ground) == light
