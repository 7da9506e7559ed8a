"""What followed from the last turn, told below it."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.gate import chat, turns
from matches.models import LogEntry, Match
from tests.support.factories import MatchFactory
from tests.support.markup import compact

SITE = LogEntry.Via.SITE


@pytest.fixture
def forest(player: User, opponent: User) -> Match:
    """A match of two together, in which the first tiles lie."""
    match: Match = MatchFactory(players=[player, opponent], game_slug="fairytale", options={})
    play(match)
    return match


def play(match: Match, text: str = "") -> LogEntry:
    match.refresh_from_db()
    seat = match.seats.get(asked_turn__isnull=False)
    text = text or match.game.sample(match.loaded_state, seat.index, random.Random(1))
    return turns.submit_turn(seat, seat.asked_turn or 0, text, SITE)


def told(client: Client, match: Match, query: str = "") -> str:
    """What the page says of the last turn."""
    page = compact(client.get(f"{match.get_absolute_url()}{query}").text)
    found = re.search(r'<div class="match-last">(.*?)</div>', page)
    return re.sub("<.*?>", "", found[1]) if found else ""


def test_the_dice_are_told_below_the_last_turn(client: Client, player: User, forest: Match) -> None:
    client.force_login(player)
    line = play(forest, "as:tailor 5:n")
    assert len(line.notes) > 1
    assert " ".join(line.notes) in told(client, forest)


def test_they_stay_there_however_much_is_said_and_whatever_page_of_the_log_is_open(
    client: Client, player: User, forest: Match
) -> None:
    client.force_login(player)
    line = play(forest, "as:tailor 5:n")
    for number in range(21):
        chat.write_message(forest.seats.get(index=number % 2), f"{number}", SITE)
    assert " ".join(line.notes) in told(client, forest)
    assert " ".join(line.notes) in told(client, forest, "?turns=2")


def test_on_a_phone_they_are_told_when_the_turn_was_sent(client: Client, player: User, forest: Match) -> None:
    """There the page's last turn is far below the map."""
    client.force_login(player)
    seat = forest.seats.get(asked_turn__isnull=False)
    data = {"text": "as:tailor 5:n", "number": seat.asked_turn}
    client.post(reverse("matches:play", args=[forest.pk]), data)
    page = client.get(forest.get_absolute_url()).content.decode()
    line = forest.log.order_by("-index")[0]
    assert f'<p class="sent-story">{" ".join(line.notes)}</p>' in page
    assert "sent-story" not in client.get(forest.get_absolute_url()).content.decode()
