"""The tables of a week's forest."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from fortify_site.profiles.delete_account import delete_account
from matches.lobby import cookie_guests
from tests.support.factories import UserFactory
from tests.support.weekly import begin, end, forest
from tournaments.models import WeeklyForest
from tournaments.weekly import standings
from tournaments.weekly.standings import WeeklyLevel, WeeklyRow

__all__ = ["forest"]
pytestmark = pytest.mark.django_db
# Diamonds, forests won, turns left, monsters in the oak.
REACHED = {
    "Ash": (3, 1, 4, 2),
    "Birch": (3, 1, 9, 2),
    "Cedar": (2, 0, 0, 1),
    "Elm": (2, 0, 0, 3),
    "Hazel": (2, 0, 0, 1),
}


@pytest.fixture
def easy() -> WeeklyLevel:
    return next(board for board in standings.weekly_levels() if board.level.value == "easy")


@pytest.fixture
def played(forest: WeeklyForest) -> WeeklyForest:
    for name, measured in REACHED.items():
        end(begin(forest, UserFactory(display_name=name)), *measured)
    return forest


def rows(forest: WeeklyForest, board: WeeklyLevel, reader: User | None = None, first: int = 0) -> list[WeeklyRow]:
    found = list(standings.listed(forest, board)[first:])
    return standings.weekly_rows(found, board, reader or AnonymousUser(), start=first)


def user(name: str) -> User:
    return User.objects.get(display_name=name)


def test_by_the_games_measures_and_those_who_are_level_share_a_place(played: WeeklyForest, easy: WeeklyLevel) -> None:
    found = rows(played, easy)
    assert [(row.rank, row.name) for row in found] == [
        (1, "Birch"), (2, "Ash"), (3, "Cedar"), (3, "Hazel"), (5, "Elm"),
    ]  # fmt: skip
    assert found[0].measured == [3, 1, 9, 2]
    assert [(row.rank, row.name) for row in rows(played, easy, first=3)] == [(3, "Hazel"), (5, "Elm")]


def test_each_level_has_its_own(played: WeeklyForest, player: User) -> None:
    end(begin(played, player, "hard"), 1, 0, 0, 0)
    assert [len(rows(played, board)) for board in standings.weekly_levels()] == [5, 0, 1]
    assert [board.level.label for board in standings.weekly_levels()] == ["Easy", "Normal", "Hard"]


def test_who_still_plays_is_counted_and_not_ranked(played: WeeklyForest, easy: WeeklyLevel, player: User) -> None:
    begin(played, player)
    begin(played, cookie_guests.new_guest("192.0.2.1"))
    assert len(rows(played, easy)) == 5
    assert standings.still_playing(played, easy) == 1


def test_a_guest_learns_the_place_and_takes_none(played: WeeklyForest, easy: WeeklyLevel, player: User) -> None:
    guest = cookie_guests.new_guest("192.0.2.1")
    attempt = end(begin(played, guest), 3, 1, 4, 0)
    assert standings.rank_of(attempt, easy) == 2
    assert [row.rank for row in rows(played, easy)] == [1, 2, 3, 3, 5]
    cookie_guests.keep_matches(guest.pk, player)
    assert [(row.rank, row.name) for row in rows(played, easy)][1:3] == [(2, "Ada"), (3, "Ash")]


def test_a_guest_whose_account_is_deleted_takes_no_place_either(played: WeeklyForest, easy: WeeklyLevel) -> None:
    guest = cookie_guests.new_guest("192.0.2.1")
    end(begin(played, guest), 3, 1, 9, 0)
    delete_account(guest)
    assert rows(played, easy)[0].name == "Birch"


@pytest.mark.parametrize(
    ("hidden", "of_visitors", "of_members"),
    [
        ({}, "Ash", "Ash"),
        ({"for_members": True}, "name withheld", "Ash"),
        ({"shows_results": False}, *["name withheld"] * 2),
    ],
)
def test_names_are_told_as_far_as_players_let_them(
    played: WeeklyForest, easy: WeeklyLevel, player: User, hidden: dict[str, bool], of_visitors: str, of_members: str
) -> None:
    User.objects.filter(display_name="Ash").update(**hidden)
    for reader, name in ((None, of_visitors), (player, of_members), (user("Ash"), "Ash")):
        row = rows(played, easy, reader)[1]
        assert (row.rank, row.name, row.player is not None) == (2, name, name == "Ash")
        assert row.is_own == (reader is not None and reader.display_name == "Ash")
    user("Birch").delete()
    first = rows(played, easy)[0]
    assert (first.rank, first.name, first.player) == (1, "former player", None)


def test_winners_are_told_by_level(
    played: WeeklyForest, player: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    end(begin(played, player, "hard"), 0, 0, 0, 3)
    for number in range(4):
        end(begin(played, UserFactory(display_name=f"Rowan {number}"), "hard"), 0, 0, 0, 3)
    end(begin(played, UserFactory(display_name="Sorrel"), "normal"), 0, 0, 0, 3)
    with django_assert_num_queries(1):
        easy, normal, hard = standings.best_of(played, AnonymousUser())
    names = [[row.name for row in each.rows] for each in (easy, normal, hard)]
    assert names == [["Birch"], ["Sorrel"], ["Ada", "Rowan 0", "Rowan 1"]]
    assert (easy.more, normal.more, hard.more) == (0, 0, 2)
