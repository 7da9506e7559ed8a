from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from competition.ratings.glicko import START, Game, idle, rate_period
from competition.ratings.months import Month
from tests.support.concurrently import at_once
from tests.support.factories import EventFactory, UserFactory
from tests.support.rated_pairings import day, played, rating_of
from tournaments.models import Event, Pairing, RatedMonth, Rating
from tournaments.ratings.close_month import close_months
from tournaments.ratings.seed_rating import seed_rating

pytestmark = pytest.mark.django_db

WIN, DRAW = Fraction(1), Fraction(1, 2)
JUNE_10 = day(6, 10)


@pytest.fixture
def ann() -> User:
    player: User = UserFactory(display_name="Ann")
    return player


@pytest.fixture
def ben() -> User:
    player: User = UserFactory(display_name="Ben")
    return player


def values(player: User, month: int) -> tuple[float, float, float]:
    row = rating_of(player, month)
    return row.rating, row.deviation, row.volatility


def test_a_month_is_rated_when_it_is_over(ann: User, ben: User) -> None:
    played(ann, ben, day(5))
    assert close_months(day(5, 31)) == 0
    assert not Rating.objects.exists()
    assert close_months(day(6, 1)) == 1
    expected = rate_period({}, [Game("ann", "ben", WIN)])
    assert values(ann, 5) == pytest.approx(expected["ann"])
    assert values(ben, 5) == pytest.approx(expected["ben"])
    assert (rating_of(ann, 5).games, rating_of(ann, 5).total) == (1, 1)


def test_it_goes_on_from_the_months_before(ann: User, ben: User) -> None:
    played(ann, ben, day(3))
    close_months(day(4, 1))
    played(ann, ben, day(5), "==")
    played(ben, ann, day(5, 20), "01")
    assert close_months(JUNE_10) == 2
    march = rate_period({}, [Game("ann", "ben", WIN)])
    april = rate_period(march, [])
    may = rate_period(april, [Game("ann", "ben", DRAW), Game("ben", "ann", Fraction(0))])
    assert values(ann, 5) == pytest.approx(may["ann"])
    assert values(ben, 5) == pytest.approx(may["ben"])
    assert (rating_of(ann, 5).games, rating_of(ann, 5).total) == (2, 3)
    assert not Rating.objects.filter(month=Month(2026, 4).first_day).exists()


def test_months_rated_one_by_one_are_those_rated_all_at_once(ann: User, ben: User) -> None:
    cleo = UserFactory()
    played(ann, ben, day(1))
    played(ben, cleo, day(2))
    played(cleo, ann, day(4), "==")
    for month in range(2, 7):
        close_months(day(month, 1))
    one_by_one = list(Rating.objects.order_by("month", "player").values_list("rating", "deviation", "total"))
    RatedMonth.objects.all().delete()
    Rating.objects.all().delete()
    close_months(day(6, 1))
    at_once = list(Rating.objects.order_by("month", "player").values_list("rating", "deviation", "total"))
    assert len(at_once) == 6
    for one, other in zip(one_by_one, at_once, strict=True):
        assert one == pytest.approx(other)


@pytest.mark.parametrize("codes", ["+-", "--", "WL", "DD", ""])
def test_what_was_not_played_or_not_to_be_rated_counts_nothing(ann: User, ben: User, codes: str) -> None:
    played(ann, ben, day(5), codes.ljust(2), white_code=codes[:1], black_code=codes[1:])
    assert close_months(JUNE_10) == 0
    assert not Rating.objects.exists()


@pytest.mark.parametrize("fields", [{"is_annulled": True}, {"match": None}, {"black_id": None, "black_code": ""}])
def test_neither_annulled_matches_nor_byes_nor_results_from_elsewhere_count(
    ann: User, ben: User, fields: dict[str, Any]
) -> None:
    played(ann, ben, day(5), **fields)
    close_months(JUNE_10)
    assert not Rating.objects.exists()


def test_an_event_may_be_unrated(ann: User, ben: User) -> None:
    played(ann, ben, day(5), event=EventFactory(rated=False))
    close_months(JUNE_10)
    assert not Rating.objects.exists()


def test_a_second_time_there_is_nothing_to_do(
    ann: User, ben: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    played(ann, ben, day(5))
    close_months(JUNE_10)
    before = list(Rating.objects.values())
    with django_assert_max_num_queries(2):
        assert close_months(JUNE_10) == 0
    assert list(Rating.objects.values()) == before


def test_a_result_corrected_later_is_rated_again_with_the_next_month(ann: User, ben: User) -> None:
    pairing = played(ann, ben, day(3))
    played(ann, ben, day(4))
    close_months(day(5, 1))
    Pairing.objects.filter(pk=pairing.pk).update(white_code="0", black_code="1")
    assert close_months(JUNE_10) == 3
    march = rate_period({}, [Game("ann", "ben", Fraction(0))])
    april = rate_period(march, [Game("ann", "ben", WIN)])
    assert values(ann, 3) == pytest.approx(march["ann"])
    assert values(ann, 4) == pytest.approx(april["ann"])
    assert rating_of(ann, 4).total == 2


def test_a_result_taken_back_leaves_nothing_of_its_month(ann: User, ben: User) -> None:
    pairing = played(ann, ben, day(4))
    close_months(day(5, 1))
    Pairing.objects.filter(pk=pairing.pk).update(is_annulled=True)
    close_months(JUNE_10)
    assert not Rating.objects.exists()
    assert seed_rating(ann, "fortify") == 0


def test_a_result_found_out_late_is_rated_in_its_own_month(ann: User, ben: User) -> None:
    cleo = UserFactory()
    played(ann, ben, day(4))
    close_months(day(5, 1))
    played(cleo, ben, day(3))
    assert close_months(JUNE_10) == 3
    assert rating_of(cleo, 3).games == 1
    assert rating_of(ben, 4).total == 2


def test_matches_against_somebody_whose_account_is_gone_count_as_against_a_stranger(ann: User, ben: User) -> None:
    played(ann, ben, day(4))
    ben.delete()
    close_months(JUNE_10)
    expected = rate_period({}, [Game("ann", "somebody", WIN)])
    assert values(ann, 4) == pytest.approx(expected["ann"])
    assert Rating.objects.count() == 1


def test_that_an_account_was_deleted_has_no_month_rated_again(ann: User, ben: User) -> None:
    cleo = UserFactory()
    played(ann, ben, day(4))
    played(ann, cleo, day(5))
    close_months(day(5, 1))
    before = values(ann, 4)
    ben.delete()
    assert close_months(JUNE_10) == 1
    assert values(ann, 4) == before


@pytest.mark.django_db(transaction=True)
def test_whoever_is_at_it_at_once_each_month_is_rated_once(ann: User, ben: User) -> None:
    played(ann, ben, day(5))
    for _ in range(5):
        RatedMonth.objects.all().delete()
        assert 1 in at_once(*[partial(close_months, JUNE_10)] * 3)
        assert (RatedMonth.objects.count(), Rating.objects.count()) == (1, 2)
        assert rating_of(ann, 5).total == 1


def test_players_are_seeded_by_their_last_rating(ann: User, ben: User) -> None:
    played(ann, ben, day(3))
    played(ben, ann, day(5))
    close_months(JUNE_10)
    assert seed_rating(ann, "fortify") == round(rating_of(ann, 5).rating) != 0
    assert seed_rating(UserFactory(), "fortify") == 0
    assert seed_rating(ann, "another-game") == 0


def test_who_stays_away_keeps_the_rating_and_it_says_less(ann: User, ben: User) -> None:
    rated = rate_period({}, [Game("ann", "ben", WIN)])
    later = rated
    for _ in range(7):
        later = rate_period(later, [])
    assert idle(rated["ann"], 7) == pytest.approx(later["ann"])
    assert idle(rated["ann"], 0) == pytest.approx(rated["ann"])
    assert idle(rated["ann"], 100_000).deviation == START.deviation


def test_an_event_of_another_game_changes_nothing_here(ann: User, ben: User) -> None:
    played(ann, ben, day(5))
    other = played(ann, ben, day(5))
    Event.objects.filter(pk=other.round.event_id).update(game_slug="another-game")
    close_months(JUNE_10)
    assert Rating.objects.filter(player=ann).count() == 2
    assert set(Rating.objects.filter(player=ann).values_list("games", "total")) == {(1, 1)}
