"""A walk through what a player sees who sets conditional turns."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from playwright.sync_api import Page, expect

from matches.conditional.edit import set_lines
from matches.conditional.orders import set_orders
from matches.models import Match
from tests.support.factories import MatchFactory, UserFactory

from .match_walks import LONG_NAME, SITE, seat_of, submit
from .walking import Stop, walk

REFUSED = "if T@c3 then I@b2\nif A@b3 then b3"
CHAINS = "if T@c3 then I@b2 if pass then b3-a1 if pass then a1-b3\nif I@c3&I@c4 T@d3 then T@b2"


@walk("matches:ahead")
def setting_conditional_turns() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    match: Match = MatchFactory(players=[ann, ben])
    submit(match, ann, "T@b3")
    at = reverse("matches:ahead", args=[match.pk])
    yield Stop("nothing set yet", f"{at}#ahead", ann)
    yield Stop("a turn of the opponent's is chosen", at, ann, _choose, scripted=True)
    yield Stop("a conditional turn made on the board", at, ann, _make, scripted=True)
    yield Stop("conditional turns checked", at, ann, lambda page: _press(page, "Check", CHAINS))
    yield Stop("conditional turns refused", at, ann, lambda page: _press(page, "Replace", REFUSED))
    yield Stop("a branch of one long word", at, ann, lambda page: _press(page, "Replace", f"if {'x' * 150} then pass"))
    set_lines(seat_of(match, ann), CHAINS, SITE)
    yield Stop("conditional turns set", at, ann)
    submit(match, ben, "T@c3")
    yield Stop("a conditional turn played", match.get_absolute_url(), ann)
    yield Stop("answered at once", match.get_absolute_url(), ben)
    submit(match, ben, "c3-c2")
    yield Stop("conditional turns dropped", match.get_absolute_url(), ann)


@walk("matches:orders")
def setting_orders() -> Iterator[Stop]:
    ann, ben, cleo = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME), UserFactory()
    match: Match = MatchFactory(game_slug="fortress", players=[ann, ben, cleo], options={"pace": "whole"})
    for player in (ann, ben, cleo):
        submit(match, player, "fortify LLLLLLLL keep")
    at = reverse("matches:orders", args=[match.pk])
    yield Stop("no orders yet", f"{at}#orders", ben)
    set_orders(seat_of(match, ben), ["pass", "start 3"], SITE)
    yield Stop("orders set", at, ben)


def _choose(page: Page) -> None:
    page.locator("[data-begin]").click()
    page.locator('[data-play-board] [data-ref="supply:T"][data-seat="1"]').click()
    expect(page.locator(".target-ghost").first).to_be_attached()


def _make(page: Page) -> None:
    page.locator("[data-begin]").click()
    for asked in ("condition", "answer"):
        expect(page.locator("[data-ahead][aria-busy]"), asked).to_have_count(0)
        page.locator('[data-play-board] [data-ref^="supply:T"][role=button]').click()
        page.locator('[data-play-board] [data-state~="target"]').first.click()
        expect(page.locator("[data-chips] .chip")).to_have_count(1)
        page.locator("[data-look]").click()
    expect(page.locator("[data-node]")).to_have_count(1)


def _press(page: Page, button: str, text: str) -> None:
    for details in page.locator("#ahead, #ahead-as-text").all():
        if details.get_attribute("open") is None:
            details.locator("> summary").click()
    page.get_by_label("If … then …").fill(text)
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()
