"""A walk through the states of a match of Fortress, where hands are hidden and several sit at a table."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from playwright.sync_api import Page, expect

from matches.models import Match, Seat
from tests.support.factories import MatchFactory, UserFactory
from tests.support.matches import submit

from .walking import Stop, walk


@walk("matches:match", "matches:play")
def sitting_at_a_table_of_fortress() -> Iterator[Stop]:
    two: Match = MatchFactory(game_slug="fortress", options={"length": "2", "pace": "single"})
    page = two.get_absolute_url()
    first = two.seats.get(index=0)
    yield Stop("a card to place", page, first.player)
    yield Stop("a card to place, chosen", page, first.player, _choose_an_end, scripted=True)
    yield Stop("a card placed, last look", f"{page}play/?text=place+left&review=1", first.player)
    yield Stop("a table, to a visitor", page)
    asked = _play_until(two, "a")
    yield Stop("to attack", page, asked.player)
    yield Stop("attackers chosen", page, asked.player, _choose_a_card, scripted=True)
    yield Stop("an attack, last look", f"{page}play/?text=attack+1+left&review=1", asked.player)
    asked = _play_until(two, "p")
    yield Stop("a drawn card to place", page, asked.player)
    asked = _play_until(two, "f")
    yield Stop("after a round's end", page, asked.player)

    four: Match = MatchFactory(
        game_slug="fortress",
        players=[UserFactory() for _ in range(4)],
        options={"length": "2", "pace": "whole"},
    )
    page = four.get_absolute_url()
    yield Stop("a whole hand to place, at a table of four", page, four.seats.get(index=2).player)
    asked = _play_until(four, "a")
    yield Stop("to attack, at a table of four", page, asked.player)
    yield Stop("waiting, at a table of four", page, four.seats.exclude(pk=asked.pk)[0].player)
    asked = _play_until(four, "s")
    yield Stop("who starts to be chosen, at a table of four", page, asked.player)


def _play_until(match: Match, phase: str) -> Seat:
    """Play by chance until that phase: an ace is discarded, which draws a card, else a turn to attack is passed. Gives
    a seat that is asked then."""
    rng = Random(5)
    while True:
        match.refresh_from_db()
        state = match.game.load(match.state)
        index = match.game.to_act(state)[0]
        view = match.game.view(state)
        seat: Seat = match.seats.get(index=index)
        if view["phase"] == phase:
            return seat
        aces = [step.text for step in match.game.draft(state, index).steps if step.kind == "ace" and phase == "p"]
        passes = ["pass"] if view["phase"] == "a" else []
        submit(seat, [*aces, *passes, match.game.sample(state, index, rng)][0])


def _choose_an_end(page: Page) -> None:
    page.locator("[data-ref='end:left']").click()
    expect(page.locator("[data-last-look]")).to_be_visible()


def _choose_a_card(page: Page) -> None:
    page.locator("[data-ref='card:1'][role]").click()
    expect(page.get_by_role("group", name="What to do")).to_be_visible()
