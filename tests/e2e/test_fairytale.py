"""Choosing a turn of The Last Fairy Tale on the board: what is done beside the map, and how it is said."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from engine.fairytale.match.state import MatchState
from engine.fairytale.notation.position import parse_position
from engine.fairytale.rules.position import Options
from matches.models import Match
from tests.engine.fairytale.lines import line
from tests.support.factories import MatchFactory

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

AtForest = Callable[[str], Page]


@pytest.fixture
def at_forest(live_server: Any, new_page: Callable[..., Page], player: User) -> AtForest:
    """``at_forest(position)`` opens, on a phone, a match of one player that stands there."""

    def open_match(position: str) -> Page:
        match: Match = MatchFactory(game_slug="fairytale", players=[player])
        match.state = match.game.dump(MatchState(Options(), parse_position(position)))
        match.save()
        client, page = Client(), new_page(**PHONE)
        client.force_login(player)
        session = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
        page.goto(match.get_absolute_url())
        return page

    return open_match


def thing(page: Page, ref: str) -> Locator:
    return page.locator(f'[data-play-board] [data-ref="{ref}"]')


def bar(page: Page) -> Locator:
    return page.locator("#turn [data-dock]")


def button(page: Page, name: str) -> Locator:
    return bar(page).get_by_role("button", name=name, exact=True)


def test_what_is_offered_beside_the_map_leaves_undo_and_review_where_they_are(at_forest: AtForest) -> None:
    page = at_forest(line("aladdin@n1", market="X", n1="X/n*2"))
    thing(page, "n1").click()
    expect(bar(page).locator("[data-chips]")).to_have_text("x")
    expect(button(page, "Fly to the oak")).to_be_visible()
    expect(button(page, "Review")).to_be_visible()
    button(page, "Undo").click()
    expect(bar(page).locator("[data-chips]")).to_be_hidden()


def test_how_a_turn_ends_is_asked_beside_the_map_and_said_where_it_is_missing(at_forest: AtForest) -> None:
    page = at_forest(line("tailor@o", market="X"))
    thing(page, "n1").click()
    lacking = "To end the turn, name the side that moves if the die shows 5, as in “5:n”."
    expect(bar(page).get_by_role("status")).to_have_text(f"Walk to n1. {lacking}")
    button(page, "Review").click(force=True)
    expect(bar(page).get_by_role("status")).to_have_text(lacking)
    expect(page.get_by_text("End the turn: which side moves on a 5?")).to_be_visible()
    thing(page, "side:e").click()
    expect(page.get_by_role("heading", name="Review your turn")).to_be_visible()


def test_the_first_tiles_are_laid_on_any_root(at_forest: AtForest) -> None:
    first = line("?", turns="0/39/3", market="T,I,L,Xw").replace("n1:X/n,w1:X/n,e1:X/n,s1:X/n", "-")
    page = at_forest(first)
    thing(page, "n1").click()
    expect(bar(page).get_by_role("status")).to_have_text("n1, open. First choose a tile below the map.")
    for picked in ("tile:Xw", "w1", "tile:I", "n1"):
        thing(page, picked).click()
    expect(bar(page).locator("[data-chips] li")).to_have_text(["I/n@n1", "Xw/n@w1"])


def test_what_a_tile_does_and_what_may_follow_is_said(at_forest: AtForest) -> None:
    roads = dict.fromkeys(("n2", "n2e1", "n1e1", "e2", "n1e2"), "X/n")
    page = at_forest(line("tailor@o", market="Xb,T", n1="Xw/n", e1="Xw/n", s2="Xh/n", **roads))
    status = bar(page).get_by_role("status")
    thing(page, "s2").click()
    haste = "A monster that comes here takes another step at once."
    expect(status).to_have_text(
        f"s2, crossroads with haste, roads to the north, east, south and west. No actions there now. {haste}"
    )
    expect(thing(page, "tile:T")).to_have_accessible_name(re.compile(r"^T, fork\. \d+ ways to lay a tile$"))
    thing(page, "tile:Xb").click()
    expect(status).to_contain_text("Chosen: Xb, crossroads with bomb. Needs 2 wood. Possible: ")
    bomb = "When it is laid, it may destroy a touching tile with all its monsters."
    expect(bar(page).get_by_text(bomb)).to_be_visible()
    thing(page, "n2e2").click()
    expect(status).to_have_text(
        "Only one way: Lay Xb/n (crossroads with bomb) on n2e2. The bomb can destroy a touching tile: choose n2e2,"
        " then that tile. To end the turn, name the side that moves if the die shows 5, as in “5:n”."
    )
