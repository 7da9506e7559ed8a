"""The demo, whose players all have one password that everyone knows."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from accounts.models import User
from engine.games import games
from fortify_site.demo.players import create_demo
from matches.models import Match, Offer
from matches.time_control.words import describe
from tests.support.factories import MatchFactory

pytestmark = pytest.mark.django_db


def test_it_is_not_made_where_others_can_reach_it(settings: Settings) -> None:
    settings.LOCAL = False
    with pytest.raises(CommandError, match="everybody knows"):
        call_command("create_demo")
    assert not User.objects.exists()


def test_it_is_not_made_beside_players(player: User) -> None:
    with pytest.raises(CommandError, match="players already"):
        call_command("create_demo")
    assert list(User.objects.all()) == [player]


def test_nothing_of_it_is_left_where_a_part_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the next start of the site begins again."""

    def fail() -> None:
        assert User.objects.exists()
        raise RuntimeError

    command = "fortify_site.management.commands.create_demo"
    monkeypatch.setattr(f"{command}.create_demo", MatchFactory)
    monkeypatch.setattr(f"{command}.create_club", fail)
    with pytest.raises(RuntimeError):
        call_command("create_demo")
    assert (User.objects.count(), Match.objects.count()) == (0, 0)


@pytest.mark.usefixtures("toy_beside")
def test_there_are_matches_of_each_game_and_all_kinds_of_clocks() -> None:
    """Of the toy, too, which the demo knows nothing of."""
    create_demo()
    all_kinds_of_clocks_are_there()
    assert "toy" in {rules.slug for rules in games()}
    for rules in games():
        of_game = Match.objects.filter(game_slug=rules.slug)
        assert set(of_game.values_list("status", flat=True)) == {Match.Status.RUNNING, Match.Status.FINISHED}
        assert Offer.objects.filter(game_slug=rules.slug, places__for_anyone=True).exists()


def all_kinds_of_clocks_are_there() -> None:
    matches = list(Match.objects.all())
    assert {match.at_zero for match in matches} == {"lose", "leave", "pass"}
    assert any(match.weekends and match.clock_increment < match.clock_start for match in matches)
    assert all(match.vacation_pool for match in matches)
    paces = {describe(challenge.control) for challenge in Offer.objects.all()}
    assert paces == {"3 days a turn", "4 days + 18 hours a turn, at most 6 days"}
