"""Matches that are played together are counted apart: by level, alone and as a team."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from engine.games import game
from fortify_site.profiles.export_data import export_account
from matches.match_view import lists
from matches.models import Match, PairTally, Seat
from matches.results import count, results
from matches.results.levels import LevelResults
from matches.results.tally import Tally
from tests.support.factories import MatchFactory
from tests.support.markup import compact
from tests.support.people import LogIn

pytestmark = pytest.mark.django_db
FAIRYTALE = game("fairytale")


def over(players: list[User], level: str, *, won: bool) -> Match:
    options = FAIRYTALE.options_at(level)
    match: Match = MatchFactory(players=players, game_slug="fairytale", options=options)
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED, finished_at=now)
    Seat.objects.filter(match=match).update(share=int(won), finished_at=now, asked_turn=None, deadline=None)
    return match


def test_by_level_the_easiest_first_alone_and_as_a_team(player: User, opponent: User) -> None:
    over([player], "hard", won=False)
    over([player], "easy", won=True)
    over([opponent, player], "easy", won=True)
    over([player, opponent], "easy", won=False)
    for _ in range(2):  # first added up where they are read, then summed up
        [found] = results.results_of(player)
        assert found.total == Tally(won=2, lost=2)
        assert found.sides == []
        assert found.levels == [
            LevelResults("Easy", solo=Tally(won=1), team=Tally(won=1, lost=1)),
            LevelResults("Hard", solo=Tally(lost=1), team=Tally()),
        ]
        count.count_finished()
    assert export_account(player)["results"][0]["level"] in {"easy", "hard"}


def test_team_mates_are_no_opponents(player: User, opponent: User) -> None:
    over([player, opponent], "easy", won=True)
    count.count_finished()
    assert not PairTally.objects.exists()
    assert results.head_to_head(player, opponent) == Tally()
    assert not results.between(lists.finished_seats(opponent), player).exists()


def test_a_match_that_is_deleted_is_left_out_of_its_level(player: User) -> None:
    gone = over([player], "easy", won=True)
    over([player], "hard", won=True)
    count.count_finished()
    count.leave_out([gone.pk])
    gone.delete()
    [found] = results.results_of(player)
    assert [(each.name, each.solo) for each in found.levels] == [("Hard", Tally(won=1))]


def test_a_players_page_has_them_apart(log_in: LogIn, player: User, opponent: User, stranger: User) -> None:
    over([player, opponent], "easy", won=True)
    over([player], "normal", won=False)
    address = f"/players/{player.pk}/"
    page = log_in(opponent).get(address)
    assert page.context["results"] == []
    assert [each.game.slug for each in page.context["together"]] == ["fairytale"]
    assert page.context["head_to_head"] == Tally()
    html = compact(page.text)
    assert "2 matches, 50% won." in html
    rows = re.findall(r'<th scope="row">([^<]+)</th><td class="number">(\d)</td><td class="number">(\d)</td>', html)
    assert rows == [("Easy, as a team", "1", "0"), ("Normal, solo", "0", "1")]
    assert "?against=me" not in page.text
    User.objects.filter(pk=player.pk).update(shows_results=False)
    assert log_in(stranger).get(address).context["together"] == []
    assert 'id="results-fairytale"' not in Client().get(address).text
