from __future__ import annotations

import pytest

from engine.games import contests, game, game_named, games
from tests.support.toy_game import Toy


class Team(Toy):
    slug, name, together = "team", "Team", True


class Crowd(Toy):
    slug, name, seats = "crowd", "Crowd", range(3, 6)


@pytest.fixture(autouse=True)
def three_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.games", lambda: (Team(), Crowd(), Toy()))


def test_a_contest_is_a_game_that_two_play_against_each_other() -> None:
    assert [each.slug for each in contests()] == ["toy"]


def test_a_game_is_found_by_its_slug_and_by_its_name() -> None:
    assert (game("crowd").name, game_named("Team").slug) == ("Crowd", "team")
    for find in (game, game_named):
        with pytest.raises(LookupError):
            find("chess")
    assert games()
