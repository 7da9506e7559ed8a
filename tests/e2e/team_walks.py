"""A walk through a match of a team: its talk beside the map, marks on it, and a turn that passes on in a vacation."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from engine.game import Game
from engine.values import Draft
from matches.clocks import pauses
from matches.gate import chat, marks
from matches.mails import tokens
from matches.models import Match
from matches.vacation import plans
from matches.vacation.follow import follow_player
from tests.support.factories import GuestFactory, MatchFactory, UserFactory
from tests.support.matches import SITE, submit

from .walking import Stop, walk


@walk("matches:link", "matches:match", "matches:marks", "matches:table_new")
def playing_as_a_team() -> Iterator[Stop]:
    people: list[User] = [
        UserFactory(display_name="Ann"),
        GuestFactory(display_name="Ben"),
        UserFactory(display_name="Cleo"),
    ]
    options = {"level": "easy", "tiles": "plain", "cast": "plain"}
    terms = {"vacation_pool": pauses.friendly_pool(), "baton": True}
    match: Match = MatchFactory(game_slug="fairytale", options=options, players=people, **terms)
    ann, ben, cleo = match.seats.order_by("index")
    page, form = match.get_absolute_url(), f"/matches/{match.pk}/marks/"
    yield Stop("a new table of a team", "/tables/new/?game=fairytale&baton=on", people[0])
    submit(ann, match.game.sample(match.loaded_state, 0, Random(1)))
    for seat, ref, words in ((ben, "n1", "Lay the fork here?"), (cleo, "n1", ""), (cleo, "o", "I stay at the oak")):
        marks.put_mark(seat, ref, words)
    chat.write_message(cleo, "Shall we go north?", SITE)
    yield Stop("a turn of a team, with marks", page, people[0])
    yield Stop("waiting in a team, with marks", page, people[2])
    yield Stop("a space to mark, chosen before logging in", f"{form}?space=n1&words=Here", people[2])
    yield Stop("a space to mark, chosen on the map", page, people[2], _choose_on_the_map, scripted=True)
    grown = urlencode({"text": _growing(Match.objects.get(pk=match.pk))})
    yield Stop("a space to mark beside a turn", f"{page}play/?{grown}", people[0], _beside_a_turn, scripted=True)
    yield Stop("a team, to a visitor", page)
    plans.take(people[0], None, timezone.localdate() + timedelta(days=9), timezone.now())
    follow_player(people[0])
    yield Stop("a turn that has passed on, to the player on vacation", page, people[0])
    ben.refresh_from_db()
    link = reverse("matches:link", args=[tokens.mint_turn(ben, ben.asked_turn or 0)])
    yield Stop("a turn that has passed on, to the next player, a guest", link)


def _growing(match: Match) -> str:
    """A turn under way, with a tile that lets the map grow so that the oak is elsewhere on it."""
    game, state = match.game, match.loaded_state
    begun = game.draft(state, 0, "")
    drafts = (game.draft(state, 0, step.next) for step in begun.steps)
    return next(draft.text for draft in drafts if _oak(game, draft) != _oak(game, begun))


def _oak(game: Game, draft: Draft) -> tuple[float, float]:
    return next((place.x, place.y) for place in game.places(draft.view) if place.ref == "o")


def _choose_on_the_map(page: Page) -> None:
    """The oak is in the middle of the map at first."""
    _choose(page, ".match-board .board-svg")


def _beside_a_turn(page: Page) -> None:
    _choose(page, ".match-board .board-space[data-ref=o]")


def _choose(page: Page, oak: str) -> None:
    page.locator(".marking > summary").click()
    page.get_by_role("button", name="Choose on the map").click()
    page.locator(oak).click()
    expect(page.get_by_label("Space", exact=True)).to_have_value("o")
    expect(page.get_by_label("Words (optional)")).to_be_focused()
