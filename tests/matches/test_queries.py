"""Lists have pages, and what they ask of the database does not grow with what there is."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.support.factories import ChallengeFactory, MatchFactory, UserFactory
from tests.support.people import LogIn


@pytest.mark.parametrize("number", [1, 30])
def test_lists_have_pages_and_their_queries_do_not_grow(
    number: int,
    log_in: LogIn,
    player: User,
    opponent: User,
    stranger: User,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for place in range(number):
        MatchFactory(players=[player, opponent] if place % 2 == 0 else [opponent, player], days=place + 1)
        ChallengeFactory(challenger=UserFactory(), game_slug="fortac" if place % 2 else "fortify")
    there = {"waiting": (number + 1) // 2, "others": number // 2, "matches": number, "running": number, "open": number}
    ada, cleo = log_in(player), log_in(stranger)
    for browser, address, most, pages in (
        (ada, "/", 12, {"waiting": 12, "others": 8}),  # two note that they were seen, and that the player was here
        (ada, "/", 10, {"waiting": 12, "others": 8}),
        (ada, "/matches/", 8, {"matches": 25}),
        (cleo, f"/players/{player.pk}/", 17, {"running": 10}),
        (ada, "/challenges/", 11, {}),
        (ada, "/lobby/", 14, {"open": 20}),
    ):
        with django_assert_max_num_queries(most):
            shown = browser.get(address).context
        assert {name: len(shown[name]) for name in pages} == {name: min(there[name], pages[name]) for name in pages}
