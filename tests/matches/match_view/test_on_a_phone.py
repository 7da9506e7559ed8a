"""Emails on a phone: nothing has to be scrolled to from the side, and what must be pressed is as large as a thumb."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route

from mail.models import OutboxMail
from mail.outbox.registry import KINDS
from matches.gate import turns
from matches.models import Match
from tests.support.browser import Readers
from tests.support.composed_mails import html_of, latest, message_of
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.matches import SITE, asked, play_on

pytestmark = [pytest.mark.browser, pytest.mark.either, pytest.mark.django_db]
WIDTH = 360
THUMB = 44  # pixels: the advice of the makers of phones
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="598"/>'
LONGEST_NAMES = ("W" * 40, "M" * 40)
LONG_WORD = "https://elsewhere.example/" + "w" * 150
LARGEST_MAP = "name: Sea\nslots: 9\n" + "\n".join(["LLSSSSLL", "LSWWWWSL", *["SWWWWWWS"] * 4, "LSWWWWSL", "LLSSSSLL"])


def _largest() -> Match:
    players = [UserFactory(display_name=name) for name in LONGEST_NAMES]
    made: Match = MatchFactory(players=players, options={"map": "own", "own_map": LARGEST_MAP})
    return play_on(made, 12, message=LONG_WORD)


def your_turn() -> OutboxMail:
    _largest()
    return latest("your_turn")


def match_over() -> OutboxMail:
    match = _largest()
    turns.resign(asked(match), SITE)
    return latest("match_over")


def challenge() -> OutboxMail:
    ChallengeFactory(
        challenger=UserFactory(display_name=LONGEST_NAMES[0]),
        opponent=UserFactory(display_name=LONGEST_NAMES[1]),
        message=LONG_WORD,
        options={"map": "own", "own_map": LARGEST_MAP},
    )
    return latest("challenge")


@pytest.fixture(params=[your_turn, match_over, challenge], ids=lambda make: make.__name__)
def phone(request: pytest.FixtureRequest, browser: Readers) -> Iterator[Page]:
    make: Callable[[], OutboxMail] = request.param
    assert make.__name__ in KINDS
    with browser.new_context(viewport={"width": WIDTH, "height": 740}) as context:
        page = context.new_page()
        page.set_content(html_of(message_of(make())))
        yield page


def test_the_longest_names_and_words_and_the_largest_board_fit(phone: Page) -> None:
    assert phone.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_its_buttons_are_as_large_as_a_thumb(phone: Page) -> None:
    for button in phone.locator('td[bgcolor="#1f4e79"] a').all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= THUMB


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_map_of_letters_is_seen_where_the_picture_is_not(browser: Readers, is_shown: bool) -> None:
    MatchFactory(game_slug="fairytale", players=[UserFactory(display_name=name) for name in LONGEST_NAMES])
    html = html_of(message_of(latest("your_turn")))

    def show(route: Route) -> None:
        if is_shown:
            route.fulfill(body=PICTURE, content_type="image/svg+xml")
        else:
            route.abort()

    with browser.new_context(viewport={"width": WIDTH, "height": 740}) as context:
        page = context.new_page()
        page.route("**/board.png", show)
        page.set_content(re.sub('cid:[^"]*', "https://club.example/board.png", html))
        clipped_at = "e => e.parentElement.getBoundingClientRect().bottom - e.getBoundingClientRect().top"
        seen = page.locator("pre").evaluate(clipped_at) > 100
        assert seen is not is_shown
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
