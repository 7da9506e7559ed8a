"""A table of several as the ratings see it."""

from __future__ import annotations

import pytest

from accounts.models import User
from competition.ratings.glicko import rate_period, table_games
from tests.support.rated_pairings import day, rating_of
from tests.support.table_events import begun, play, resign, tables
from tests.support.toy_game import Toy
from tournaments.models import Event, Pairing, RatedMonth
from tournaments.ratings.close_month import close_months

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("committing")]


def player(name: str) -> User:
    return User.objects.get(display_name=name)


def finished(*best_first: str, leaves: str = "") -> Event:
    event = begun(4, rounds=1)
    match = tables(event, 1)[0].match
    assert match is not None
    if leaves:
        resign(match, leaves)
    play(match, best_first)
    Pairing.objects.update(decided_at=day(5))
    return event


def test_a_table_counts_as_pairs_that_weigh_one_match_together(toy_beside: Toy) -> None:
    finished("Cleo", "Ada", "Dora", "Ben")
    assert close_months(day(6, 1)) == 1
    expected = rate_period({}, table_games({"Cleo": 1, "Ada": 2, "Dora": 3, "Ben": 4}))
    for name, rating in expected.items():
        row = rating_of(player(name), 5)
        assert (row.rating, row.deviation) == pytest.approx(rating[:2])
        assert (row.games, row.total) == (1, 1)
    assert RatedMonth.objects.get().games == 1


def test_who_gave_up_before_the_first_turn_is_not_rated(toy_beside: Toy) -> None:
    finished("Cleo", "Ada", "Dora", leaves="Ben")
    close_months(day(6, 1))
    expected = rate_period({}, table_games({"Cleo": 1, "Ada": 2, "Dora": 3}))
    assert rating_of(player("Ada"), 5).rating == pytest.approx(expected["Ada"].value)
    assert not player("Ben").ratings.exists()


def test_a_month_is_rated_again_where_two_change_places(toy_beside: Toy) -> None:
    """The same scores of pairs, but of other players."""
    event = finished("Ada", "Ben", "Cleo", "Dora")
    close_months(day(6, 1))
    before = rating_of(player("Ben"), 5).rating
    seats = tables(event, 1)[0].table_seats
    ben, cleo = (seats.get(entry__player__display_name=name) for name in ("Ben", "Cleo"))
    ben.place, cleo.place = cleo.place, ben.place
    ben.save()
    cleo.save()
    close_months(day(7, 1))
    assert rating_of(player("Ben"), 5).rating < before


def test_an_annulled_table_and_one_of_an_unrated_event_count_for_nothing(toy_beside: Toy) -> None:
    finished("Ada", "Ben", "Cleo", "Dora")
    Pairing.objects.update(is_annulled=True)
    assert close_months(day(6, 1)) == 0
    Pairing.objects.update(is_annulled=False)
    Event.objects.update(rated=False)
    assert close_months(day(6, 1)) == 0
