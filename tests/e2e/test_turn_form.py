"""Choosing a turn: on the board, by keyboard, by touch, and in the plain form without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from engine.games import games
from engine.values import Draft, View
from matches.gate.turns import submit_turn
from matches.mails import tokens
from matches.models import LogEntry, Match, Seat
from tests.support.factories import MatchFactory
from tests.support.toy_game import State, Toy

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LAST_UNIT = (
    *("B@c3", "T@c2 I@c1&I@d2", "c3+ I@b3", "I@d3 c2-a2", "I@c2&I@a3 T@b2", "c1-b1 d3-a1", "I@c4 b3+", "T@d3 I@c1"),
    *("B@a4 c3-d4", "a2-c3 T@a2", "a4-a5 B@b4", "d3-d1 d2-d3", "T@d2 d4xd3"),
)

NewPage = Callable[..., Page]


def log_in(page: Page, user: User, url: str) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": cookie.value, "url": url}])


@pytest.fixture
def at_board(live_server: Any, new_page: NewPage) -> Callable[..., Page]:
    """``at_board(match, user)`` opens the match's page for a player; options are those of a browser context."""

    def open_match(match: Match, user: User, **options: Any) -> Page:
        page = new_page(**options)
        log_in(page, user, live_server.url)
        page.goto(match.get_absolute_url())
        return page

    return open_match


def space(page: Page, ref: str) -> Locator:
    return page.locator(f'[data-play-board] [data-ref="{ref}"]')


def supply(page: Page, unit: str, seat: int = 0) -> Locator:
    return page.locator(f'[data-play-board] [data-ref="supply:{unit}"][data-seat="{seat}"]')


def text_field(page: Page) -> Locator:
    return page.get_by_label("Turn as text")


def sent(match: Match) -> list[str]:
    return list(LogEntry.objects.filter(match=match).order_by("index").values_list("text", flat=True))


def played(players: list[User], *turns: str, special: str = "", map: str = "5x5") -> Match:
    """A match after these submissions, the two players taking turns."""
    match: Match = MatchFactory(players=players, options={"map": map, "special": special})
    for ply, text in enumerate(turns):
        seat = match.seats.get(index=ply % 2)
        assert seat.asked_turn
        submit_turn(seat, seat.asked_turn, text, LogEntry.Via.SITE)
    return match


@pytest.fixture
def running(player: User, opponent: User) -> Match:
    """Red to play turn 3: a Tank on c3 and two Infantry of Green beside it."""
    return played([player, opponent], "T@c3", "I@c2&I@d2")


def test_a_turn_is_chosen_on_the_board_and_sent(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)

    supply(page, "T").click()
    expect(space(page, "b3")).to_have_attribute("data-state", "target")
    space(page, "b3").click()
    expect(text_field(page)).to_have_value("T@b3")
    space(page, "c3").click()
    space(page, "e4").click()
    expect(text_field(page)).to_have_value("T@b3 c3-e4")
    look = page.locator("[data-last-look]")
    expect(page.locator("svg[data-map]")).to_have_count(1)
    expect(look.get_by_text("Tank enlisted on b3; Tank from c3 to e4")).to_be_visible()
    look.get_by_label("Message").fill("To the coast!")
    with page.expect_navigation():
        look.get_by_role("button", name="Send turn").click()

    assert sent(running)[-1] == "T@b3 c3-e4"
    assert running.log.latest("index").message == "To the coast!"


def test_three_clicks_send_a_turn_from_an_emails_link_and_its_box_is_ticked_by_the_review(
    match: Match, player_seat: Seat, live_server: Any, new_page: NewPage
) -> None:
    """Behind the one that opens it. Without a script the box is there to be ticked."""
    page = new_page()
    page.goto(f"{live_server.url}/l/{tokens.mint_turn(player_seat, 1)}/")
    supply(page, "T").click()
    space(page, "b3").click()
    expect(page.get_by_role("button", name="Send turn")).to_be_visible()
    expect(page.get_by_label("Yes, send this turn")).to_be_hidden()
    with page.expect_navigation():
        page.get_by_role("button", name="Send turn").click()
    assert sent(match) == ["T@b3"]


def test_of_a_turn_that_was_taken_back_the_last_action_is_chosen_again(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    submit_turn(running.seats.get(index=0), 3, "T@b3 c3-e4", LogEntry.Via.SITE)
    page = at_board(running, player)
    with page.expect_navigation():
        page.get_by_role("button", name="Take back turn").click()

    expect(text_field(page)).to_have_value("T@b3")
    assert page.evaluate("scrollY") == 0
    space(page, "c3").click()
    space(page, "d4").click()
    expect(text_field(page)).to_have_value("T@b3 c3-d4")


def test_a_message_to_the_others_leaves_the_turn_as_it_is(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player)
    text_field(page).fill("T@b3 c3-")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Message to").fill("One moment")
    page.get_by_role("button", name="Send message").click()
    expect(page.locator(".said")).to_contain_text("One moment")
    expect(text_field(page)).to_have_value("T@b3 c3-")


def test_a_target_shows_the_unit_that_would_come_there(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player)

    supply(page, "T").click()
    expect(space(page, "b3").locator(".target-ghost use[href='#ft-red-T']")).to_be_attached()
    expect(space(page, "b3").locator(".target-dot")).to_be_attached()
    expect(space(page, "c3").locator(".target-mark")).to_have_count(0)
    space(page, "c3").click()
    expect(space(page, "e4").locator(".target-ghost")).to_be_attached()
    page.keyboard.press("Escape")

    expect(page.locator(".target-mark")).to_have_count(0)


def test_a_unit_that_has_acted_and_may_again_is_outlined_over_its_mark(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player)

    supply(page, "T").click()
    space(page, "b3").click()
    expect(space(page, "b3")).to_have_attribute("data-state", "can")
    drawn = space(page, "b3").locator(":scope > :is(.board-marks, .board-ring)")
    assert drawn.count() > 1
    expect(drawn.last).to_have_css("stroke", "rgb(255, 255, 255)")


def test_where_one_way_is_left_it_is_taken_said_and_can_be_undone(
    player: User, opponent: User, at_board: Callable[..., Page]
) -> None:
    """Green has left a single Shore, a3, that Red's Battleship can be enlisted onto."""
    match = played([player, opponent], "T@a2", "I@d1&I@b2 I@d2", map="4x5")
    page = at_board(match, player)

    supply(page, "B").click()
    expect(text_field(page)).to_have_value("B@a3")
    expect(page.get_by_role("status").filter(has_text="Only one way: Enlist Battleship on a3")).to_be_attached()
    page.get_by_role("button", name="Undo").click()

    expect(text_field(page)).to_have_value("")


def test_a_second_click_in_haste_means_the_same_action(
    player: User, opponent: User, at_board: Callable[..., Page]
) -> None:
    match = played([player, opponent], "T@a2", "I@d1&I@b2 I@d2", map="4x5")
    page = at_board(match, player)

    page.evaluate("""() => {
      const click = (ref) => document.querySelector(`[data-play-board] [data-ref="${ref}"]`)
        .dispatchEvent(new MouseEvent("click", { bubbles: true }));
      click('supply:B"][data-seat="0');
      click("a3");
    }""")
    expect(text_field(page)).to_have_value("B@a3")

    expect(page.locator('[data-state~="chosen"]')).to_have_count(0)


def test_the_one_unit_that_can_act_is_chosen(player: User, opponent: User, at_board: Callable[..., Page]) -> None:
    """After B@d3 nothing of Red's can do anything but the Battleship there, which can be fortified."""
    match = played([player, opponent], *LAST_UNIT, map="4x5")
    page = at_board(match, opponent)

    text_field(page).fill("B@d3")
    page.get_by_text("All legal actions (").click()
    expect(space(page, "d3")).to_have_attribute("data-occupied", "")
    page.reload()
    expect(page.get_by_role("status").filter(has_text="Only one choice: d3")).to_be_attached()
    expect(text_field(page)).to_have_value("B@d3")
    space(page, "d3").click()
    expect(text_field(page)).to_have_value("B@d3 d3+")
    expect(page.locator("[data-last-look]")).to_be_visible()
    page.keyboard.press("Backspace")

    expect(text_field(page)).to_have_value("B@d3")
    expect(page.locator("[data-last-look]")).to_be_hidden()


class OneSpace(Toy):
    """All that can be done is to add 1, by a click on the one space; nothing says what its steps are called."""

    def draft(self, state: State, seat: int, text: str = "") -> Draft:
        draft = super().draft(state, seat, text)
        return replace(draft, steps=tuple(replace(step, paths=(("a1",),)) for step in draft.steps[:1]))

    def view(self, state: State, seat: int | None = None) -> View:
        spaces = [{"ref": "a1", "words": "a1", "mark": ""}]
        return {**super().view(state, seat), "columns": ["a"], "rows": [1], "spaces": spaces}


def test_the_only_step_is_done_by_the_click_that_points_at_it(
    player: User, opponent: User, at_board: Callable[..., Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.games._GAMES", (*games(), OneSpace()))
    match: Match = MatchFactory(game_slug="toy", players=[player, opponent])
    for index in range(2):
        submit_turn(match.seats.get(index=index), index + 1, "pick 4", LogEntry.Via.SITE)
    page = at_board(match, player)
    expect(page.get_by_role("status").filter(has_text="choose on the board")).to_be_attached()
    space(page, "a1").click()
    expect(text_field(page)).to_have_value("add 1")


def test_what_was_chosen_as_the_only_way_on_stays_chosen_when_it_is_clicked(
    player: User, opponent: User, at_board: Callable[..., Page]
) -> None:
    """Red can push with a single man, a4, so the card alone chooses him; to push a3 or b4 is left to choose."""
    match: Match = MatchFactory(game_slug="fortac", players=[player, opponent], seed=bytes([21] * 32).hex())
    for index, text in enumerate(("hop b3-c3", "horse c2-d4")):
        submit_turn(match.seats.get(index=index), index + 1, text, LogEntry.Via.SITE)
    page = at_board(match, player)
    chosen = re.compile("chosen")

    page.locator("[role=button][data-ref='card:skip']").click()
    expect(page.get_by_text("Choose a marked man.")).to_be_visible()
    page.keyboard.press("Escape")
    space(page, "card:push").click()
    expect(space(page, "a4")).to_have_attribute("data-state", chosen)
    space(page, "a4").click()
    expect(space(page, "a4")).to_have_attribute("data-state", chosen)
    space(page, "a4").click()
    expect(space(page, "a4")).not_to_have_attribute("data-state", chosen)


def test_nothing_is_sent_without_a_last_look(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    text_field(page).fill("T@b3 T@b2")

    text_field(page).press("Enter")

    expect(page.get_by_role("heading", name="Review your turn")).to_be_focused()
    assert len(sent(running)) == 2


def test_one_infantry_or_two_is_asked_by_a_menu(match: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(match, player)
    menu = page.get_by_role("group", name="What to do")

    supply(page, "I").click()
    space(page, "b3").click()
    expect(menu.get_by_role("button", name="Enlist Infantry on b3")).to_be_visible()
    space(page, "c3").click()
    expect(text_field(page)).to_have_value("I@b3&I@c3")
    page.get_by_role("button", name="Undo").click()
    expect(text_field(page)).to_have_value("")
    supply(page, "I").click()
    space(page, "b3").click()
    menu.get_by_role("button", name="Enlist Infantry on b3").click()

    expect(text_field(page)).to_have_value("I@b3")


def test_what_a_unit_can_do_where_it_stands_is_offered_in_words(
    player: User, opponent: User, at_board: Callable[..., Page]
) -> None:
    picks = ["I4T3B2C1", "I4T3B2C1"]
    turns = ["B@a2", "T@e4", "a2+ C@a2", "pass", "a2-e4", "pass"]
    match = played([player, opponent], *picks, *turns, special="on")
    page = at_board(match, player)

    space(page, "e4").click()
    page.get_by_role("button", name="Attack Green’s Tank below").click()

    expect(text_field(page)).to_have_value("e4xe4")


def test_the_board_is_worked_by_keyboard_alone(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    status = page.get_by_role("status")

    space(page, "a5").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    expect(space(page, "c3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(status.filter(has_text="Chosen: c3, Shore, Red’s Tank")).to_be_attached()
    page.keyboard.press("Escape")
    expect(status.filter(has_text="Nothing chosen")).to_be_attached()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(text_field(page)).to_have_value("c3-b3")
    expect(space(page, "b3")).to_be_focused()
    page.keyboard.press("Backspace")

    expect(text_field(page)).to_have_value("")


def test_an_illegal_text_is_refused_beside_the_field_and_kept(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player)

    text_field(page).fill("t@b3, T@a5")
    text_field(page).press("Enter")

    expect(page.locator("#turn-text-error")).to_contain_text("Action 2, T@a5")
    expect(text_field(page)).to_have_attribute("aria-invalid", "true")
    expect(text_field(page)).to_have_value("t@b3, T@a5")
    expect(page.locator("[data-last-look]")).to_be_hidden()


def test_what_is_typed_shows_on_the_board(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)

    text_field(page).press_sequentially("t@b3")

    expect(space(page, "b3")).to_have_attribute("data-occupied", "")
    expect(text_field(page)).to_have_value("t@b3")
    expect(text_field(page)).to_be_focused()


def test_a_reload_keeps_the_turn_under_way(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    supply(page, "T").click()
    space(page, "b3").click()
    expect(text_field(page)).to_have_value("T@b3")

    page.reload()

    expect(text_field(page)).to_have_value("T@b3")
    expect(space(page, "b3")).to_have_attribute("data-occupied", "")


def test_a_server_out_of_reach_loses_nothing(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    text_field(page).fill("T@b3")
    page.context.set_offline(True)
    text_field(page).press("Enter")

    expect(page.locator("#turn-text-error")).to_contain_text("couldn’t reach the server")
    expect(text_field(page)).to_have_value("T@b3")
    page.context.set_offline(False)
    text_field(page).press("Enter")
    expect(page.get_by_role("button", name="Send turn")).to_be_visible()


def test_being_logged_out_meanwhile_loses_nothing(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    page.context.clear_cookies()

    text_field(page).fill("T@b3")
    text_field(page).press("Enter")

    expect(page.locator("#turn-text-error")).to_contain_text("you may have been logged out")
    expect(text_field(page)).to_have_value("T@b3")


def test_passing_takes_a_last_look_too(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)

    page.get_by_role("button", name="Pass", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Send turn").click()

    assert sent(running)[-1] == "pass"


def test_spaces_are_as_large_as_a_thumb_on_a_small_phone(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player, viewport={"width": 360, "height": 740}, has_touch=True)

    box = space(page, "a5").bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    supply(page, "T").tap()
    expect(page.get_by_role("group", name="What to do")).to_be_in_viewport()
    space(page, "b3").tap()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport()


def test_the_bar_says_what_is_possible(match: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(match, player, viewport={"width": 360, "height": 740}, has_touch=True)
    status = page.locator("[data-status]")

    expect(status).to_have_text("Your turn: enlist a unit onto Shore.")
    supply(page, "T").tap()
    space(page, "b3").tap()
    expect(status).to_contain_text("Tank enlisted on b3")


def test_review_is_there_once_something_is_chosen(match: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(match, player, viewport={"width": 360, "height": 740}, has_touch=True)
    review, status = page.get_by_role("button", name="Review", exact=True), page.locator("[data-status]")

    expect(review).to_be_hidden()
    text_field(page).press("Enter")
    expect(status).to_have_text("Nothing chosen yet. Choose on the board first.")
    expect(status).to_be_in_viewport()
    expect(text_field(page)).not_to_have_attribute("aria-invalid", "true")
    text_field(page).fill("T@b3")
    expect(review).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_board_stays_where_it_is_when_a_turn_is_sent(
    running: Match, player: User, at_board: Callable[..., Page], width: int
) -> None:
    page = at_board(running, player, viewport={"width": width, "height": 740})
    own, board = page.locator(".match-own"), page.locator("svg[data-map], .match-board svg.board-svg")

    if width == 360:
        bar, line = page.locator("[data-dock]").bounding_box(), own.bounding_box()
        assert bar
        assert line
        assert line["y"] + line["height"] <= bar["y"]
    before = board.bounding_box()
    page.get_by_role("button", name="Pass", exact=True).click()
    with page.expect_navigation():
        page.get_by_role("button", name="Send turn").click()
    expect(page.get_by_text("Turn sent.")).to_be_in_viewport(ratio=1)
    assert board.bounding_box() == before


def test_without_javascript_a_turn_is_chosen_from_lists(
    running: Match, player: User, at_board: Callable[..., Page]
) -> None:
    page = at_board(running, player, java_script_enabled=False)

    page.get_by_text("Enlist Tank (", exact=False).click()
    page.get_by_role("button", name="Enlist Tank on b3").click()
    expect(page.get_by_text("So far: Tank enlisted on b3")).to_be_visible()
    page.get_by_text("Move Tank from c3").first.click()
    page.get_by_role("button", name="Move Tank from c3 to e4").click()
    page.get_by_role("button", name="Review").click()
    page.get_by_label("Message (optional)").fill("By hand")
    with page.expect_navigation():
        page.get_by_role("button", name="Send turn").click()

    assert sent(running)[-1] == "T@b3 c3-e4"
    assert running.log.latest("index").message == "By hand"


def test_an_army_is_picked_by_numbers(player: User, opponent: User, at_board: Callable[..., Page]) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    page = at_board(match, player)

    for name, count in {"Infantry": 4, "Tank": 4, "Battleship": 1, "Artillery": 1}.items():
        page.get_by_label(name, exact=True).fill(str(count))
    expect(page.get_by_text("10 of 10 picked")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_text("4 Infantry, 4 Tanks, 1 Battleship and 1 Artillery")).to_be_visible()
    expect(page.get_by_text("You can take it back")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Send", exact=True).click()

    assert sent(match) == ["I4T4B1A1"]


@pytest.mark.parametrize("java_script", [True, False])
def test_an_army_is_picked_from_a_suggestion_and_changed_by_buttons(
    player: User, opponent: User, at_board: Callable[..., Page], java_script: bool
) -> None:
    earlier: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    seat = earlier.seats.get(index=0)
    submit_turn(seat, seat.asked_turn, "I4T4B2", LogEntry.Via.SITE)
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    other = match.seats.get(index=1)
    submit_turn(other, other.asked_turn, "I4T4B2", LogEntry.Via.SITE)
    page = at_board(match, player, java_script_enabled=java_script)
    offers = page.locator("[data-pick] button[name=text]")
    total = page.locator("[data-pick-total]")

    offers.filter(has_text="Balanced army").click()
    expect(page.get_by_label("Chopper", exact=True)).to_have_value("1")
    offers.filter(has_text="Last time’s army").click()
    expect(page.get_by_label("Chopper", exact=True)).to_have_value("0")
    expect(page.get_by_label("Tank", exact=True)).to_have_value("4")
    page.get_by_role("button", name="Tank: one fewer").click()
    expect(total).to_contain_text("9 of 10 picked")
    page.get_by_role("button", name="Artillery: one more").click()
    expect(total).to_contain_text("10 of 10 picked")
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("heading", name="Review your choice")).to_be_visible()
    expect(page.get_by_text("You can take it back")).to_be_hidden()  # it shows both armies
    with page.expect_navigation():
        page.get_by_role("button", name="Send", exact=True).click()

    assert sent(match) == ["I4T4B2", "I4T3B2A1"]


def test_a_wrong_number_of_units_is_refused_and_kept(
    player: User, opponent: User, at_board: Callable[..., Page]
) -> None:
    match: Match = MatchFactory(players=[player, opponent], options={"special": "on"})
    page = at_board(match, player)

    page.get_by_label("Infantry", exact=True).fill("3")
    page.get_by_role("button", name="Review").click()

    expect(page.locator("[data-error]")).to_contain_text("10")
    expect(page.get_by_label("Infantry", exact=True)).to_have_value("3")


def test_a_match_is_replayed_by_arrow_keys(running: Match, player: User, at_board: Callable[..., Page]) -> None:
    page = at_board(running, player)
    page.goto(f"{running.get_absolute_url()}turns/0/")
    page.evaluate("window.stayed = true")

    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("/turns/1/$"))
    expect(page.get_by_role("heading", name="After turn 2")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Infantry enlisted on c2 and d2")).to_be_attached()
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", name="After turn 1")).to_be_visible()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.get_by_role("heading", name="After turn 2")).to_be_visible()
    expect(page.get_by_role("link", name="Back")).to_be_focused()
    page.go_back()
    expect(page.get_by_role("heading", name="After turn 1")).to_be_visible()

    assert page.evaluate("window.stayed") is True
