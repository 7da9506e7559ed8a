"""A walk through what players see who take turns back and write to each other."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from playwright.sync_api import Page

from matches.gate import chat
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import MatchFactory, UserFactory

from .match_walks import LONG_NAME, SITE, seat_of, submit
from .walking import Stop, walk


@walk("matches:match", "matches:play", "matches:turn", "matches:link")
def between_turns() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), UserFactory(display_name=LONG_NAME)
    match: Match = MatchFactory(players=[ann, ben])
    link = reverse("matches:link", args=[tokens.mint_turn(seat_of(match, ann), 1)])
    submit(match, ann, "T@b3")
    yield Stop("a turn that can be taken back", match.get_absolute_url(), ann)
    yield Stop("one behind its link", link)
    yield Stop("taken back", match.get_absolute_url(), ann, _take_back)
    yield Stop("the log of a turn that was taken back", match.get_absolute_url(), ben)
    yield Stop("the line of it", reverse("matches:turn", args=[match.pk, 0]), ben)
    yield Stop("the link of it", link)
    chat.write_message(seat_of(match, ben), "W" * 500, SITE)
    yield Stop("a line of one long word", match.get_absolute_url(), ann)
    yield Stop("a line that is not sent", match.get_absolute_url(), ann, _say_nothing)


def _take_back(page: Page) -> None:
    button = page.get_by_role("button", name="Take back turn")
    if button.count():  # the first time that this is looked at
        with page.expect_navigation():
            button.click()


def _say_nothing(page: Page) -> None:
    if not page.locator("#say-line").is_visible():
        page.locator("[data-tab-list] a[href='#chat']").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Send message").click()
