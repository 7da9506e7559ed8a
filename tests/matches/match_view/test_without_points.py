"""A game without points: nothing but who won is said of a match, on pages and in emails."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from accounts.models import User
from engine.values import Outcome, View
from matches.gate import turns
from matches.mails.turn_delivery import KIND
from matches.models import Match, Seat
from tests.support.composed_mails import html_of, latest, message_of, text_of
from tests.support.matches import SITE, play_on
from tests.support.people import LogIn
from tests.support.toy_game import Toy

pytestmark = pytest.mark.django_db
POINTS = re.compile(r'class="(?:player-|side-)?score"|points so far|<b>0</b>|0–0|: 0', re.IGNORECASE)


@pytest.fixture(autouse=True)
def no_points(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    view, outcome = toy.view, toy.outcome

    def without(state: Any, seat: int | None = None) -> View:
        return {**view(state, seat), "scores": [0] * len(state.seats), "score_words": ""}

    def even(state: Any) -> Outcome | None:
        found = outcome(state)
        return found and replace(found, scores=(0,) * len(state.seats))

    monkeypatch.setattr(toy, "view", without)
    monkeypatch.setattr(toy, "outcome", even)


def test_no_page_shows_any(toy_match: Match, player: User, log_in: LogIn) -> None:
    client = log_in(player)
    for _ in range(2):
        for page in (toy_match.get_absolute_url(), "/", "/matches/", "/matches/?finished=1"):
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert POINTS.findall(answer.content.decode().partition("<main")[2].partition("</main>")[0]) == [], page
        play_on(toy_match, 9)
    toy_match.refresh_from_db()
    assert toy_match.is_over


def test_no_email_tells_any(first: Seat, opponent: User) -> None:
    while_it_runs = message_of(latest(KIND, opponent))
    turns.resign(first, SITE)
    for message in (while_it_runs, message_of(latest("match_over", opponent))):
        for told in (text_of(message), html_of(message)):
            assert "Seat 1" in told
            assert POINTS.findall(told) == []
