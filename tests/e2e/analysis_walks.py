"""A walk through the analysis of a match: by a player, by a guest's link, and by a visitor."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from playwright.sync_api import Page

from matches.gate import turns
from matches.mails import tokens
from matches.models import Match
from tests.support.factories import GuestFactory, MatchFactory, UserFactory

from .match_walks import LONG_NAME, SITE, seat_of, submit
from .walking import Stop, walk

BRANCHED = "b3-c3~pass*~c3-b3~(1)c3-d3~(3)b3-d3~c4-c3~(2)I@b2&I@a3_b3-d3"


@walk("matches:analysis", "matches:link_analysis")
def trying_turns() -> Iterator[Stop]:
    ann, ben = UserFactory(display_name="Ann"), GuestFactory(display_name=LONG_NAME)
    match: Match = MatchFactory(players=[ann, ben])
    for player, text in ((ann, "T@b3"), (ben, "T@d4 d4-c4")):
        submit(match, player, text)
    start = reverse("matches:analysis", args=[match.pk, 2])
    yield Stop("nothing tried yet", start, ann)
    yield Stop("the first position of all", reverse("matches:analysis", args=[match.pk, 0]), ann)
    yield Stop("branches", reverse("matches:analysis", args=[match.pk, 2, BRANCHED]), ann)
    yield Stop("a turn refused", start, ann, lambda page: _try(page, "c4xb3"))
    yield Stop("a broken address", reverse("matches:analysis", args=[match.pk, 2, "x" * 150]), ann, status=422)
    token = tokens.mint_turn(seat_of(match, ben), 2)
    yield Stop("by a guest", reverse("matches:link_analysis", args=[token, 2, "pass"]))
    secret: Match = MatchFactory(players=[ann, ben], options={"special": "on"})
    yield Stop("where armies are secret", reverse("matches:analysis", args=[secret.pk, 0]), ann)
    turns.resign(seat_of(match, ann), SITE)
    match.seats.filter(player=ben).update(player=UserFactory(display_name="Ben"))
    yield Stop("by a visitor", reverse("matches:analysis", args=[match.pk, 2, BRANCHED]))
    yield Stop("where the match is over", reverse("matches:analysis", args=[match.pk, 3]), ann)


def _try(page: Page, text: str) -> None:
    page.get_by_label("Turn as text").fill(text)
    page.get_by_label("Turn as text").press("Enter")
    page.locator("[data-error]:not([hidden])").first.wait_for()
