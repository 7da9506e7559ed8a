"""A walk through what a player sees who sets conditional turns."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from playwright.sync_api import Page

from matches import conditional
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
    yield Stop("conditional turns checked", at, ann, lambda page: _press(page, "Check", CHAINS))
    yield Stop("conditional turns refused", at, ann, lambda page: _press(page, "Save", REFUSED))
    yield Stop("a branch of one long word", at, ann, lambda page: _press(page, "Save", f"if {'x' * 150} then pass"))
    conditional.set_lines(seat_of(match, ann), CHAINS, SITE)
    yield Stop("conditional turns set", at, ann)
    submit(match, ben, "T@c3")
    yield Stop("a conditional turn played", match.get_absolute_url(), ann)
    yield Stop("answered at once", match.get_absolute_url(), ben)
    submit(match, ben, "c3-c2")
    yield Stop("conditional turns dropped", match.get_absolute_url(), ann)


def _press(page: Page, button: str, text: str) -> None:
    if not page.get_by_label("If … then …").is_visible():
        page.get_by_text("Conditional turns: answer").click()
    page.get_by_label("If … then …").fill(text)
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()
