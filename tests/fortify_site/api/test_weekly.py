"""The weekly forest, as programs read it."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from accounts.models import User
from tests.support.weekly import ENDS_AT, begin, end, forest
from timekeeping import clock
from tournaments.models import WeeklyForest
from tournaments.weekly import close

from .conftest import Program, Programs

__all__ = ["forest"]
pytestmark = [pytest.mark.django_db, pytest.mark.either]
EASY = "/weekly/2026-11-23/standings?game=fairytale&level=easy"


def test_a_forest_says_how_many_have_played_it_and_its_bytes_when_it_is_closed(
    forest: WeeklyForest, player: User
) -> None:
    end(begin(forest, player, "hard"))
    found = Program().json("/weekly/current")
    assert (found["week"], found["server_digest"], found["server"]) == ("2026-11-23", forest.server_digest, "")
    assert [(each["level"], each["players"]) for each in found["tables"]] == [("easy", 0), ("normal", 0), ("hard", 1)]
    close.close_due(ENDS_AT)
    assert Program().json("/weekly/2026-11-23")["server"] == forest.server
    for week in ("2026-11-30", "2026-11-16", "soon"):
        assert Program().get(f"/weekly/{week}").status_code == 404


def test_rows_are_those_of_the_page(
    forest: WeeklyForest, player: User, opponent: User, stranger: User, program_of: Programs
) -> None:
    for each, measured in ((player, (2, 0, 0, 1)), (opponent, (2, 0, 0, 1)), (stranger, (0, 0, 0, 3))):
        end(begin(forest, each), *measured)
    User.objects.filter(pk=opponent.pk).update(for_members=True)
    first, second, third = Program().json(EASY)["items"]
    assert [row["rank"] for row in (first, second, third)] == [1, 1, 3]
    assert first["player"]["name"] == "Ada"
    assert second["player"] is None
    assert [(each["code"], each["value"]) for each in third["measured"]] == [
        ("DIA", 0), ("WINS", 0), ("LEFT", 0), ("OAK", 3),
    ]  # fmt: skip
    assert program_of(player).json(f"{EASY}&offset=1&limit=1")["items"][0]["player"]["name"] == "Ben"
    assert {row["match"] for row in (first, second, third)} == {None}
    WeeklyForest.objects.update(closed_at=clock.now())
    assert Program().json(EASY)["items"][0]["match"] is not None
    assert Program().get(f"{EASY}er").status_code == 404


@pytest.mark.usefixtures("forest")
def test_it_is_not_there_where_the_host_has_switched_it_off(settings: Settings) -> None:
    assert Program().get("/weekly/current").status_code == 200
    settings.WEEKLY_FOREST = False
    assert Program().get("/weekly/current").status_code == 404
